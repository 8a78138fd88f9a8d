import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { FindOneTool, FindTools } from '../../../contracts/tools';
import { getService } from '../services/get-service';
import { reply } from './reply';

export const createToolsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** GET /v1/tools */
  find: (ctx: Context) =>
    reply(ctx, async () => ({ data: await getService(strapi, 'tools').list() }) satisfies FindTools.Response),

  /** GET /v1/tools/:slug */
  findOne: (ctx: Context) =>
    reply(
      ctx,
      async () =>
        ({
          data: await getService(strapi, 'tools').summary(String(ctx.params.slug)),
        }) satisfies FindOneTool.Response,
    ),
});
