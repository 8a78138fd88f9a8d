import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import { readCaller } from '../controllers/caller';
import { replyError } from '../controllers/reply';
import { toLogRow } from '../engine/log-row';
import type { LogRow } from '../engine/log-row';
import { startRun } from '../engine/run';
import { ToolError, toErrorReply } from '../engine/tool-error';
import { getService } from '../services/get-service';

/** Refused calls cost nobody a credential, so they must not be a way to fill the disk. */
const LOGGED_PER_MINUTE = 300;

/** What the host refuses in words of its own that lack our code. */
const toOurError = (status: number): ToolError | null => {
  if (status === 400) {
    return new ToolError(
      'invalid_request',
      'The body is not a JSON object. Send the inputs as {"name": value}.',
    );
  }
  if (status === 404 || status === 405) {
    return new ToolError('tool_not_found', 'There is no tool with this slug, or it is switched off.');
  }
  return null;
};

const LOGGED_CODES: Record<number, LogRow['error_code']> = {
  401: 'unauthorized',
  403: 'forbidden',
  413: 'payload_too_large',
  429: 'rate_limit_exceeded',
};

const hostMessage = (body: unknown): string => {
  const { error } = Object(body);
  return typeof error?.message === 'string' ? error.message : 'Refused';
};

/**
 * Stands before everything of the host, on the execute route only. What the host refuses before the controller is
 * reached (a body that is no JSON, wrong credentials) gets its request id, its code and its log row here.
 */
export const createHostRefusals = ({ strapi }: { strapi: Core.Strapi }) => {
  const base = `${strapi.config.get('api.rest.prefix', '/api')}/${PLUGIN_ID}/v1/execute/`;
  const perMinute = new RateLimiterMemory({ points: LOGGED_PER_MINUTE, duration: 60 });

  const mayLog = async (): Promise<boolean> => {
    try {
      await perMinute.consume('refusals');
      return true;
    } catch (limit) {
      if (Object(limit).consumedPoints === LOGGED_PER_MINUTE + 1) {
        strapi.log.warn(
          `[ai-tools] more than ${LOGGED_PER_MINUTE} refused calls in a minute: the others are not logged`,
        );
      }
      return false;
    }
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method !== 'POST' || !ctx.path.startsWith(base)) return next();
    const startedAt = Date.now();
    await next();
    // the controller was reached and has said and logged what there was to say
    if (ctx.status < 400 || ctx.state.reachedAiTools) return;

    const requestId = randomUUID();
    const { status } = ctx;
    const error = toOurError(status);
    const message = error?.message ?? hostMessage(ctx.body);
    if (error) replyError(ctx, toErrorReply(error, requestId));
    else ctx.set('X-Request-Id', requestId);

    if (!(await mayLog())) return;
    const caller = readCaller(ctx);
    const run = startRun(
      { requestId, slug: ctx.path.slice(base.length), inputs: null, source: 'rest', caller },
      startedAt,
    );
    await getService(strapi, 'logs').record({
      ...toLogRow(run, error, Date.now()),
      status: 'refused',
      error_code: error?.code ?? LOGGED_CODES[status] ?? null,
      error_message: message,
    });
  };
};
