import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';
import { actionId } from '../../../contracts/permissions';
import { IMPORT_CONFLICT_CHOICES } from '../../../contracts/tool-files';
import type { ExportTools, ImportTools } from '../../../contracts/tool-files';
import { getService } from '../services/get-service';
import { readBody } from './read-body';

const exportBody = z.strictObject({ ids: z.array(z.string()).max(10_000).nullish() });

const choice = z.enum(IMPORT_CONFLICT_CHOICES);
const importBody = z.strictObject({
  document: z.unknown(),
  on_conflict: choice.default('skip'),
  choices: z.record(z.string(), choice).default({}),
  dry_run: z.boolean().default(false),
});

/** Tools that leave the site as a file, and that come as one. */
export const createToolFilesController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** POST /tools/export */
  export: async (ctx: Context): Promise<void> => {
    const { ids } = readBody(ctx, exportBody);
    const data = await getService(strapi, 'tool-directory').export(ids ?? null);
    ctx.body = { data } satisfies ExportTools.Response;
  },

  /** POST /tools/import; the route asks for leave to create, and to replace is to change */
  import: async (ctx: Context): Promise<void> => {
    const { document, on_conflict, choices, dry_run } = readBody(ctx, importBody);
    const wishes = { onConflict: on_conflict, choices: new Map(Object.entries(choices)) };
    const mayReplace = ctx.state.userAbility.can(actionId('updateTools'));
    if (!mayReplace && [on_conflict, ...wishes.choices.values()].includes('replace')) {
      throw new errors.PolicyError('To replace tools takes the permission to change them.');
    }
    const data = await getService(strapi, 'tool-import').run(document, { ...wishes, isDryRun: dry_run });
    ctx.body = { data } satisfies ImportTools.Response;
  },
});
