import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { ListModels } from '../../../contracts/connection';
import { PRESETS } from '../../../contracts/presets';
import type { FindToolOptions } from '../../../contracts/tool-options';
import { PARAMETER_RANGES } from '../../../contracts/parameters';
import { getService } from '../services/get-service';

/** What there is to choose from for somebody who writes a tool, and need not see the settings of the site. */
export const createToolOptionsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** GET /tool-options */
  find: async (ctx: Context): Promise<void> => {
    const providers = await getService(strapi, 'providers').list();
    const { stored, configured } = await getService(strapi, 'providers').readSources();
    ctx.body = {
      data: {
        providers: providers.map(({ id, label, adapter, account, model, problem }) => ({
          id,
          label,
          kind: adapter.kind,
          methods: [...adapter.methods],
          raw_methods: [...adapter.rawMethods],
          model,
          is_set_up: account.apiKey !== null || stored.has(id) || Object.hasOwn(configured, id),
          problem,
        })),
        presets: PRESETS,
        ranges: PARAMETER_RANGES,
        api_prefix: strapi.config.get<string>('api.rest.prefix', '/api'),
      },
    } satisfies FindToolOptions.Response;
  },

  /** GET /tool-options/:provider/models */
  findModels: async (ctx: Context): Promise<void> => {
    const id = String(ctx.params.provider);
    if (!(await getService(strapi, 'providers').find(id))) {
      throw new errors.NotFoundError('There is no provider of this id.');
    }
    const data = await getService(strapi, 'connections').listModels(id);
    ctx.body = { data } satisfies ListModels.Response;
  },
});
