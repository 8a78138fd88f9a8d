import type { Core } from '@strapi/types';
import { createChangeNotices } from '../stores/change-notices';
import type { Change } from '../stores/change-notices';
import { getService } from './get-service';

/** Makes every instance of the site forget what has changed. */
export const createChangesService = ({ strapi }: { strapi: Core.Strapi }) => {
  const forgetTools = () => getService(strapi, 'tools').forget();

  const forgetProviders = () => {
    getService(strapi, 'providers').forget();
    getService(strapi, 'connections').forget();
    // a tool is checked against its provider
    forgetTools();
  };

  const forgetSettings = () => getService(strapi, 'settings-in-force').forget();

  const forget = (change: Change): void => {
    if (change.what === 'results') getService(strapi, 'results').forget(change.slug);
    else if (change.what === 'tools') forgetTools();
    else if (change.what === 'settings') forgetSettings();
    else forgetProviders();
  };

  const forgetEverything = (): void => {
    forgetProviders();
    forgetSettings();
    getService(strapi, 'results').forget(null);
  };

  const { shared, channels } = getService(strapi, 'redis');
  const notices =
    shared &&
    channels &&
    createChangeNotices(shared, channels, { onChange: forget, onGap: forgetEverything });

  return {
    /**
     * Forgets here at once, and elsewhere as soon as the notice is there. Resolves to whether it is on its way: always
     * true on a site that is one process.
     */
    announce: async (change: Change): Promise<boolean> => {
      forget(change);
      return notices ? notices.send(change) : true;
    },
  };
};
