import { useFindRunQuery } from '../../../api/bulk-runs';
import { isGoing } from '../run-progress';
import { isRefused, usePolling } from '../use-polling';
import { useProblem } from '../use-problem';

/** One run, followed as long as it is going. */
export const useRun = (id: number) => {
  const { data, error, refetch } = useFindRunQuery(id);
  const readProblem = useProblem();
  const run = data?.data ?? null;
  const isNo = isRefused(error);
  const isCutOff = usePolling(run !== null && isGoing(run) && !isNo, refetch);

  return {
    run,
    /** the last question was not answered; it is asked again */
    isCutOff,
    /** why there is nothing to show, or nothing newer */
    problem: run && !isNo ? null : readProblem(error),
    askAgain: refetch,
  };
};
