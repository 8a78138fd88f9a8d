import * as React from 'react';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { PlaygroundEvent, RunPlayground } from '../../../contracts/playground';
import { route } from './admin-api';
import { useAuthorizedFetch } from './authorized-fetch';
import { readEvent, readRefusal } from './read-playground';
import type { Refusal } from './read-playground';

interface RunOptions {
  /** hangs up, which stops the run */
  signal: AbortSignal;
  onEvent(event: PlaygroundEvent): void;
}

/**
 * Runs a draft, and tells each event when it comes: the host's client waits for whole answers. Resolves to why the run
 * was refused, or to null when it took place; rejects when the connection breaks or is hung up.
 */
export const useRunPlayground = () => {
  const authorizedFetch = useAuthorizedFetch();
  return React.useCallback(
    async (run: RunPlayground.Request, { signal, onEvent }: RunOptions): Promise<Refusal | null> => {
      const response = await authorizedFetch(route('playground', 'run'), {
        method: 'POST',
        headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
        body: JSON.stringify(run),
        signal,
      });
      if (!response.ok || !response.body) return readRefusal(await response.text());
      const events = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
        .getReader();
      for (let next = await events.read(); !next.done; next = await events.read()) {
        const event = readEvent(next.value.data);
        if (event) onEvent(event);
      }
      return null;
    },
    [authorizedFetch],
  );
};
