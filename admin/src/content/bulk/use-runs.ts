import * as React from 'react';
import { useNotification } from '@strapi/strapi/admin';
import type { BulkRun } from '../../../../contracts/bulk-runs';
import { useForgetEntriesMutation, useListRunsQuery } from '../../api/bulk-runs';
import type { BulkView } from './bulk-window';
import { endedRuns, isGoing } from './run-progress';
import { usePolling } from './use-polling';
import { useProblem } from './use-problem';
import { useRunWords } from './use-run-words';

const NONE: BulkRun[] = [];

/**
 * The runs of a type, followed as long as one of them is going. When one has ended, the host's list is read again, and
 * somebody who does not look at the run is told.
 */
export const useRuns = (model: string, view: BulkView): { runs: BulkRun[]; problem: string | null } => {
  const { data, error, refetch } = useListRunsQuery(model);
  const [forgetEntries] = useForgetEntriesMutation();
  const { toggleNotification } = useNotification();
  const readProblem = useProblem();
  const words = useRunWords();
  const runs = data?.data ?? NONE;
  // a window that shows a run follows it itself, and this list learns of it
  usePolling(view?.kind !== 'run' && runs.some(isGoing), refetch);

  const seen = React.useRef<BulkRun[] | null>(null);
  const tell = React.useRef<(ended: BulkRun[]) => void>(() => {});
  tell.current = (ended) => {
    void forgetEntries(model);
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
    seen.current = data.data;
    if (ended.length > 0) tell.current(ended);
  }, [data]);

  return { runs, problem: data ? null : readProblem(error) };
};
