import { AsyncResource } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { BulkLeases } from './bulk-leases';
import { faultCode } from './database-faults';
import { onceAMinute } from './once-a-minute';

export interface BulkJob {
  start(): void;
  /** Looks for work at once. */
  wake(): void;
  /** Ends the work on a run, if it is done here. */
  abort(run: number): void;
  /** Ends all work, and lets others have it. */
  close(): Promise<void>;
}

interface JobOptions {
  leases: BulkLeases;
  /** Works on a run until it is through, or the signal aborts; what it throws is tried again. */
  work(run: number, signal: AbortSignal): Promise<void>;
  warn(message: string): void;
}

/** So that the site is ready before its first entry is written. */
const FIRST_MS = 1000;
const IDLE_MS = 5000;
/** Well within the time after which a silent process is taken for dead. */
const BEAT_MS = 2000;
/** A process that cannot tell that it lives lets go before another one takes over. */
const SILENT_MS = 10_000;
const MOST_RUNS_AT_ONCE = 2;

interface Work {
  abort: AbortController;
  beatenAt: number;
  done: Promise<void>;
}

/** Works on the bulk runs of the site, on one clock. Of several instances, one works on a run at a time. */
export const createBulkJob = ({ leases, work, warn }: JobOptions): BulkJob => {
  const stop = new AbortController();
  const working = new Map<number, Work>();
  let nap = new AbortController();
  let loop = Promise.resolve();

  // nobody's: whoever starts a run must not find it in its own transaction
  const detached = new AsyncResource('ai-tools bulk runs');

  const complain = onceAMinute((error: unknown) =>
    warn(`bulk runs do not go on, because of the database or a fault of this site: ${faultCode(error)}`),
  );

  const wake = (): void => nap.abort();

  const workOn = async (run: number, signal: AbortSignal): Promise<void> => {
    try {
      await work(run, signal);
    } catch (error) {
      if (!signal.aborted) complain(error);
      // others that fail like this shall not keep the site busy
      await pause(BEAT_MS, undefined, { ref: false, signal }).catch(() => {});
    } finally {
      await leases.release(run).catch(complain);
      working.delete(run);
      wake();
    }
  };

  const beat = async (): Promise<void> => {
    for (const [run, { abort, beatenAt }] of working) {
      try {
        if (await leases.beat(run)) {
          const known = working.get(run);
          if (known) known.beatenAt = performance.now();
        } else abort.abort();
      } catch (error) {
        if (performance.now() - beatenAt > SILENT_MS) abort.abort();
        throw error;
      }
    }
  };

  const step = async (): Promise<void> => {
    await beat();
    if (stop.signal.aborted) return;
    for (const run of await leases.takeFree(MOST_RUNS_AT_ONCE - working.size, [...working.keys()])) {
      const abort = new AbortController();
      const beatenAt = performance.now();
      working.set(run, { abort, beatenAt, done: Promise.resolve() });
      const done = workOn(run, abort.signal);
      const entry = working.get(run);
      if (entry) entry.done = done;
    }
  };

  const run = async (): Promise<void> => {
    await pause(FIRST_MS, undefined, { ref: false, signal: stop.signal }).catch(() => {});
    while (!stop.signal.aborted) {
      nap = new AbortController();
      await step().catch(complain);
      const signal = AbortSignal.any([nap.signal, stop.signal]);
      const waitMs = working.size > 0 ? BEAT_MS : IDLE_MS;
      await pause(waitMs, undefined, { ref: false, signal }).catch(() => {});
    }
  };

  return {
    start: () => {
      loop = detached.runInAsyncScope(run);
    },
    wake,
    abort: (id) => working.get(id)?.abort.abort(),
    close: async () => {
      stop.abort();
      await loop;
      for (const { abort } of working.values()) abort.abort();
      await Promise.all([...working.values()].map(({ done }) => done));
    },
  };
};
