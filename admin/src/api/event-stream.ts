import * as React from 'react';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useAuthorizedFetch } from './authorized-fetch';
import { readRefusal } from './read-playground';
import type { Refusal } from './read-playground';

interface StreamOptions {
  /** hangs up, which stops what the server does */
  signal: AbortSignal;
  /** with the data of each event, when it comes */
  onData(data: string): void;
}

/**
 * Posts to an admin route that answers with events: the host's client waits for whole answers. `path` is one of
 * `route(…)`. Resolves to why the request was refused, or to null when the events have ended; rejects when the
 * connection breaks or is hung up.
 */
export const useEventStream = () => {
  const authorizedFetch = useAuthorizedFetch();
  return React.useCallback(
    async (path: string, body: object, { signal, onData }: StreamOptions): Promise<Refusal | null> => {
      const response = await authorizedFetch(path, {
        method: 'POST',
        headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      });
      if (!response.ok || !response.body) return readRefusal(await response.text());
      const events = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
        .getReader();
      for (let next = await events.read(); !next.done; next = await events.read()) onData(next.value.data);
      return null;
    },
    [authorizedFetch],
  );
};
