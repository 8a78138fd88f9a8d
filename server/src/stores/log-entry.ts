import type { LogRow } from '../engine/log-row';

type Stored = string | number | boolean | null;

/** A log row on its way to the database: what its columns will hold, in values that JSON keeps as they are. */
export interface LogEntry {
  request_id: string;
  document_id: string;
  /** when the run ended, in milliseconds: the row may be written much later */
  created_at: number;
  [column: string]: Stored;
}

/** An id such as the host gives its documents: 24 letters and digits, a letter first. */
const toDocumentId = (requestId: string): string => `l${requestId.replaceAll('-', '').slice(-23)}`;

export const toLogEntry = (row: LogRow, createdAt: number): LogEntry => ({
  ...row,
  timeline: row.timeline && JSON.stringify(row.timeline),
  inputs: row.inputs === null ? null : JSON.stringify(row.inputs),
  document_id: toDocumentId(row.request_id),
  created_at: createdAt,
});

export const toLine = (entry: LogEntry): string => `${JSON.stringify(entry)}\n`;

const isStored = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isEntry = (value: unknown): value is LogEntry => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (!('request_id' in value) || typeof value.request_id !== 'string') return false;
  if (!('document_id' in value) || typeof value.document_id !== 'string') return false;
  if (!('created_at' in value) || typeof value.created_at !== 'number') return false;
  return Object.values(value).every(isStored);
};

/** null for a line that is none of ours, or only a part of one. */
export const fromLine = (line: string): LogEntry | null => {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
};
