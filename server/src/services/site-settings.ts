import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import type { SiteSettings } from '../../../contracts/settings';
import { getService } from './get-service';

const SHOWN = [
  'logs.capture',
  'logs.retention_days',
  'logs.durability',
  'budget_usd',
  'cache.max_bytes',
  'limits.store',
  'limits.on_failure',
];

/** What is in force for the whole site, for those who look after it. */
export const createSiteSettingsService = ({ strapi }: { strapi: Core.Strapi }) => ({
  describe: (): SiteSettings => {
    const { logs, budget_usd, cache, limits } = getService(strapi, 'settings');
    return {
      logs: { capture: logs.capture, retention_days: logs.retention_days, durability: logs.durability },
      budget_usd,
      cache: {
        max_bytes: cache.max_bytes,
        kept: getService(strapi, 'results').kept(),
        shared: getService(strapi, 'redis').shared !== null,
      },
      limits,
      configured: SHOWN.filter((name) => strapi.config.has(`plugin::${PLUGIN_ID}.${name}`)),
    };
  },
});
