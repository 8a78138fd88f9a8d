import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { GetSettings, UpdateSettings } from '../../../contracts/settings';
import { getService } from '../services/get-service';
import { readBody } from './read-body';

/** The settings themselves are checked together with what code has set of them. */
const changesSchema = z.record(z.string(), z.unknown());

export const createSettingsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** GET /settings */
  find: async (ctx: Context): Promise<void> => {
    ctx.body = {
      data: await getService(strapi, 'site-settings').describe(),
    } satisfies GetSettings.Response;
  },

  /** PUT /settings */
  update: async (ctx: Context): Promise<void> => {
    const changes = readBody(ctx, changesSchema);
    ctx.body = {
      data: await getService(strapi, 'site-settings').update(changes),
    } satisfies UpdateSettings.Response;
  },
});
