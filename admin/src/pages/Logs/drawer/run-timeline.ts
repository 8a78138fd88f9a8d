import type { LogDetails } from '../../../../../contracts/logs';

export interface RunTimes {
  startedAt: Date;
  endedAt: Date;
  /** with the provider, all attempts together; null when none was asked or nobody knows */
  providerMs: number | null;
  /** everything else: checks, limits, cache, prompt, waits between attempts */
  siteMs: number;
  /** of the whole, from 0 to 1 */
  providerShare: number;
}

/** When a run began and where its time went, as far as its row says. */
export const toRunTimes = ({
  created_at: ended,
  latency_ms: latencyMs,
  provider_ms: providerMs,
}: Pick<LogDetails, 'created_at' | 'latency_ms' | 'provider_ms'>): RunTimes => {
  const endedAt = new Date(ended);
  // two clocks were read, one after the other: a millisecond more than the whole is none
  const within = providerMs === null ? null : Math.min(providerMs, latencyMs);
  return {
    startedAt: new Date(endedAt.getTime() - latencyMs),
    endedAt,
    providerMs: within,
    siteMs: latencyMs - (within ?? 0),
    providerShare: latencyMs === 0 ? 0 : (within ?? 0) / latencyMs,
  };
};
