import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Context } from 'koa';

/** The answer to a streaming caller, as server-sent events. */
export const createEventStream = (ctx: Context) => {
  const body = new PassThrough();
  let open: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });

  const write = async (data: string): Promise<void> => {
    open();
    if (body.destroyed || body.write(`data: ${data}\n\n`)) return;
    // a caller that reads slowly slows the provider down, instead of filling this process
    await Promise.race([once(body, 'drain'), once(body, 'close')]);
  };

  return {
    /** Resolves when the first event is there: until then the answer can still become a plain error. */
    opened,

    send: (event: object): Promise<void> => write(JSON.stringify(event)),

    end: async (lastEvent: object | '[DONE]'): Promise<void> => {
      await write(typeof lastEvent === 'string' ? lastEvent : JSON.stringify(lastEvent));
      body.end();
    },

    /** Makes the stream the answer. */
    respond: (requestId?: string): void => {
      ctx.status = 200;
      ctx.set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-cache, no-transform',
        // nginx would otherwise hold the events back until its buffer is full
        'X-Accel-Buffering': 'no',
        ...(requestId && { 'X-Request-Id': requestId }),
      });
      ctx.body = body;
    },
  };
};
