import type { Core } from '@strapi/types';
import { PERMISSIONS } from '../../contracts/permissions';
import { PLUGIN_ID, PROVIDER_UID, TOOL_UID } from '../../contracts/plugin-id';
import { onWrite } from './on-write';
import { getService } from './services/get-service';

export const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await strapi.service('admin::permission').actionProvider.registerMany(
    Object.values(PERMISSIONS).map((permission) => ({
      section: 'plugins',
      pluginName: PLUGIN_ID,
      ...permission,
    })),
  );
  // every write, also one that goes past the document service, such as a deletion in bulk
  const changes = getService(strapi, 'changes');
  onWrite(strapi, [PROVIDER_UID], () => void changes.announce({ what: 'providers' }));
  onWrite(strapi, [TOOL_UID], () => void changes.announce({ what: 'tools' }));
  // made here, where no transaction is open that its batches could take for theirs
  getService(strapi, 'budgets');
  await getService(strapi, 'tools').loadFromCode();
  getService(strapi, 'logs').start();
  getService(strapi, 'log-retention').start();
  getService(strapi, 'analytics').start();
};
