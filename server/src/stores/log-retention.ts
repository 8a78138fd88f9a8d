import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

export interface ExpiredRows {
  /** Deletes up to `most` of them, oldest first; tells how many. */
  deleteSome(most: number): Promise<number>;
  warn(message: string): void;
  signal: AbortSignal;
  /** milliseconds of a clock that only goes forward */
  now?: () => number;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_ROWS = 20;
const MOST_ROWS = 500;
/** Whoever writes meanwhile waits as long as one deletion takes: far less than may be noticed, since disks have moods. */
const MOST_MS = 10;
const LITTLE_MS = 4;
const LEAST_PAUSE_MS = 10;
/** so that the site has the database for most of the time */
const PAUSE_PER_WORK = 4;
/** Another instance may be deleting the same rows, or the database may be away for a moment. */
const TRIES = 5;
const PAUSE_AFTER_FAULT_MS = 2000;

const waitUnlessAborted = async (ms: number, signal: AbortSignal): Promise<void> => {
  // an abort ends the pause
  await pause(ms, undefined, { signal, ref: false }).catch(() => {});
};

/** Deletes rows in small batches, whose size follows the time that they take, until none are left. Tells how many. */
export const deleteExpired = async ({
  deleteSome,
  warn,
  signal,
  now = () => performance.now(),
  wait = waitUnlessAborted,
}: ExpiredRows): Promise<number> => {
  let deleted = 0;
  let most = FIRST_ROWS;
  let faults = 0;
  while (!signal.aborted) {
    const startedAt = now();
    try {
      const rows = await deleteSome(most);
      if (rows === 0) break;
      deleted += rows;
      faults = 0;
      const tookMs = now() - startedAt;
      if (tookMs > MOST_MS) most = Math.max(1, Math.floor((most * MOST_MS) / tookMs / 2));
      else if (tookMs < LITTLE_MS) most = Math.min(MOST_ROWS, Math.ceil(most * 1.5));
      await wait(Math.max(LEAST_PAUSE_MS, tookMs * PAUSE_PER_WORK), signal);
    } catch (error) {
      faults += 1;
      if (faults === TRIES) {
        const reason = error instanceof Error ? error.name : 'unknown';
        warn(`old log rows stay until the next night, because the database does not delete them (${reason})`);
        break;
      }
      await wait(PAUSE_AFTER_FAULT_MS, signal);
    }
  }
  return deleted;
};
