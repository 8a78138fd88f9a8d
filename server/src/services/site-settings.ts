import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import type { SiteSettings } from '../../../contracts/settings';
import { toValidationError } from '../document-rules/validation-error';
import { changeSettings, describeChosen, settleSettings } from '../engine/site-settings';
import { getService } from './get-service';

/** Set in config/plugins alone, since a site that runs cannot change them. */
const ONLY_CONFIGURED = ['logs.durability', 'limits.store', 'limits.on_failure', 'redis.url'];

/** What is in force for the whole site, for those who look after it. */
export const createSiteSettingsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const describe = async (): Promise<SiteSettings> => {
    const inForce = getService(strapi, 'settings-in-force');
    const chosen = await inForce.readChosen();
    const { logs, budget_usd, cache } = inForce.current();
    const { logs: fixedLogs, limits } = getService(strapi, 'settings');
    return {
      logs: { ...logs, durability: fixedLogs.durability },
      budget_usd,
      cache: {
        ...cache,
        kept: getService(strapi, 'results').kept(),
        shared: getService(strapi, 'redis').shared !== null,
      },
      limits,
      chosen: describeChosen(chosen),
      defaults: settleSettings({}, {}),
      configured: [
        ...Object.keys(inForce.configured()),
        ...ONLY_CONFIGURED.filter((name) => strapi.config.get(`plugin::${PLUGIN_ID}.${name}`) !== undefined),
      ],
    };
  };

  return {
    describe,

    /**
     * Stores what is new of the site's settings; it holds at once, and on the site's other instances within seconds. What
     * is left out stays, null goes back to the default. Throws the host's ValidationError with every fault at once.
     *
     * @example
     * await strapi.plugin('ai-tools').service('site-settings').update({ logs: { retention_days: 30 } });
     */
    update: async (changes: object): Promise<SiteSettings> => {
      const inForce = getService(strapi, 'settings-in-force');
      await inForce.change((stored) => {
        const outcome = changeSettings(stored, changes, inForce.configured());
        if ('faults' in outcome) throw toValidationError('The settings cannot be saved.', outcome.faults);
        return outcome.chosen;
      });
      return describe();
    },
  };
};
