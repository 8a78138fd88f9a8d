import { faultCode } from './database-faults';
import type { JournalFiles } from './journal-lock';
import type { LogEntry } from './log-entry';
import { createLogJournal } from './log-journal';
import { createLogMemory } from './log-memory';
import { createLogReports } from './log-reports';
import type { LogTable } from './log-table';
import { createLogWriter } from './log-writer';

export interface LogStatus {
  durability: 'journal' | 'database';
  /** rows that are not in the database yet, and what they take of the journal or of memory */
  waiting: { rows: number; bytes: number };
  /** since the start */
  writtenRows: number;
  lostRows: number;
  /** the database's words about the last attempt, when it failed */
  failure: string | null;
}

/** Keeps every row from the moment `add` resolves until it is in the database. */
export interface LogStore {
  /** Never rejects. `mayWait` is false where waiting for the database would be waiting for oneself. */
  add(entry: LogEntry, mayWait: boolean): Promise<void>;
  /** Looks for what dead instances have left, now and from time to time. */
  start(): void;
  /** Waits until all rows are in the database; false when the time was up before. */
  flush(longestMs?: number): Promise<boolean>;
  status(): LogStatus;
  close(longestMs?: number): Promise<void>;
}

export interface LogStoreOptions {
  durability: LogStatus['durability'];
  folder: string;
  table: () => LogTable;
  warn(message: string): void;
  now?: () => number;
  journal?: { maxBytes?: number; segmentBytes?: number; files?: JournalFiles };
}

const LOOK_AROUND_MS = 15_000;
const LONGEST_DRAIN_MS = 10_000;
const MEMORY_BYTES = 16 * 1024 * 1024;
/** An answer waits no longer for a database that does not take its row. */
const LONGEST_WAIT_MS = 2000;

export const createLogStore = (options: LogStoreOptions): LogStore => {
  const { durability, folder, table, now = Date.now } = options;
  const reports = createLogReports(options.warn, now);
  const memory = createLogMemory({ maxBytes: MEMORY_BYTES, reports });
  const journal = createLogJournal({
    ...options.journal,
    folder,
    reports,
    now,
    onRows: () => writer.wake(),
  });
  // rows in memory first: answers wait for them
  const writer = createLogWriter({ queues: [memory, journal], table, reports });
  let isClosed = false;
  let lookAround: NodeJS.Timeout | undefined;
  let adoption = Promise.resolve();

  const complain = (error: unknown): void => {
    reports.trouble(
      'journal',
      `the log journal cannot be used (${faultCode(error)}): each answer waits for the database instead; its folder, logs.journal_folder, has to be one that can be written`,
    );
  };

  const adopt = (): void => {
    adoption = adoption.then(() => journal.adopt()).catch(complain);
  };

  const addToMemory = async (entry: LogEntry, mayWait: boolean): Promise<void> => {
    const isStored = memory.add(entry, LONGEST_WAIT_MS);
    writer.wake();
    if (mayWait) await isStored;
  };

  /** The host is closing: the clock stands still, and there may be no database any more. */
  const addAtTheEnd = async (entry: LogEntry): Promise<void> => {
    try {
      await table().insert([entry]);
    } catch {
      reports.lost(1, 'the site was closing');
      reports.close();
    }
  };

  const addWithoutJournal = (entry: LogEntry, mayWait: boolean): Promise<void> =>
    isClosed ? addAtTheEnd(entry) : addToMemory(entry, mayWait);

  const add = (entry: LogEntry, mayWait: boolean): Promise<void> =>
    durability === 'journal'
      ? journal.append(entry).catch((error: unknown) => {
          complain(error);
          return addWithoutJournal(entry, mayWait);
        })
      : addWithoutJournal(entry, mayWait);

  return {
    add,
    start: () => {
      // also what was left when the site was configured to use the journal
      adopt();
      lookAround = setInterval(adopt, LOOK_AROUND_MS).unref();
    },
    flush: (longestMs = LONGEST_DRAIN_MS) => writer.drain(longestMs),
    status: () => {
      const [a, b] = [memory.waiting(), journal.waiting()];
      return {
        durability,
        waiting: { rows: a.rows + b.rows, bytes: a.bytes + b.bytes },
        writtenRows: writer.writtenRows(),
        lostRows: reports.lostRows(),
        failure: writer.failure(),
      };
    },
    close: async (longestMs = LONGEST_DRAIN_MS) => {
      clearInterval(lookAround);
      await writer.drain(longestMs);
      isClosed = true;
      writer.stop();
      reports.lost(memory.waiting().rows, 'the site was closed before the database took them');
      journal.close();
      reports.close();
    },
  };
};
