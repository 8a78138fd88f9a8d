import type { LogEntry } from './log-entry';

/** The oldest rows of a queue, to be written together. One of the two has to be called before the next is taken. */
export interface LogSlice {
  entries: readonly LogEntry[];
  /** the rows are in the database */
  done(): void;
  /** they are not, and come first in the next slice */
  putBack(): void;
}

/** Rows that wait for the database, oldest first. */
export interface LogQueue {
  /** whether answers wait for its rows to be in the database, so that no clock may hold them up */
  isWaitedFor: boolean;
  take(limit: { rows: number; bytes: number }): LogSlice | null;
  waiting(): { rows: number; bytes: number };
}
