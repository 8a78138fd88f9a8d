import type { Limit } from '../engine/limits-of';
import type { Admission, Quota } from '../engine/quota';
import type { RunCounter, Tally } from './run-counter';

interface Counted {
  limit: Limit;
  tally: Tally;
}

/**
 * Counts a run against all of its limits, or against none: a run that one of them refuses is given back to all. So
 * what is counted are the runs that came about, and a limit that is raised admits what it has been raised by.
 */
export const admitRun = async (
  limits: readonly Limit[],
  counter: RunCounter,
  windowSeconds: number,
): Promise<Admission> => {
  const toQuota = ({ limit: { scope, runs }, tally }: Counted, position: number): Quota => ({
    scope,
    limit: runs,
    remaining: Math.max(0, runs - position),
    windowSeconds,
    resetSeconds: Math.max(1, Math.ceil(tally.resetsInMs / 1000)),
  });

  const counted: Counted[] = [];
  for (const limit of limits) {
    const tally = await counter.count(limit.key);
    const isOver = tally.position > limit.runs;
    if (isOver) {
      await Promise.all(
        [...counted, { limit, tally }].map((one) => counter.giveBack(one.limit.key, one.tally)),
      );
      const refusedBy = toQuota({ limit, tally }, tally.position);
      return {
        quotas: [...counted.map((one) => toQuota(one, one.tally.position - 1)), refusedBy],
        refusedBy,
      };
    }
    counted.push({ limit, tally });
  }
  return { quotas: counted.map((one) => toQuota(one, one.tally.position)), refusedBy: null };
};
