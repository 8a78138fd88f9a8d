import { AsyncResource } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { faultCode, isFaultOfRow, withoutStatement } from './database-faults';
import type { LogEntry } from './log-entry';
import type { LogQueue, LogSlice } from './log-queue';
import type { LogReports } from './log-reports';
import type { LogTable } from './log-table';

/** Brings the rows of some queues into the database, a slice at a time. */
export interface LogWriter {
  /** There are rows: the clock is started, or, when answers wait for them, they are written in the next turn. */
  wake(): void;
  /** Writes without pauses until nothing waits, or the time is up; tells whether nothing waits. */
  drain(longestMs: number): Promise<boolean>;
  /** Stops the clock. */
  stop(): void;
  /** the driver's words about the last slice, when it failed */
  failure(): string | null;
  writtenRows(): number;
}

interface LogWriterOptions {
  /** the first one that has rows is served */
  queues: readonly LogQueue[];
  /** asked for with the first slice: the host's database comes after its services */
  table: () => LogTable;
  reports: LogReports;
}

const CLOCK_MS = 20;
const SLOWEST_CLOCK_MS = 250;
/** so that the log takes a small share of the time, whatever the disk makes of a slice */
const PAUSE_PER_WORK = 25;
/** when a slice was full, and more is waiting */
const HURRIED_CLOCK_MS = 5;
const HURRIED_PAUSE_PER_WORK = 5;

const FEWEST_ROWS = 20;
const MOST_ROWS = 200;
const SLICE_BYTES = 256 * 1024;
/** What a slice may take of a turn; beyond, slices become smaller. */
const MOST_WORK_MS = 4;
const LITTLE_WORK_MS = 2.5;

const FIRST_BACKOFF_MS = 50;
const LONGEST_BACKOFF_MS = 1000;
/** So often a row is tried that fails for reasons unknown while others are taken. */
const TRIES = 3;

export const createLogWriter = ({ queues, table, reports }: LogWriterOptions): LogWriter => {
  // whoever wakes the writer may be in a transaction of the host, which must not become the writer's own
  const outside = new AsyncResource('AiToolsLogWriter');

  let timer: { handle: NodeJS.Timeout; dueAt: number } | null = null;
  let isWriting = false;
  let isStopped = false;
  let drains = 0;
  let failures = 0;
  let failure: string | null = null;
  let rowsPerSlice = FEWEST_ROWS;
  let writtenRows = 0;
  let refused = new Set<string>();
  const strikes = new Map<string, number>();
  const idleListeners = new Set<() => void>();

  const hasRows = (): boolean => queues.some((queue) => queue.waiting().rows > 0);

  const areWaitedFor = (): boolean => queues.some((queue) => queue.isWaitedFor && queue.waiting().rows > 0);

  const schedule = (ms: number): void => {
    if (isStopped || isWriting) return;
    const dueAt = performance.now() + ms;
    if (timer && timer.dueAt <= dueAt) return;
    clearTimeout(timer?.handle);
    outside.runInAsyncScope(() => {
      timer = { handle: setTimeout(() => void writeSlice(), ms).unref(), dueAt };
    });
  };

  const take = (): LogSlice | null => {
    for (const queue of queues) {
      const slice = queue.take({ rows: rowsPerSlice, bytes: SLICE_BYTES });
      if (slice) return slice;
    }
    return null;
  };

  const adaptTo = (rows: number, workMs: number): void => {
    if (workMs > MOST_WORK_MS) rowsPerSlice = Math.max(FEWEST_ROWS, Math.floor(rowsPerSlice / 2));
    else if (rows >= rowsPerSlice && workMs < LITTLE_WORK_MS) {
      rowsPerSlice = Math.min(MOST_ROWS, Math.ceil(rowsPerSlice * 1.5));
    }
  };

  const pauseAfter = (isFull: boolean, tookMs: number): number => {
    if (drains > 0 || areWaitedFor()) return 0;
    if (isFull) return Math.max(HURRIED_CLOCK_MS, tookMs * HURRIED_PAUSE_PER_WORK);
    return Math.min(Math.max(CLOCK_MS, tookMs * PAUSE_PER_WORK), SLOWEST_CLOCK_MS);
  };

  const backoff = (): number => {
    const ms = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
    return drains > 0 ? Math.min(ms, FIRST_BACKOFF_MS) : ms;
  };

  const tryInsert = async (entries: readonly LogEntry[]): Promise<{ error: unknown } | null> => {
    try {
      adaptTo(entries.length, await table().insert(entries));
      return null;
    } catch (error) {
      return { error };
    }
  };

  const refuse = (entry: LogEntry, error: unknown): void => {
    refused.add(entry.request_id);
    strikes.delete(entry.request_id);
    reports.lost(1, `the database refuses them (${faultCode(error)})`);
  };

  /** One row that fails although the database was taking rows: is it the row, or has the database gone meanwhile? */
  const judge = async (entry: LogEntry, error: unknown, accepted: LogEntry): Promise<void> => {
    // a row that is there already is taken again without effect
    if ((await tryInsert([accepted])) !== null) return;
    const count = (strikes.get(entry.request_id) ?? 0) + 1;
    strikes.set(entry.request_id, count);
    if (count >= TRIES) refuse(entry, error);
  };

  /** Halves what fails until the rows at fault are found. False when some of it has to be tried again. */
  const bisect = async (
    entries: readonly LogEntry[],
    { error }: { error: unknown },
    accepted: LogEntry | undefined,
  ): Promise<boolean> => {
    const [only, ...others] = entries;
    if (!only) return true;
    if (others.length === 0) {
      if (isFaultOfRow(error)) refuse(only, error);
      else if (accepted) await judge(only, error, accepted);
      return refused.has(only.request_id);
    }
    const half = Math.ceil(entries.length / 2);
    let isSettled = true;
    let known = accepted;
    for (const part of [entries.slice(0, half), entries.slice(half)]) {
      const fault = await tryInsert(part);
      if (fault) isSettled = (await bisect(part, fault, known)) && isSettled;
      else known = part[0];
    }
    return isSettled;
  };

  /**
   * Why did a slice fail? When the error blames a value, the row is looked for. Otherwise it is most likely the
   * database; one row, another one each time, tells.
   */
  const settle = async (
    entries: readonly LogEntry[],
    fault: { error: unknown },
  ): Promise<{ error: unknown } | null> => {
    if (isFaultOfRow(fault.error)) return (await bisect(entries, fault, undefined)) ? null : fault;
    const probe = entries[failures % entries.length];
    if (!probe || entries.length === 1) return fault;
    const probeFault = await tryInsert([probe]);
    if (probeFault && !isFaultOfRow(probeFault.error)) return probeFault;
    return (await bisect(entries, fault, probeFault ? undefined : probe)) ? null : fault;
  };

  const store = async (slice: LogSlice): Promise<{ error: unknown } | null> => {
    const entries = slice.entries.filter(({ request_id }) => !refused.has(request_id));
    if (entries.length === 0) return null;
    const fault = await tryInsert(entries);
    return fault && settle(entries, fault);
  };

  const noteFailure = (error: unknown): void => {
    failures += 1;
    failure = isFaultOfRow(error) ? faultCode(error) : withoutStatement(error);
    reports.trouble('database', `log rows wait, because the database does not take them: ${failure}`);
  };

  const noteSuccess = (entries: readonly LogEntry[]): void => {
    failures = 0;
    failure = null;
    writtenRows += entries.filter(({ request_id }) => !refused.has(request_id)).length;
    refused = new Set();
    for (const { request_id } of entries) strikes.delete(request_id);
  };

  const tellIdle = (): void => {
    for (const listener of idleListeners) listener();
    idleListeners.clear();
  };

  const writeSlice = async (): Promise<void> => {
    timer = null;
    const slice = take();
    if (!slice) return hasRows() ? schedule(CLOCK_MS) : tellIdle();
    isWriting = true;
    const isFull = slice.entries.length >= rowsPerSlice;
    const startedAt = performance.now();
    const fault = await store(slice);
    const tookMs = performance.now() - startedAt;
    isWriting = false;
    if (fault) {
      slice.putBack();
      noteFailure(fault.error);
      schedule(backoff());
      return;
    }
    slice.done();
    noteSuccess(slice.entries);
    if (!hasRows()) tellIdle();
    // also before the rows that are yet to come
    schedule(pauseAfter(isFull, tookMs));
  };

  return {
    wake: () => {
      if (failures === 0) schedule(areWaitedFor() ? 0 : CLOCK_MS);
    },
    drain: async (longestMs) => {
      if (isStopped || !hasRows()) return !hasRows();
      drains += 1;
      await new Promise<void>((resolve) => {
        const giveUp = setTimeout(resolve, longestMs);
        idleListeners.add(() => {
          clearTimeout(giveUp);
          resolve();
        });
        schedule(0);
      });
      drains -= 1;
      return !hasRows();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer?.handle);
    },
    failure: () => failure,
    writtenRows: () => writtenRows,
  };
};
