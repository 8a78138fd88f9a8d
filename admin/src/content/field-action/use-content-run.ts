import * as React from 'react';
import type { RunInContent } from '../../../../contracts/content';
import { useRunInContent } from '../../api/content-runs';
import { STARTED, takeStep } from './run-state';
import type { ContentRun, ContentRunStep } from './run-state';

export interface OneContentRun {
  /** null as long as nothing was run */
  run: ContentRun | null;
  start(request: RunInContent.Request): void;
  /** hangs up, and the server gives up the run */
  stop(): void;
  forget(): void;
}

/** One place to run a tool in: a run takes the place of the one before. */
export const useContentRun = (): OneContentRun => {
  const runInContent = useRunInContent();
  const [run, setRun] = React.useState<ContentRun | null>(null);
  const current = React.useRef<AbortController | null>(null);

  // nobody is there any more who could read it
  React.useEffect(() => () => current.current?.abort(), []);

  const start = (request: RunInContent.Request): void => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setRun(STARTED);
    const step = (next: ContentRunStep): void => {
      if (current.current !== controller) return;
      setRun((before) => before && takeStep(before, next));
    };
    runInContent(request, { signal: controller.signal, onEvent: (event) => step({ type: 'event', event }) })
      .then((refusal) => step(refusal ? { type: 'refused', refusal } : { type: 'ended' }))
      .catch(() => step({ type: 'ended' }));
  };

  const stop = (): void => {
    current.current?.abort();
    setRun((before) => before && takeStep(before, { type: 'stopped' }));
  };

  const forget = (): void => {
    current.current?.abort();
    current.current = null;
    setRun(null);
  };

  return { run, start, stop, forget };
};
