import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderAdapter } from '../providers/adapter';
import { ToolError } from './tool-error';

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;

/** Milliseconds before the given retry (0 is the first). Full jitter: who failed together must not come back together. */
export const jitteredBackoff = (retry: number): number =>
  Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** retry);

const mayRetry = (error: ToolError, retries: ProviderAdapter['retries']): boolean => {
  switch (retries) {
    case 'usual':
      return error.facts.mayRetry === true;
    case 'when-refused':
      return error.facts.wasRefused === true;
    case 'never':
      return false;
  }
};

export interface RetryOptions {
  retries: ProviderAdapter['retries'];
  maxRetries?: number;
  backoff(retry: number): number;
  /** aborts at the deadline or when the caller goes away */
  signal: AbortSignal;
  /** milliseconds that are left before the deadline */
  remainingMs(): number;
  /** false once a second try would say, or bill, something twice */
  mayStartOver(): boolean;
}

/**
 * Tries `attempt` up to three times, unless told otherwise, as far as the error, the provider and the deadline
 * allow. The provider's own delay is obeyed; one that reaches past the deadline ends the call at once, with the
 * delay for the caller.
 */
export const withRetries = async <Result>(
  attempt: () => Promise<Result>,
  { retries, maxRetries = MAX_RETRIES, backoff, signal, remainingMs, mayStartOver }: RetryOptions,
): Promise<Result> => {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isFinal = !(error instanceof ToolError) || retry === maxRetries || !mayStartOver();
      if (isFinal || !mayRetry(error, retries)) throw error;
      const asked = error.facts.retryAfterSeconds;
      const delayMs = asked === undefined ? backoff(retry) : asked * 1000;
      if (delayMs >= remainingMs()) throw error;
      await pause(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
};
