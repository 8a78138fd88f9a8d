import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { ListModels, TestConnection } from '../../../contracts/connection';
import type { DeleteProvider, FindProviders, UpdateProvider } from '../../../contracts/providers';
import { toValidationError } from '../document-rules/validation-error';
import type { UncheckedFields } from '../engine/provider-change';
import { getService } from '../services/get-service';
import { readCaller } from './caller';
import { abortOnHangUp } from './hang-up';

const bodySchema = z.record(z.string(), z.unknown());

/** The fields themselves are checked with the stored ones, so that every fault is told at once. */
const readFields = (ctx: Context): UncheckedFields => {
  const reading = bodySchema.safeParse(ctx.request.body ?? {});
  if (reading.success) return reading.data;
  throw toValidationError('The body is not a JSON object.', []);
};

const readId = (ctx: Context): string => String(ctx.params.id);

export const createProvidersController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** GET /providers */
  find: async (ctx: Context): Promise<void> => {
    const settings = getService(strapi, 'provider-settings');
    ctx.body = { data: await settings.list(), kinds: settings.kinds() } satisfies FindProviders.Response;
  },

  /** PUT /providers/:id */
  update: async (ctx: Context): Promise<void> => {
    const data = await getService(strapi, 'provider-settings').update(readId(ctx), readFields(ctx));
    ctx.body = { data } satisfies UpdateProvider.Response;
  },

  /** DELETE /providers/:id */
  delete: async (ctx: Context): Promise<void> => {
    const data = await getService(strapi, 'provider-settings').remove(readId(ctx));
    ctx.body = { data } satisfies DeleteProvider.Response;
  },

  /** POST /providers/:id/test */
  test: async (ctx: Context): Promise<void> => {
    const signal = abortOnHangUp(ctx);
    const data = await getService(strapi, 'connections').test(readId(ctx), readFields(ctx), {
      signal,
      caller: readCaller(ctx),
    });
    ctx.body = { data } satisfies TestConnection.Response;
  },

  /** POST /providers/:id/models */
  listModels: async (ctx: Context): Promise<void> => {
    const data = await getService(strapi, 'connections').listModels(readId(ctx), readFields(ctx));
    ctx.body = { data } satisfies ListModels.Response;
  },
});
