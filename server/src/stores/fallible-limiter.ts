import pLimit from 'p-limit';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { withPatience } from './patience';

/** A limiter whose store may be slow or gone. */
export interface FallibleLimiter {
  /** Rejects in time when the store does not answer, and at once while it is known to be broken. */
  ask<Result>(work: (limiter: RateLimiterAbstract) => Promise<Result>): Promise<Result>;
}

/** While the store is broken, one question in this time is put to it, and the others do not wait. */
export const TRY_AGAIN_MS = 1000;
/** So many connections of the site's pool are in use at most, even when none of them answers. */
const AT_ONCE = 4;

export const createFallibleLimiter = (options: {
  /** Makes the store ready, with its tables where it has some. Called again after every failure. */
  open: () => Promise<RateLimiterAbstract>;
  deadlineMs: number;
  onFailure: (error: unknown) => void;
}): FallibleLimiter => {
  const { open, deadlineMs, onFailure } = options;
  const slots = pLimit(AT_ONCE);
  let limiter: Promise<RateLimiterAbstract> | null = null;
  let isBroken = false;
  let tryAgainAt = 0;

  const mayAsk = (): boolean => {
    if (!isBroken) return true;
    if (Date.now() < tryAgainAt || slots.activeCount >= AT_ONCE) return false;
    tryAgainAt = Date.now() + TRY_AGAIN_MS;
    return true;
  };

  /** Once more after an error: a table that is gone is made again, and after a deadlock it is one's turn. */
  const askTwice = async <Result>(work: (limiter: RateLimiterAbstract) => Promise<Result>) => {
    try {
      return await work(await (limiter ??= open()));
    } catch {
      limiter = open();
      return work(await limiter);
    }
  };

  return {
    ask: async (work) => {
      if (!mayAsk()) throw new Error('the store is broken');
      let isTooLate = false;
      const turn = slots(async () => {
        // whoever asked has helped himself
        if (isTooLate) throw new Error('asked too late');
        const result = await askTwice(work);
        // also when nobody waits for this answer any more: it says that the store is back
        isBroken = false;
        return result;
      });
      try {
        return await withPatience(deadlineMs, turn);
      } catch (error) {
        isTooLate = true;
        isBroken = true;
        tryAgainAt = Date.now() + TRY_AGAIN_MS;
        limiter = null;
        onFailure(error);
        throw error;
      }
    },
  };
};
