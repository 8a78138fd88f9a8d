import { randomUUID } from 'node:crypto';
import type { LogEntry } from '../../server/src/stores/log-entry';
import { createLogReports } from '../../server/src/stores/log-reports';
import type { LogReports } from '../../server/src/stores/log-reports';
import type { LogTable } from '../../server/src/stores/log-table';

export const entry = (request_id: string = randomUUID(), changes: Partial<LogEntry> = {}): LogEntry => ({
  request_id,
  document_id: 'a'.repeat(24),
  created_at: 1,
  tool_slug: 'a-tool',
  ...changes,
});

/** A table in memory that behaves as the database's does, and can be made to fail. */
export interface FakeTable extends LogTable {
  rows: Map<string, LogEntry>;
  /** how many rows each insertion had */
  slices: number[];
  failWith(fault: ((entries: readonly LogEntry[]) => Error | null) | null): void;
}

export const createFakeTable = (): FakeTable => {
  const rows = new Map<string, LogEntry>();
  const slices: number[] = [];
  let fault: ((entries: readonly LogEntry[]) => Error | null) | null = null;
  return {
    rows,
    slices,
    failWith: (next) => {
      fault = next;
    },
    insert: async (entries) => {
      await Promise.resolve();
      const error = fault?.(entries);
      if (error) throw error;
      slices.push(entries.length);
      for (const one of entries) if (!rows.has(one.request_id)) rows.set(one.request_id, one);
      return 0.5;
    },
  };
};

export const databaseError = (code: string, message = 'a word - the database is out'): Error =>
  Object.assign(new Error(message), { code });

export const createTestReports = (): { reports: LogReports; warnings: string[] } => {
  const warnings: string[] = [];
  return { reports: createLogReports((message) => warnings.push(message), Date.now), warnings };
};
