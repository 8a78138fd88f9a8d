import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ToolError } from '../engine/tool-error';
import { createBatches } from './batches';
import type { Share } from './batches';
import { TRY_AGAIN_MS } from './fallible-limiter';
import type { FallibleLimiter } from './fallible-limiter';

/** What the count of a key has come to. */
export interface Tally {
  /** the runs of this window up to this one */
  position: number;
  resetsInMs: number;
  countedBy: 'store' | 'insurance';
}

export interface RunCounter {
  count(key: string): Promise<Tally>;
  /** Without counting anything; null when this window has seen no run, or nobody knows. Never throws. */
  look(key: string): Promise<Omit<Tally, 'countedBy'> | null>;
  /** Takes back what was counted for a run that did not come about. Never throws. */
  giveBack(key: string, tally: Tally): Promise<void>;
}

/** For a limiter that only counts: limits change, and the count has nothing to do with them. */
export const NO_POINTS_ARE_TOO_MANY = Number.MAX_SAFE_INTEGER;

/** What arrives after the end of the window would be taken from the next one, which could have a run too many. */
const LATEST_GIVE_BACK_MS = 30_000;

const refuse = (): never => {
  throw new ToolError(
    'rate_limit_exceeded',
    'The limit of this tool cannot be checked at the moment. Try again in a few seconds.',
    { retryAfterSeconds: Math.ceil((2 * TRY_AGAIN_MS) / 1000) },
  );
};

/**
 * Counts runs. A count is one atomic addition, so it is exact however many instances of the site add to it; what
 * comes while the store is busy is added together, so that a burst on one tool is a few additions, not a thousand.
 */
export const createRunCounter = (options: {
  store: FallibleLimiter;
  /** counts while the store is broken; without it, runs are refused then */
  insurance: RateLimiterMemory | null;
}): RunCounter => {
  const { store, insurance } = options;

  /** So that a tool whose limit is used up does not get a fresh one when the store breaks. */
  const remember = async (key: string, { consumedPoints, msBeforeNext }: RateLimiterRes): Promise<void> => {
    if (msBeforeNext > 0) await insurance?.set(key, consumedPoints, msBeforeNext / 1000);
  };

  const toTally = ({ result, place, size }: Share<RateLimiterRes>, countedBy: Tally['countedBy']): Tally => ({
    position: result.consumedPoints - size + place,
    resetsInMs: result.msBeforeNext,
    countedBy,
  });

  const add = createBatches((key, take) => store.ask((limiter) => limiter.consume(key, take())));
  const subtract = createBatches((key, take) => store.ask((limiter) => limiter.reward(key, take())));

  return {
    count: async (key) => {
      try {
        const share = await add(key);
        await remember(key, share.result);
        return toTally(share, 'store');
      } catch {
        // the store has complained already
        const result = insurance ? await insurance.consume(key) : refuse();
        return toTally({ result, place: 1, size: 1 }, 'insurance');
      }
    },

    look: async (key) => {
      const found = await store.ask((limiter) => limiter.get(key)).catch(() => insurance?.get(key) ?? null);
      return found && { position: found.consumedPoints, resetsInMs: found.msBeforeNext };
    },

    giveBack: async (key, { countedBy, resetsInMs }) => {
      if (countedBy === 'insurance') {
        await insurance?.reward(key);
      } else if (resetsInMs > LATEST_GIVE_BACK_MS) {
        await subtract(key).then(
          ({ result }) => remember(key, result),
          () => {},
        );
      }
    },
  };
};
