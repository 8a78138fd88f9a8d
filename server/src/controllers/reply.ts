import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import type { ErrorReply } from '../../../contracts/errors';
import type { AdminTool, UpdateConflict } from '../../../contracts/tool-admin';
import { toErrorReply, toToolError } from '../engine/tool-error';

export const isErrorReply = (answer: object): answer is ErrorReply => 'error' in answer;

/**
 * Writes an error to the response: the only place that does. By hand, because the host's error middleware drops
 * message and details of everything that is thrown with a status from 500 on.
 */
export const replyError = (ctx: Context, { error }: ErrorReply): void => {
  const { request_id, retry_after_seconds } = error.details;
  ctx.status = error.status;
  ctx.set('X-Request-Id', request_id);
  if (retry_after_seconds !== undefined) ctx.set('Retry-After', String(retry_after_seconds));
  ctx.body = { data: null, error };
};

/** Answers with what `work` brings, or with its error. */
export const reply = async <Body extends object>(ctx: Context, work: () => Promise<Body>): Promise<void> => {
  try {
    ctx.body = await work();
  } catch (thrown) {
    replyError(ctx, toErrorReply(toToolError(thrown), randomUUID()));
  }
};

/** Refuses a change of something that somebody else has changed since it was read. The host has no error for it. */
export const replyConflict = (ctx: Context, current: AdminTool): void => {
  ctx.status = 409;
  ctx.body = {
    data: null,
    error: {
      status: 409,
      name: 'ConflictError',
      message:
        'Somebody else has changed this tool since you opened it. Look at what it is now, and save again.',
      details: { current } satisfies UpdateConflict,
    },
  };
};
