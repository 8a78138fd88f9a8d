import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { Execute } from '../../../contracts/execute';
import type { Quota } from '../engine/quota';
import type { RunRequest } from '../engine/run';
import { getService } from '../services/get-service';
import { readCaller } from './caller';
import { createEventStream } from './event-stream';
import { abortOnHangUp } from './hang-up';
import { rateLimitHeaders } from './rate-limit-headers';
import { isErrorReply, replyError } from './reply';

const wantsStream = (ctx: Context): boolean =>
  ctx.query.stream === 'true' || (ctx.get('accept') || '').includes('text/event-stream');

/** A body of another type reaches us as text, or as an object of strings; both are no JSON object. */
const readBody = (ctx: Context): unknown => {
  const { type, body } = ctx.request;
  return type === '' || type.endsWith('json') ? body : undefined;
};

/** Whether the answer was there already, and for how long: for tools that keep theirs. */
const tellReuse =
  (ctx: Context): RunRequest['onReuse'] =>
  ({ cached, ageSeconds }) => {
    ctx.set('X-Cache', cached ? 'HIT' : 'MISS');
    if (cached) ctx.set('Age', String(ageSeconds));
  };

export const createExecuteController = ({ strapi }: { strapi: Core.Strapi }) => {
  const answerWhole = async (ctx: Context, request: RunRequest): Promise<void> => {
    const answer = await getService(strapi, 'execute').run(request);
    if (isErrorReply(answer)) return replyError(ctx, answer);
    ctx.set('X-Request-Id', answer.meta.request_id);
    ctx.body = answer satisfies Execute.Response;
  };

  const answerInPieces = async (ctx: Context, request: RunRequest): Promise<void> => {
    const stream = createEventStream(ctx);
    const finished = getService(strapi, 'execute').run({
      ...request,
      onChunk: stream.send,
    });
    const first = await Promise.race([stream.opened, finished]);
    if (first && isErrorReply(first)) return replyError(ctx, first);

    stream.respond(request.requestId);
    void finished.then((answer) => stream.end(isErrorReply(answer) ? answer : '[DONE]'));
  };

  return {
    /** POST /v1/execute/:slug */
    run: async (ctx: Context): Promise<void> => {
      ctx.state.reachedAiTools = true;
      let wasTold = false;
      const tell = (quotas: readonly Quota[]): void => {
        wasTold = true;
        ctx.set(rateLimitHeaders(quotas));
      };
      const request: RunRequest = {
        requestId: randomUUID(),
        slug: String(ctx.params.slug),
        inputs: readBody(ctx),
        source: 'rest',
        caller: readCaller(ctx),
        signal: abortOnHangUp(ctx),
        onAdmission: tell,
        onReuse: tellReuse(ctx),
      };
      await (wantsStream(ctx) ? answerInPieces(ctx, request) : answerWhole(ctx, request));
      // faulty inputs are not counted, and yet their sender wants to know
      if (!wasTold && ctx.status === 400) {
        tell(await getService(strapi, 'limits').look(request.slug, request.caller));
      }
    },
  };
};
