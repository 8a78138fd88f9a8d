import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { GetSettings } from '../../../contracts/settings';
import { getService } from '../services/get-service';

export const createSettingsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** GET /settings */
  find: (ctx: Context): void => {
    ctx.body = { data: getService(strapi, 'site-settings').describe() } satisfies GetSettings.Response;
  },
});
