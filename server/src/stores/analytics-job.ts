import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { faultCode } from './database-faults';
import type { RollUp } from './analytics-roll-up';
import { onceAMinute } from './once-a-minute';

export interface AnalyticsJob {
  start(): void;
  /** Waits for the step that is under way. */
  close(): Promise<void>;
}

interface JobOptions {
  rollUp: RollUp;
  /** whether the log may have rows that appeared too late to be counted */
  isChecked: boolean;
  warn(message: string): void;
  everyMs?: number;
}

const EVERY_MS = 5000;
/** With much to catch up, the site comes first: the job pauses longer than it works. */
const PAUSE_PER_WORK = 2;
/** Who was overtaken leaves the work to the other instance for a while. */
const OVERTAKEN_TURNS = 4;

/** Counts the log on a clock. Several instances may do so at once: one at a time gets its work written. */
export const createAnalyticsJob = ({
  rollUp,
  isChecked,
  warn,
  everyMs = EVERY_MS,
}: JobOptions): AnalyticsJob => {
  const stop = new AbortController();
  let work = Promise.resolve();

  const complain = onceAMinute((error: unknown) =>
    warn(`the analytics are behind, because the log cannot be counted now: ${faultCode(error)}`),
  );

  /** One step; resolves to how long to wait for the next. */
  const step = async (): Promise<number> => {
    const startedAt = performance.now();
    const outcome = await rollUp.advance();
    if (outcome === 'more') return (performance.now() - startedAt) * PAUSE_PER_WORK;
    if (outcome === 'overtaken') return everyMs * (1 + Math.random() * OVERTAKEN_TURNS);
    if (isChecked && (await rollUp.checkNext())) return everyMs / 5;
    return everyMs;
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const waitMs = await step().catch((error) => {
        complain(error);
        return everyMs;
      });
      await pause(waitMs, undefined, { ref: false, signal: stop.signal }).catch(() => {});
    }
  };

  return {
    start: () => {
      work = run();
    },
    close: async () => {
      stop.abort();
      await work;
    },
  };
};
