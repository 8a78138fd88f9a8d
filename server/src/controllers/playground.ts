import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';
import { actionId } from '../../../contracts/permissions';
import type { PlaygroundEvent, RunPlayground } from '../../../contracts/playground';
import { getService } from '../services/get-service';
import { readCaller } from './caller';
import { createEventStream } from './event-stream';
import { abortOnHangUp } from './hang-up';
import { readBody } from './read-body';

const object = z.record(z.string(), z.unknown());

const body = z.strictObject({
  tool: object,
  inputs: object.default({}),
  id: z.string().nullish(),
  target: z.strictObject({ provider: z.string().min(1), model: z.string().min(1).nullish() }).nullish(),
});

export const createPlaygroundController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** POST /playground/run */
  run: async (ctx: Context): Promise<void> => {
    const { tool: draft, inputs, id, target } = readBody(ctx, body);
    // what is left out of the draft comes from the stored tool, and the answer shows it
    if (id && !ctx.state.userAbility.can(actionId('readTools'))) {
      throw new errors.PolicyError('To run a stored tool takes the permission to read tools.');
    }
    const playground = getService(strapi, 'playground');
    const tool = await playground.prepare(draft, { id: id ?? null, target });
    const options = { caller: readCaller(ctx), signal: abortOnHangUp(ctx) };

    if (!ctx.get('accept').includes('text/event-stream')) {
      const data = await playground.run(tool, inputs, options);
      ctx.body = { data } satisfies RunPlayground.Response;
      return;
    }
    const stream = createEventStream(ctx);
    const onEvent = (event: PlaygroundEvent) => stream.send(event);
    stream.respond();
    void playground
      .run(tool, inputs, { ...options, onEvent })
      .then((result) => onEvent({ type: 'result', result }))
      .then(() => stream.end('[DONE]'));
  },
});
