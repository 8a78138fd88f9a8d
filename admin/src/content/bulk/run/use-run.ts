import * as React from 'react';
import { useFindRunQuery, useForgetRunsMutation } from '../../../api/bulk-runs';
import { isGoing } from '../run-progress';
import { usePolling } from '../use-polling';
import { useProblem } from '../use-problem';

/** One run, followed as long as it is going. */
export const useRun = (id: number) => {
  const { data, error, refetch } = useFindRunQuery(id);
  const [forgetRuns] = useForgetRunsMutation();
  const readProblem = useProblem();
  const run = data?.data ?? null;
  const isOn = run !== null && isGoing(run);
  const isCutOff = usePolling(isOn, refetch);

  const wasOn = React.useRef(false);
  React.useEffect(() => {
    if (wasOn.current && !isOn) void forgetRuns();
    wasOn.current = isOn;
  }, [isOn, forgetRuns]);

  return {
    run,
    /** the last question was not answered; it is asked again */
    isCutOff,
    /** why there is nothing to show */
    problem: run ? null : readProblem(error),
    askAgain: refetch,
  };
};
