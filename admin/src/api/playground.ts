import * as React from 'react';
import type { PlaygroundEvent, RunPlayground } from '../../../contracts/playground';
import { route } from './admin-api';
import { useEventStream } from './event-stream';
import { readEvent } from './read-playground';
import type { Refusal } from './read-playground';

interface RunOptions {
  /** hangs up, which stops the run */
  signal: AbortSignal;
  onEvent(event: PlaygroundEvent): void;
}

/**
 * Runs a draft, and tells each event when it comes. Resolves to why the run was refused, or to null when it took place;
 * rejects when the connection breaks or is hung up.
 */
export const useRunPlayground = () => {
  const stream = useEventStream();
  return React.useCallback(
    (run: RunPlayground.Request, { signal, onEvent }: RunOptions): Promise<Refusal | null> => {
      const onData = (data: string): void => {
        const event = readEvent(data);
        if (event) onEvent(event);
      };
      return stream(route('playground', 'run'), run, { signal, onData });
    },
    [stream],
  );
};
