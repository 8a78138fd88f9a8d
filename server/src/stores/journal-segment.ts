import type { JournalFiles } from './journal-lock';
import { fromLine } from './log-entry';
import type { LogEntry } from './log-entry';

const NEWLINE = 0x0a;

/** A file of rows, a line each, which is written at its end and read from its beginning. */
export interface Segment {
  readonly path: string;
  /** whether another instance has written it */
  readonly isAdopted: boolean;
  /** `moved`: what waited in it waits in another one now */
  fate: 'kept' | 'dropped' | 'moved';
  /** of the whole file */
  bytes(): number;
  waitingBytes(): number;
  waitingRows(): number;
  /** Throws when the disk does not take it; then nothing of it stays. */
  append(content: Buffer, rows: number): void;
  /** Whole lines from the first that waits on, at least one if there is one; empty when the last one is torn. */
  readLines(bytes: number): Buffer;
  /** All that waits, as it is; null when the file cannot be read any more, or nothing waits. */
  readRest(): Buffer | null;
  /** So much of the beginning waits no longer. */
  advance(bytes: number, rows: number): void;
  /** Empties the file, so that it leaves nothing to repeat to the next instance; throws when that fails. */
  clear(): void;
  close(): void;
  remove(): void;
}

/** Whatever happens to what is being thrown away is no matter. */
export const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // see above
  }
};

const countLines = (content: Buffer): number => {
  let lines = 0;
  for (let at = content.indexOf(NEWLINE); at !== -1; at = content.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
};

/** The rows of the first lines, up to `most`, and what these lines take; a damaged one has no row. */
export const parseLines = (
  content: Buffer,
  most: number,
): { entries: LogEntry[]; bytes: number; rows: number } => {
  const entries: LogEntry[] = [];
  let rows = 0;
  let at = 0;
  while (at < content.length && entries.length < most) {
    const end = content.indexOf(NEWLINE, at);
    const entry = fromLine(content.toString('utf8', at, end));
    if (entry) entries.push(entry);
    at = end + 1;
    rows += 1;
  }
  return { entries, bytes: at, rows };
};

const createSegment = (
  files: JournalFiles,
  path: string,
  begin: { isAdopted: boolean; descriptor: number | null; bytes: number; rows: number },
): Segment => {
  let { descriptor, bytes, rows } = begin;
  // what is in the database already
  let doneBytes = 0;
  let doneRows = 0;

  const read = (length: number): Buffer => {
    descriptor ??= files.openSync(path, 'r');
    const buffer = Buffer.allocUnsafe(Math.min(length, bytes - doneBytes));
    return buffer.subarray(0, files.readSync(descriptor, buffer, 0, buffer.length, doneBytes));
  };

  const close = (): void => {
    const open = descriptor;
    descriptor = null;
    if (open !== null) quietly(() => files.closeSync(open));
  };

  return {
    path,
    isAdopted: begin.isAdopted,
    fate: 'kept',
    bytes: () => bytes,
    waitingBytes: () => bytes - doneBytes,
    waitingRows: () => rows - doneRows,
    append: (content, count) => {
      const open = descriptor;
      if (open === null) throw new Error('the segment is closed');
      try {
        for (let at = 0; at < content.length;) at += files.writeSync(open, content, at);
      } catch (error) {
        // half a row must not stand before the next one
        quietly(() => files.ftruncateSync(open, bytes));
        throw error;
      }
      bytes += content.length;
      rows += count;
    },
    readLines: (length) => {
      for (let wanted = length; ; wanted *= 2) {
        const content = read(wanted);
        const end = content.lastIndexOf(NEWLINE);
        if (end !== -1) return content.subarray(0, end + 1);
        if (content.length < wanted) return content.subarray(0, 0);
      }
    },
    readRest: () => (descriptor !== null && rows > doneRows ? read(bytes) : null),
    advance: (more, count) => {
      doneBytes += more;
      doneRows += count;
    },
    clear: () => {
      if (descriptor === null) throw new Error('the segment is closed');
      files.ftruncateSync(descriptor, 0);
      [bytes, rows, doneBytes, doneRows] = [0, 0, 0, 0];
    },
    close,
    remove: () => {
      close();
      quietly(() => files.unlinkSync(path));
    },
  };
};

export const startSegment = (files: JournalFiles, path: string): Segment =>
  createSegment(files, path, {
    isAdopted: false,
    descriptor: files.openSync(path, 'ax+', 0o600),
    bytes: 0,
    rows: 0,
  });

/** One that another instance has left behind; it is opened when it is read. */
export const adoptSegment = (files: JournalFiles, path: string): Segment => {
  const content = files.readFileSync(path);
  return createSegment(files, path, {
    isAdopted: true,
    descriptor: null,
    bytes: content.length,
    rows: countLines(content),
  });
};
