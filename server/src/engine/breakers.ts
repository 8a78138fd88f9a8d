import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { CircuitBreakerPolicy } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { ToolError } from './tool-error';

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 15_000;
const MAX_BREAKERS = 1000;

/** Runs `work`, or throws at once while the provider behind `key` is known to be down. */
export type Guard = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

const isOutage = (error: Error): boolean => error instanceof ToolError && error.facts.isOutage === true;

/**
 * A circuit breaker for each provider and model. After five outages in a row it answers `provider_unavailable` for
 * fifteen seconds without asking the provider; then one call may try, and decides.
 */
export const createBreakers = (): Guard => {
  const breakers = new LRUCache<string, CircuitBreakerPolicy>({ max: MAX_BREAKERS });

  const breakerOf = (key: string): CircuitBreakerPolicy => {
    const known = breakers.get(key);
    if (known) return known;
    const breaker = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: OPEN_MS,
      breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
    });
    breakers.set(key, breaker);
    return breaker;
  };

  return async (key, work) => {
    try {
      return await breakerOf(key).execute(work);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ToolError(
        'provider_unavailable',
        `"${key}" has failed repeatedly and is left alone for a moment.`,
        {
          retryAfterSeconds: OPEN_MS / 1000,
        },
      );
    }
  };
};
