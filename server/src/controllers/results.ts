import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { ClearCache } from '../../../contracts/settings';
import type { ClearToolCache } from '../../../contracts/tools';
import { getService } from '../services/get-service';

export const createResultsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** DELETE /cache */
  clearAll: async (ctx: Context): Promise<void> => {
    ctx.body = { data: await getService(strapi, 'results').clear(null) } satisfies ClearCache.Response;
  },

  /** DELETE /tools/:slug/cache */
  clear: async (ctx: Context): Promise<void> => {
    const slug = String(ctx.params.slug);
    if (!(await getService(strapi, 'tools').isTaken(slug))) {
      throw new errors.NotFoundError('There is no tool with this slug.');
    }
    ctx.body = {
      data: await getService(strapi, 'results').clear(slug),
    } satisfies ClearToolCache.Response;
  },
});
