import type { Context } from 'koa';

/** Aborts when the connection closes before the answer is out. */
export const abortOnHangUp = (ctx: Context): AbortSignal => {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
};
