import type { Quota } from '../engine/quota';

/** As OpenAI writes durations, and its clients read them: `45s`, `29m59s`, `1h0m0s`. */
const toDuration = (seconds: number): string => {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours > 0) return `${hours}h${minutes}m${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
};

/** The one that stops the caller first; of two that are as close, the one that stops for longer. */
const tightestOf = (quotas: readonly Quota[]): Quota | undefined =>
  [...quotas].sort(
    (left, right) => left.remaining - right.remaining || right.resetSeconds - left.resetSeconds,
  )[0];

/**
 * The headers that tell a caller where it stands: those of draft-ietf-httpapi-ratelimit-headers for every limit, and
 * those that OpenAI's clients read for the tightest.
 */
export const rateLimitHeaders = (quotas: readonly Quota[]): Record<string, string> => {
  const tightest = tightestOf(quotas);
  if (!tightest) return {};
  return {
    'RateLimit-Policy': quotas
      .map(({ scope, limit, windowSeconds }) => `"${scope}";q=${limit};w=${windowSeconds}`)
      .join(', '),
    RateLimit: quotas
      .map(({ scope, remaining, resetSeconds }) => `"${scope}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
    'x-ratelimit-limit-requests': String(tightest.limit),
    'x-ratelimit-remaining-requests': String(tightest.remaining),
    'x-ratelimit-reset-requests': toDuration(tightest.resetSeconds),
  };
};
