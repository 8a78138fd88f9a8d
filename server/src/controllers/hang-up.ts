import type { Context } from 'koa';

/** Aborts when the connection closes before the answer is out. */
export const abortOnHangUp = (ctx: Context): AbortSignal => {
  const controller = new AbortController();
  const { res } = ctx;
  const end = () => {
    if (!res.writableFinished) controller.abort();
  };
  // who looks only after some work may be too late to be told
  if (res.destroyed) end();
  else res.once('close', end);
  return controller.signal;
};
