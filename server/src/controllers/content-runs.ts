import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import { FIELD_SOURCE } from '../../../contracts/content';
import type { ContentRunEvent, FindMappings, SaveMapping } from '../../../contracts/content';
import { contentMapping } from '../engine/content-mapping';
import { isSlug } from '../engine/slug';
import { getService } from '../services/get-service';
import { readCaller } from './caller';
import { createEventStream } from './event-stream';
import { abortOnHangUp } from './hang-up';
import { readBody, readQuery } from './read-body';

const contentType = z.string().min(1).max(255);

const runBody = z.strictObject({
  tool: z.string().min(1).max(255),
  inputs: z.record(z.string(), z.unknown()).default({}),
});

const mappingBody = z.strictObject({
  content_type: contentType,
  tool: z.string().refine(isSlug, 'must be the slug of a tool'),
  mapping: contentMapping,
});

/** Tools for those who edit an entry. Nothing here reads or writes entries: their values come and go with the form. */
export const createContentRunsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** POST /content/run */
  run: async (ctx: Context): Promise<void> => {
    const { tool, inputs } = readBody(ctx, runBody);
    const options = { caller: readCaller(ctx), signal: abortOnHangUp(ctx), source: FIELD_SOURCE };
    const stream = createEventStream(ctx);
    const send = (event: ContentRunEvent) => stream.send(event);
    stream.respond();
    void getService(strapi, 'execute')
      .executeTool(tool, inputs, { ...options, onChunk: (chunk) => send({ type: 'chunk', chunk }) })
      .then((result) => send({ type: 'result', result }))
      .then(() => stream.end('[DONE]'));
  },

  /** GET /content/mappings */
  findMappings: async (ctx: Context): Promise<void> => {
    const { content_type } = readQuery(ctx, z.object({ content_type: contentType }));
    const data = await getService(strapi, 'content-mappings').find(content_type, ctx.state.userAbility);
    ctx.body = { data } satisfies FindMappings.Response;
  },

  /** PUT /content/mappings */
  saveMapping: async (ctx: Context): Promise<void> => {
    const { content_type, tool, mapping } = readBody(ctx, mappingBody);
    await getService(strapi, 'content-mappings').save(
      { contentType: content_type, tool, mapping },
      ctx.state.userAbility,
    );
    ctx.body = { data: mapping } satisfies SaveMapping.Response;
  },
});
