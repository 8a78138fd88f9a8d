import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import { actionId } from '../../../contracts/permissions';
import type {
  CreateTool,
  DeleteTool,
  DuplicateTool,
  FindToolDependents,
  ListTools,
  ReadTool,
  SwitchTool,
  UpdateTool,
} from '../../../contracts/tool-admin';
import type { CheckTool } from '../../../contracts/tool-check';
import { TOOL_SORTS } from '../../../contracts/tool-admin';
import { getService } from '../services/get-service';
import { readBody, readQuery } from './read-body';
import { replyConflict } from './reply';

const MAX_PAGE_SIZE = 1000;

/** The fields of a tool are checked by its own rules, so that every fault is told at once. */
const draft = z.record(z.string(), z.unknown());
const inputs = z.record(z.string(), z.unknown());

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1, 'must be at least 1').max(max, `must be at most ${max}`));

const [firstSort, ...otherSorts] = TOOL_SORTS.flatMap((field) => [field, `${field}:desc`] as const);

const listQuery = z.object({
  search: z.string().max(200).default(''),
  provider: z.string().optional(),
  enabled: z.enum(['true', 'false']).optional(),
  defined_in: z.enum(['site', 'code']).optional(),
  sort: z.enum([firstSort ?? 'name', ...otherSorts]).default('name'),
  page: wholeNumber(1_000_000).default(1),
  pageSize: wholeNumber(MAX_PAGE_SIZE).default(50),
});

const idOf = (ctx: Context): string => String(ctx.params.id);

/** The tools of the site, for those who look after them. */
export const createToolAdminController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** GET /tools */
  find: async (ctx: Context): Promise<void> => {
    const { search, enabled, defined_in, sort, ...query } = readQuery(ctx, listQuery);
    const [field] = TOOL_SORTS.filter((name) => sort === name || sort === `${name}:desc`);
    ctx.body = (await getService(strapi, 'tool-directory').list({
      ...query,
      words: search.split(/\s+/).filter((word) => word !== ''),
      enabled: enabled && enabled === 'true',
      definedIn: defined_in,
      sort: field ?? 'name',
      descending: sort.endsWith(':desc'),
    })) satisfies ListTools.Response;
  },

  /** GET /tools/:id */
  findOne: async (ctx: Context): Promise<void> => {
    const data = await getService(strapi, 'tool-directory').read(idOf(ctx));
    ctx.body = { data } satisfies ReadTool.Response;
  },

  /** POST /tools */
  create: async (ctx: Context): Promise<void> => {
    const { tool } = readBody(ctx, z.strictObject({ tool: draft }));
    const data = await getService(strapi, 'tool-writes').create(tool);
    ctx.status = 201;
    ctx.body = { data } satisfies CreateTool.Response;
  },

  /** PUT /tools/:id */
  update: async (ctx: Context): Promise<void> => {
    const body = z.strictObject({ tool: draft, updated_at: z.iso.datetime() });
    const { tool, updated_at } = readBody(ctx, body);
    const outcome = await getService(strapi, 'tool-writes').update(idOf(ctx), tool, updated_at);
    if ('conflict' in outcome) return replyConflict(ctx, outcome.conflict);
    ctx.body = { data: outcome.tool } satisfies UpdateTool.Response;
  },

  /** PUT /tools/:id/enabled */
  setEnabled: async (ctx: Context): Promise<void> => {
    const { enabled } = readBody(ctx, z.strictObject({ enabled: z.boolean() }));
    const data = await getService(strapi, 'tool-writes').setEnabled(idOf(ctx), enabled);
    ctx.body = { data } satisfies SwitchTool.Response;
  },

  /** POST /tools/:id/duplicate */
  duplicate: async (ctx: Context): Promise<void> => {
    const data = await getService(strapi, 'tool-writes').duplicate(idOf(ctx));
    ctx.status = 201;
    ctx.body = { data } satisfies DuplicateTool.Response;
  },

  /** GET /tools/:id/dependents */
  findDependents: async (ctx: Context): Promise<void> => {
    // names of users and administrators are the log's
    const { userAbility: ability } = ctx.state;
    const withNames = ability.can(actionId('readLogs'));
    const data = await getService(strapi, 'tool-dependents').find(idOf(ctx), { withNames, ability });
    ctx.body = { data } satisfies FindToolDependents.Response;
  },

  /** DELETE /tools/:id */
  delete: async (ctx: Context): Promise<void> => {
    const data = await getService(strapi, 'tool-writes').remove(idOf(ctx));
    ctx.body = { data } satisfies DeleteTool.Response;
  },

  /** POST /tools/check */
  check: async (ctx: Context): Promise<void> => {
    const body = z.strictObject({ tool: draft, id: z.string().nullish(), inputs: inputs.nullish() });
    const { tool, id, inputs: typed } = readBody(ctx, body);
    const options = { id: id ?? null, inputs: typed ?? null };
    const data = await getService(strapi, 'tool-drafts').check(tool, options);
    ctx.body = { data } satisfies CheckTool.Response;
  },
});
