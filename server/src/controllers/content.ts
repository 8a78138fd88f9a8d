import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { ListContentTools, PreviewBlock } from '../../../contracts/content';
import { getService } from '../services/get-service';
import { readCaller } from './caller';
import { abortOnHangUp } from './hang-up';
import { readBody } from './read-body';

const LONGEST_SLUG = 255;

export const createContentController = ({ strapi }: { strapi: Core.Strapi }) => {
  const preview = z.strictObject({
    content_type: z
      .string()
      .refine((uid) => Object.hasOwn(strapi.contentTypes, uid), 'must be the uid of a content type'),
    block: z.strictObject({
      maxLength: z.int('must be a whole number from 1').min(1, 'must be a whole number from 1'),
      tool: z.string().max(LONGEST_SLUG),
    }),
    entry: z.record(z.string(), z.unknown()),
  }) satisfies z.ZodType<PreviewBlock.Request>;

  return {
    /** GET /content/tools */
    tools: async (ctx: Context): Promise<void> => {
      const data = await getService(strapi, 'content-tools').list();
      ctx.body = { data } satisfies ListContentTools.Response;
    },

    /** POST /content/preview */
    preview: async (ctx: Context): Promise<void> => {
      const request = readBody(ctx, preview);
      const data = await getService(strapi, 'content-tools').preview(request, {
        caller: readCaller(ctx),
        signal: abortOnHangUp(ctx),
      });
      ctx.body = { data } satisfies PreviewBlock.Response;
    },
  };
};
