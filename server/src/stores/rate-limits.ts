import type { Limit } from '../engine/limits-of';
import type { Admission, Quota } from '../engine/quota';
import type { RunCounter, Tally } from './run-counter';

interface Counted {
  limit: Limit;
  tally: Tally;
}

const toQuota = (
  { scope, runs }: Limit,
  windowSeconds: number,
  position: number,
  resetsInMs: number,
): Quota => ({
  scope,
  limit: runs,
  remaining: Math.max(0, runs - position),
  windowSeconds,
  resetSeconds: Math.max(1, Math.ceil(resetsInMs / 1000)),
});

/**
 * Counts a run against all of its limits, or against none: a run that one of them refuses is given back to all. So
 * what is counted are the runs that came about, and a limit that is raised admits what it has been raised by.
 */
export const admitRun = async (
  limits: readonly Limit[],
  counter: RunCounter,
  windowSeconds: number,
): Promise<Admission> => {
  const quotaOf = ({ limit, tally }: Counted, position: number): Quota =>
    toQuota(limit, windowSeconds, position, tally.resetsInMs);

  const passed: Counted[] = [];
  for (const limit of limits) {
    const tally = await counter.count(limit.key);
    if (tally.position > limit.runs) {
      const all = [...passed, { limit, tally }];
      await Promise.all(all.map((one) => counter.giveBack(one.limit.key, one.tally)));
      const refusedBy = quotaOf({ limit, tally }, tally.position);
      return { quotas: [...passed.map((one) => quotaOf(one, one.tally.position - 1)), refusedBy], refusedBy };
    }
    passed.push({ limit, tally });
  }
  return { quotas: passed.map((one) => quotaOf(one, one.tally.position)), refusedBy: null };
};

/** Where a run would stand, without counting one. */
export const lookAtLimits = (
  limits: readonly Limit[],
  counter: RunCounter,
  windowSeconds: number,
): Promise<Quota[]> =>
  Promise.all(
    limits.map(async (limit) => {
      const { position, resetsInMs } = (await counter.look(limit.key)) ?? {
        position: 0,
        resetsInMs: windowSeconds * 1000,
      };
      return toQuota(limit, windowSeconds, position, resetsInMs);
    }),
  );
