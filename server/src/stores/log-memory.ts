import type { LogEntry } from './log-entry';
import { toLine } from './log-entry';
import type { LogQueue } from './log-queue';
import type { LogReports } from './log-reports';

/** A queue in memory, for rows whose answer waits for the database because no journal keeps them. */
export interface LogMemory extends LogQueue {
  /** Resolves when the row is in the database, or when it has been waited for long enough. */
  add(entry: LogEntry, longestWaitMs: number): Promise<void>;
}

interface Waiting {
  entry: LogEntry;
  bytes: number;
  release(): void;
}

export const createLogMemory = ({
  maxBytes,
  reports,
}: {
  maxBytes: number;
  reports: LogReports;
}): LogMemory => {
  let waiting: Waiting[] = [];
  let taken: Waiting[] = [];
  let bytes = 0;

  const forget = (items: readonly Waiting[]): void => {
    for (const item of items) {
      bytes -= item.bytes;
      item.release();
    }
  };

  const makeRoom = (): void => {
    while (bytes > maxBytes) {
      const oldest = waiting.shift();
      if (!oldest) return;
      forget([oldest]);
      reports.lost(1, 'the database has not taken them for too long');
    }
  };

  const add = (entry: LogEntry, longestWaitMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, longestWaitMs).unref();
      const release = () => {
        clearTimeout(timer);
        resolve();
      };
      const item = { entry, bytes: toLine(entry).length, release };
      waiting.push(item);
      bytes += item.bytes;
      makeRoom();
    });

  return {
    isWaitedFor: true,
    add,
    take: (limit) => {
      let count = 0;
      for (let size = 0; count < Math.min(limit.rows, waiting.length); count += 1) {
        size += waiting[count]?.bytes ?? 0;
        if (count > 0 && size > limit.bytes) break;
      }
      if (count === 0) return null;
      taken = waiting.splice(0, count);
      return {
        entries: taken.map(({ entry }) => entry),
        done: () => {
          forget(taken);
          taken = [];
        },
        putBack: () => {
          waiting = [...taken, ...waiting];
          taken = [];
          makeRoom();
        },
      };
    },
    waiting: () => ({ rows: waiting.length + taken.length, bytes }),
  };
};
