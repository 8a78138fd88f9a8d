import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { faultCode } from './database-faults';
import { HEARTBEAT_MS, SILENCE_MS, createDeathCheck, takeLock } from './journal-lock';
import type { JournalFiles, JournalLock } from './journal-lock';
import { fromLine, toLine } from './log-entry';
import type { LogEntry } from './log-entry';
import type { LogQueue, LogSlice } from './log-queue';
import type { LogReports } from './log-reports';

/**
 * A queue on disk. What `append` has resolved for is with the operating system and outlives this process. It is not
 * synced to the platter: a power cut may take the last seconds.
 */
export interface LogJournal extends LogQueue {
  /** Rejects when the disk does not take the row. */
  append(entry: LogEntry): Promise<void>;
  /** Takes over what dead instances have left in the folder. */
  adopt(): Promise<void>;
  /** Leaves the folder to the next instance; rows that still wait stay in it. A later `append` opens it again. */
  close(): void;
}

export interface LogJournalOptions {
  folder: string;
  reports: LogReports;
  /** called when there are more rows to take */
  onRows(): void;
  /** for all segments of this instance; the oldest make way */
  maxBytes?: number;
  segmentBytes?: number;
  files?: JournalFiles;
  now?: () => number;
}

interface Segment {
  path: string;
  /** null until it is read, for one that another instance wrote */
  descriptor: number | null;
  isAdopted: boolean;
  isDropped: boolean;
  /** what waited in it waits in another one now */
  isMoved: boolean;
  bytes: number;
  rows: number;
  /** what is in the database already */
  doneBytes: number;
  doneRows: number;
}

interface Pending {
  entry: LogEntry;
  resolve(): void;
  reject(error: unknown): void;
}

const MEGABYTE = 1024 * 1024;
const RETRY_DISK_MS = 1000;
const READ_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const SEGMENT_NAME = /^(?<instance>[0-9a-z]+-[0-9a-f]{16})\.\d+\.jsonl$/;
const LOCK_NAME = /^(?<instance>[0-9a-z]+-[0-9a-f]{16})\.lock$/;

/** sorts by age */
const createInstanceName = (now: number): string =>
  `${now.toString(36).padStart(9, '0')}-${randomBytes(8).toString('hex')}`;

const countLines = (content: Buffer): number => {
  let lines = 0;
  for (let at = content.indexOf(NEWLINE); at !== -1; at = content.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
};

/** Whatever happens to what is being thrown away is no matter. */
const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // see above
  }
};

export const createLogJournal = (options: LogJournalOptions): LogJournal => {
  const { folder, reports, onRows, files = fs, now = Date.now } = options;
  const { maxBytes = 64 * MEGABYTE, segmentBytes = MEGABYTE } = options;

  let segments: Segment[] = [];
  let writing: Segment | null = null;
  let taken: { segment: Segment; rows: number } | null = null;
  let pending: Pending[] = [];
  let open: { instance: string; lock: JournalLock; heartbeat: NodeJS.Timeout; touchedAt: number } | null =
    null;
  let segmentNumber = 0;
  let closings = 0;
  let brokenUntil = -Infinity;
  let brokenBy: unknown;
  const isDead = createDeathCheck(folder, files, now);

  const shut = (segment: Segment): void => {
    const { descriptor } = segment;
    segment.descriptor = null;
    if (descriptor !== null) quietly(() => files.closeSync(descriptor));
    if (writing === segment) writing = null;
  };

  /**
   * Our lock is gone: after a long standstill another instance has taken over, or someone has emptied the folder. What
   * still waits is written once more, into segments of a new name. What is then there twice comes into the database once.
   */
  const moveOut = (): void => {
    clearInterval(open?.heartbeat);
    open = null;
    writing = null;
    const left = segments;
    segments = [];
    for (const segment of left) {
      try {
        const rows = segment.rows - segment.doneRows;
        if (segment.descriptor !== null && rows > 0) {
          write(read(segment, segment.doneBytes, segment.bytes), rows);
        }
      } catch (error) {
        reports.lost(segment.rows - segment.doneRows, `their file is gone (${faultCode(error)})`);
      }
      segment.isMoved = true;
      shut(segment);
    }
  };

  const touch = (): void => {
    if (!open) return;
    open.touchedAt = now();
    if (!open.lock.touch()) moveOut();
  };

  const ensureOpen = (): string => {
    if (open) return open.instance;
    files.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const instance = createInstanceName(now());
    const lock = takeLock(folder, instance, files);
    open = { instance, lock, heartbeat: setInterval(touch, HEARTBEAT_MS).unref(), touchedAt: now() };
    return instance;
  };

  /** Not for each write: nobody takes over from an instance that was heard of lately. */
  const makeSureOfLock = (): void => {
    if (open && now() - open.touchedAt > SILENCE_MS / 2) touch();
  };

  const nextPath = (): string => {
    const instance = ensureOpen();
    segmentNumber += 1;
    return path.join(folder, `${instance}.${String(segmentNumber).padStart(9, '0')}.jsonl`);
  };

  const remove = (segment: Segment): void => {
    shut(segment);
    segments = segments.filter((other) => other !== segment);
    quietly(() => files.unlinkSync(segment.path));
  };

  const drop = (segment: Segment, reason: string): void => {
    const inFlight = taken?.segment === segment ? taken.rows : 0;
    segment.isDropped = true;
    remove(segment);
    reports.lost(segment.rows - segment.doneRows - inFlight, reason);
  };

  const makeRoom = (bytes: number): void => {
    let total = segments.reduce((sum, segment) => sum + segment.bytes, bytes);
    for (const segment of [...segments]) {
      if (total <= maxBytes) return;
      total -= segment.bytes;
      drop(segment, 'the journal is full, and the database has not taken them for too long');
    }
  };

  const segmentToWrite = (): Segment => {
    if (writing && writing.bytes < segmentBytes) return writing;
    const file = nextPath();
    const segment: Segment = {
      path: file,
      descriptor: files.openSync(file, 'ax+', 0o600),
      isAdopted: false,
      isDropped: false,
      isMoved: false,
      bytes: 0,
      rows: 0,
      doneBytes: 0,
      doneRows: 0,
    };
    segments.push(segment);
    writing = segment;
    return segment;
  };

  const write = (content: Buffer, rows: number): void => {
    if (content.length > maxBytes) throw new Error('these rows are larger than the journal may become');
    makeRoom(content.length);
    const segment = segmentToWrite();
    const { descriptor } = segment;
    if (descriptor === null) throw new Error('the segment is closed');
    try {
      for (let at = 0; at < content.length;) at += files.writeSync(descriptor, content, at);
    } catch (error) {
      // half a row must not stand before the next one
      quietly(() => files.ftruncateSync(descriptor, segment.bytes));
      writing = null;
      if (segment.bytes === 0) remove(segment);
      throw error;
    }
    segment.bytes += content.length;
    segment.rows += rows;
  };

  /**
   * One write for all rows of a turn. Done in this thread: it copies into the system's cache, which takes less time than
   * sending it to the thread pool, where it would queue behind password checks.
   */
  const writePending = (): void => {
    const batch = pending;
    pending = [];
    try {
      if (now() < brokenUntil) throw brokenBy;
      makeSureOfLock();
      write(Buffer.from(batch.map(({ entry }) => toLine(entry)).join('')), batch.length);
    } catch (error) {
      if (now() >= brokenUntil) {
        brokenUntil = now() + RETRY_DISK_MS;
        brokenBy = error;
      }
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
    onRows();
  };

  const read = (segment: Segment, at: number, length: number): Buffer => {
    segment.descriptor ??= files.openSync(segment.path, 'r');
    const buffer = Buffer.allocUnsafe(Math.min(length, segment.bytes - at));
    const bytes = files.readSync(segment.descriptor, buffer, 0, buffer.length, at);
    return buffer.subarray(0, bytes);
  };

  /** Whole lines from the beginning of what is not done, at least one if there is one. */
  const readLines = (segment: Segment, bytes: number): Buffer => {
    for (let length = bytes; ; length *= 2) {
      const content = read(segment, segment.doneBytes, length);
      const end = content.lastIndexOf(NEWLINE);
      if (end !== -1) return content.subarray(0, end + 1);
      if (content.length < length) return content.subarray(0, 0);
    }
  };

  const advance = (segment: Segment, bytes: number, rows: number): void => {
    segment.doneBytes += bytes;
    segment.doneRows += rows;
    if (segment.doneBytes < segment.bytes) return;
    const { descriptor } = segment;
    if (segment !== writing || descriptor === null) return remove(segment);
    // an empty file leaves nothing to repeat to the next instance
    try {
      files.ftruncateSync(descriptor, 0);
      Object.assign(segment, { bytes: 0, rows: 0, doneBytes: 0, doneRows: 0 });
    } catch {
      remove(segment);
    }
  };

  const takeFrom = (segment: Segment, limit: { rows: number; bytes: number }): LogSlice | null => {
    const lines = readLines(segment, limit.bytes);
    if (lines.length === 0) {
      reports.trouble(
        'torn line',
        'the last line of a log journal is torn: what was being written when its process died is skipped',
      );
      reports.lost(segment.rows - segment.doneRows, 'their file was cut off');
      advance(segment, segment.bytes - segment.doneBytes, segment.rows - segment.doneRows);
      return null;
    }
    const entries: LogEntry[] = [];
    let rows = 0;
    let at = 0;
    while (at < lines.length && entries.length < limit.rows) {
      const end = lines.indexOf(NEWLINE, at);
      const entry = fromLine(lines.toString('utf8', at, end));
      if (entry) entries.push(entry);
      at = end + 1;
      rows += 1;
    }
    const damaged = rows - entries.length;
    const settle = (work: () => void) => () => {
      taken = null;
      work();
    };
    taken = { segment, rows };
    return {
      entries,
      done: settle(() => {
        if (damaged > 0) reports.lost(damaged, 'their lines in the journal are damaged');
        if (!segment.isDropped && !segment.isMoved) advance(segment, at, rows);
      }),
      putBack: settle(() => {
        if (segment.isDropped) reports.lost(rows, 'the journal is full');
      }),
    };
  };

  const take = (limit: { rows: number; bytes: number }): LogSlice | null => {
    for (;;) {
      const segment = segments.find(({ bytes, doneBytes }) => bytes > doneBytes);
      if (!segment) return null;
      try {
        const slice = takeFrom(segment, { ...limit, bytes: Math.max(limit.bytes, READ_BYTES) });
        if (slice && slice.entries.length > 0) return slice;
        slice?.done();
      } catch (error) {
        drop(segment, `their file cannot be read (${faultCode(error)})`);
      }
    }
  };

  const adoptSegment = (name: string): void => {
    const file = nextPath();
    try {
      // only one of several instances succeeds
      files.renameSync(path.join(folder, name), file);
    } catch (error) {
      if (Object(error).code === 'ENOENT') return;
      throw error;
    }
    const content = files.readFileSync(file);
    const segment: Segment = {
      path: file,
      descriptor: null,
      isAdopted: true,
      isDropped: false,
      isMoved: false,
      bytes: content.length,
      rows: countLines(content),
      doneBytes: 0,
      doneRows: 0,
    };
    const own = segments.findIndex(({ isAdopted }) => !isAdopted);
    segments.splice(own === -1 ? segments.length : own, 0, segment);
    if (segment.bytes === 0) remove(segment);
    makeRoom(0);
  };

  const namesInFolder = (): string[] => {
    try {
      return files.readdirSync(folder).sort();
    } catch (error) {
      if (Object(error).code === 'ENOENT') return [];
      throw error;
    }
  };

  const adopt = async (): Promise<void> => {
    makeSureOfLock();
    const startedIn = closings;
    const names = namesInFolder();
    const instances = names.flatMap(
      (name) => (SEGMENT_NAME.exec(name) ?? LOCK_NAME.exec(name))?.groups?.instance ?? [],
    );
    for (const instance of new Set(instances)) {
      if (instance === open?.instance || !isDead(instance)) continue;
      for (const name of names) {
        if (SEGMENT_NAME.exec(name)?.groups?.instance !== instance) continue;
        adoptSegment(name);
        onRows();
        // a megabyte is read and counted in a turn, and no more
        await nextTurn();
        if (closings !== startedIn) return;
      }
      quietly(() => files.unlinkSync(path.join(folder, `${instance}.lock`)));
    }
  };

  const close = (): void => {
    closings += 1;
    if (pending.length > 0) writePending();
    for (const segment of segments) {
      if (segment.doneBytes === segment.bytes) remove(segment);
      else shut(segment);
    }
    segments = [];
    if (!open) return;
    clearInterval(open.heartbeat);
    open.lock.release();
    open = null;
  };

  return {
    isWaitedFor: false,
    append: (entry) =>
      new Promise((resolve, reject) => {
        pending.push({ entry, resolve, reject });
        if (pending.length === 1) setImmediate(writePending);
      }),
    take,
    waiting: () => ({
      rows: segments.reduce((sum, { rows, doneRows }) => sum + rows - doneRows, pending.length),
      bytes: segments.reduce((sum, { bytes, doneBytes }) => sum + bytes - doneBytes, 0),
    }),
    adopt,
    close,
  };
};
