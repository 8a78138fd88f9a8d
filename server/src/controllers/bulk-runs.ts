import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';
import { BULK_ITEM_STATES, MOST_BULK_ENTRIES } from '../../../contracts/bulk-runs';
import type {
  BulkOrder,
  ChangeBulkRun,
  EstimateBulkRun,
  FindBulkRun,
  ListBulkItems,
  ListBulkRuns,
  PreviewBulkRun,
  StartBulkRun,
} from '../../../contracts/bulk-runs';
import type { BulkChange } from '../engine/bulk-transitions';
import { fieldPath, inputSources } from '../engine/content-mapping';
import { toAdministrator } from '../services/administrators';
import type { Administrator } from '../services/administrators';
import { BulkConflict } from '../services/bulk-runs';
import { getService } from '../services/get-service';
import { abortOnHangUp } from './hang-up';
import { readBody, readQuery } from './read-body';

const word = z.string().min(1).max(255);

const orderBody = z.strictObject({
  content_type: word,
  locale: word.nullish().transform((locale) => locale ?? null),
  document_ids: z
    .array(word)
    .min(1, 'must name at least one entry')
    .max(MOST_BULK_ENTRIES, `must name at most ${MOST_BULK_ENTRIES} entries`),
  tool: word,
  inputs: inputSources,
  target: fieldPath,
}) satisfies z.ZodType<BulkOrder>;

const runsQuery = z.object({ content_type: word.optional() });
const itemsQuery = z.object({
  state: z.enum(BULK_ITEM_STATES, `must be one of ${BULK_ITEM_STATES.join(', ')}`).optional(),
});

const readAdministrator = (ctx: Context): Administrator =>
  toAdministrator(ctx.state.user, ctx.state.userAbility);

const idOf = (ctx: Context): number => {
  const id = Number(ctx.params.id);
  if (Number.isSafeInteger(id) && id > 0 && id < 2 ** 31) return id;
  throw new errors.NotFoundError('There is no bulk run of this number.');
};

/** The host has no error for a change that comes at the wrong time. */
const replyConflict = (ctx: Context, message: string): void => {
  ctx.status = 409;
  ctx.body = { data: null, error: { status: 409, name: 'ConflictError', message, details: {} } };
};

export const createBulkRunsController = ({ strapi }: { strapi: Core.Strapi }) => {
  const change = (what: BulkChange) => async (ctx: Context) => {
    try {
      const data = await getService(strapi, 'bulk-runs').change(idOf(ctx), what, readAdministrator(ctx));
      ctx.body = { data } satisfies ChangeBulkRun.Response;
    } catch (error) {
      if (!(error instanceof BulkConflict)) throw error;
      replyConflict(ctx, error.message);
    }
  };

  return {
    /** POST /bulk-runs/estimate */
    estimate: async (ctx: Context): Promise<void> => {
      const order = readBody(ctx, orderBody);
      const data = await getService(strapi, 'bulk-runs').estimate(order, readAdministrator(ctx));
      ctx.body = { data } satisfies EstimateBulkRun.Response;
    },

    /** POST /bulk-runs/preview */
    preview: async (ctx: Context): Promise<void> => {
      const order = readBody(ctx, orderBody);
      const signal = abortOnHangUp(ctx);
      const data = await getService(strapi, 'bulk-runs').preview(order, readAdministrator(ctx), signal);
      ctx.body = { data } satisfies PreviewBulkRun.Response;
    },

    /** POST /bulk-runs */
    begin: async (ctx: Context): Promise<void> => {
      const order = readBody(ctx, orderBody);
      const data = await getService(strapi, 'bulk-runs').begin(order, readAdministrator(ctx));
      ctx.status = 201;
      ctx.body = { data } satisfies StartBulkRun.Response;
    },

    /** GET /bulk-runs */
    find: async (ctx: Context): Promise<void> => {
      const { content_type } = readQuery(ctx, runsQuery);
      const data = await getService(strapi, 'bulk-runs').list(content_type ?? null, readAdministrator(ctx));
      ctx.body = { data } satisfies ListBulkRuns.Response;
    },

    /** GET /bulk-runs/:id */
    findOne: async (ctx: Context): Promise<void> => {
      const data = await getService(strapi, 'bulk-runs').find(idOf(ctx), readAdministrator(ctx));
      ctx.body = { data } satisfies FindBulkRun.Response;
    },

    /** GET /bulk-runs/:id/items */
    findItems: async (ctx: Context): Promise<void> => {
      const { state } = readQuery(ctx, itemsQuery);
      const runs = getService(strapi, 'bulk-runs');
      const data = await runs.items(idOf(ctx), state ?? null, readAdministrator(ctx));
      ctx.body = { data } satisfies ListBulkItems.Response;
    },

    /** POST /bulk-runs/:id/stop */
    stop: change('stop'),

    /** POST /bulk-runs/:id/resume */
    resume: change('resume'),

    /** POST /bulk-runs/:id/undo */
    undo: change('undo'),
  };
};
