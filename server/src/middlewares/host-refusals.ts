import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { readCaller } from '../controllers/caller';
import { replyError } from '../controllers/reply';
import { toLogRow } from '../engine/log-row';
import type { LogRow } from '../engine/log-row';
import { startRun } from '../engine/run';
import { ToolError, toErrorReply, toToolError } from '../engine/tool-error';
import { getService } from '../services/get-service';
import { contentApiBase, isBelow } from './request-path';

/** Refused calls cost nobody a credential, so they must not be a way to fill the disk. */
const LOGGED_PER_MINUTE = 300;

/** Most likely at asking its database who is calling. Other statuses from 500 on are somebody's decision. */
const HOST_FAILED = 500;

/** What the host refuses, or fails at, in words of its own that lack our code. */
const toOurError = (status: number): ToolError | null => {
  if (status === HOST_FAILED) {
    return toToolError('the host failed before the tool was reached, and has logged why');
  }
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
 * reached (a body that is no JSON, wrong credentials), and what it fails at, gets its request id, its code and its log
 * row here.
 */
export const createHostRefusals = ({ strapi }: { strapi: Core.Strapi }) => {
  const base = `${contentApiBase(strapi)}v1/execute/`;
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
    if (ctx.method !== 'POST' || !isBelow(base, ctx)) return next();
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

    // what fails here is nobody's doing, and each of those who met it will want to know
    const hasFailed = status === HOST_FAILED;
    if (!hasFailed && !(await mayLog())) return;
    const caller = readCaller(ctx);
    const run = startRun(
      {
        requestId,
        // the host's router does not mind a slash at the end
        slug: ctx.path.slice(base.length).replace(/\/$/, ''),
        inputs: null,
        source: 'rest',
        caller,
      },
      startedAt,
    );
    const row = toLogRow(run, error, Date.now());
    const refusal = {
      status: 'refused',
      error_code: error?.code ?? LOGGED_CODES[status] ?? null,
      error_message: message,
    } as const;
    await getService(strapi, 'logs').record(hasFailed ? row : { ...row, ...refusal });
  };
};
