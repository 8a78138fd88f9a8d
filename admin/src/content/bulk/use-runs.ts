import * as React from 'react';
import { useNotification } from '@strapi/strapi/admin';
import type { BulkRun } from '../../../../contracts/bulk-runs';
import { useForgetEntriesMutation, useListRunsQuery } from '../../api/bulk-runs';
import type { BulkView } from './bulk-window';
import { endedRuns, hasWritten, isGoing } from './run-progress';
import { isRefused, usePolling } from './use-polling';
import { useProblem } from './use-problem';
import { useRunWords } from './use-run-words';

const NONE: BulkRun[] = [];

/**
 * The runs of a type, followed as long as one of them is going. What they write, the host does not know of: it reads its
 * list again when one has ended. Somebody who does not look at the run is told.
 */
export const useRuns = (model: string, view: BulkView): { runs: BulkRun[]; problem: string | null } => {
  const { data, error, refetch } = useListRunsQuery(model);
  const [forgetEntries] = useForgetEntriesMutation();
  const { toggleNotification } = useNotification();
  const readProblem = useProblem();
  const words = useRunWords();
  const runs = data?.data ?? NONE;
  // a window that shows a run follows it itself, and this list learns of it
  usePolling(view?.kind !== 'run' && runs.some(isGoing) && !isRefused(error), refetch);

  const seen = React.useRef<BulkRun[] | null>(null);
  const tell = React.useRef<(ended: BulkRun[]) => void>(() => {});
  tell.current = (ended) => {
    if (view?.kind === 'run') return;
    for (const run of ended) {
      toggleNotification({
        type: run.stopped_because || run.counts.failed > 0 ? 'warning' : 'success',
        title: words.title(run),
        message: words.outcome(run),
      });
    }
  };
  React.useEffect(() => {
    if (!data) return;
    const ended = seen.current ? endedRuns(seen.current, data.data) : [];
    // while a run goes, only what somebody opens next is read anew: the list would flicker with each answer
    if (ended.length > 0 || (seen.current === null && hasWritten(null, data.data, Date.now()))) {
      void forgetEntries({ contentType: model, list: true });
    } else if (hasWritten(seen.current, data.data, Date.now())) {
      void forgetEntries({ contentType: model, list: false });
    }
    seen.current = data.data;
    if (ended.length > 0) tell.current(ended);
  }, [data, forgetEntries, model]);

  return { runs, problem: data ? null : readProblem(error) };
};
