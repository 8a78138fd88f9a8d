import * as React from 'react';
import type { RunPlayground } from '../../../../../contracts/playground';
import { useRunPlayground } from '../../../api/playground';
import { STARTED, takeStep } from './run-state';
import type { RunState, RunStep } from './run-state';

export interface OneRun {
  /** null as long as nothing was run */
  state: RunState | null;
  /** how many were started so far */
  runs: number;
  start(request: RunPlayground.Request): void;
  /** hangs up, and the server gives up the run */
  stop(): void;
  forget(): void;
}

/** One place to run a draft in: a run takes the place of the one before. */
export const useRun = (): OneRun => {
  const run = useRunPlayground();
  const [state, setState] = React.useState<RunState | null>(null);
  const [runs, setRuns] = React.useState(0);
  const current = React.useRef<AbortController | null>(null);

  const stop = React.useCallback(() => {
    current.current?.abort();
    setState((before) => before && takeStep(before, { type: 'stopped' }));
  }, []);
  // nobody is there any more who could read it
  React.useEffect(() => () => current.current?.abort(), []);

  const start = (request: RunPlayground.Request): void => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setState(STARTED);
    setRuns((before) => before + 1);
    const step = (next: RunStep): void => {
      if (current.current !== controller) return;
      setState((before) => before && takeStep(before, next));
    };
    run(request, { signal: controller.signal, onEvent: (event) => step({ type: 'event', event }) })
      .then((refusal) => step(refusal ? { type: 'refused', refusal } : { type: 'ended' }))
      .catch(() => step({ type: 'ended' }));
  };

  const forget = (): void => {
    current.current?.abort();
    current.current = null;
    setState(null);
  };

  return { state, runs, start, stop, forget };
};
