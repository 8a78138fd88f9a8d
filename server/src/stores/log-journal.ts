import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { faultCode } from './database-faults';
import { createDeathCheck } from './journal-lock';
import type { JournalFiles } from './journal-lock';
import { instancesIn, isSegmentOf } from './journal-names';
import { createJournalPresence } from './journal-presence';
import { adoptSegment, parseLines, quietly, startSegment } from './journal-segment';
import type { Segment } from './journal-segment';
import { toLine } from './log-entry';
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

interface Pending {
  entry: LogEntry;
  resolve(): void;
  reject(error: unknown): void;
}

const MEGABYTE = 1024 * 1024;
const RETRY_DISK_MS = 1000;
const READ_BYTES = 64 * 1024;

export const createLogJournal = (options: LogJournalOptions): LogJournal => {
  const { folder, reports, onRows, files = fs, now = Date.now } = options;
  const { maxBytes = 64 * MEGABYTE, segmentBytes = MEGABYTE } = options;

  let segments: Segment[] = [];
  let writing: Segment | null = null;
  let taken: { segment: Segment; rows: number } | null = null;
  let pending: Pending[] = [];
  let closings = 0;
  let brokenUntil = -Infinity;
  let brokenBy: unknown;
  const isDead = createDeathCheck(folder, files, now);

  /**
   * After a long standstill another instance has taken over, or someone has emptied the folder. What still waits is
   * written once more, into segments of a new name. What is then there twice comes into the database once.
   */
  const moveOut = (): void => {
    writing = null;
    const left = segments;
    segments = [];
    for (const segment of left) {
      try {
        const rest = segment.readRest();
        if (rest) write(rest, segment.waitingRows());
      } catch (error) {
        reports.lost(segment.waitingRows(), `their file is gone (${faultCode(error)})`);
      }
      segment.fate = 'moved';
      segment.close();
    }
  };

  const presence = createJournalPresence({ folder, files, now, onLost: moveOut });

  const remove = (segment: Segment): void => {
    if (writing === segment) writing = null;
    segments = segments.filter((other) => other !== segment);
    segment.remove();
  };

  const drop = (segment: Segment, reason: string): void => {
    const inFlight = taken?.segment === segment ? taken.rows : 0;
    segment.fate = 'dropped';
    remove(segment);
    reports.lost(segment.waitingRows() - inFlight, reason);
  };

  const makeRoom = (bytes: number): void => {
    let total = segments.reduce((sum, segment) => sum + segment.bytes(), bytes);
    for (const segment of [...segments]) {
      if (total <= maxBytes) return;
      total -= segment.bytes();
      drop(segment, 'the journal is full, and the database has not taken them for too long');
    }
  };

  const segmentToWrite = (): Segment => {
    if (writing && writing.bytes() < segmentBytes) return writing;
    const segment = startSegment(files, presence.nextPath());
    segments.push(segment);
    writing = segment;
    return segment;
  };

  const write = (content: Buffer, rows: number): void => {
    if (content.length > maxBytes) throw new Error('these rows are larger than the journal may become');
    makeRoom(content.length);
    const segment = segmentToWrite();
    try {
      segment.append(content, rows);
    } catch (error) {
      writing = null;
      if (segment.bytes() === 0) remove(segment);
      throw error;
    }
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
      presence.makeSure();
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

  const advance = (segment: Segment, bytes: number, rows: number): void => {
    segment.advance(bytes, rows);
    if (segment.waitingBytes() > 0) return;
    if (segment !== writing) return remove(segment);
    try {
      segment.clear();
    } catch {
      remove(segment);
    }
  };

  const skipTornLine = (segment: Segment): void => {
    reports.trouble(
      'torn line',
      'the last line of a log journal is torn: what was being written when its process died is skipped',
    );
    reports.lost(segment.waitingRows(), 'their file was cut off');
    advance(segment, segment.waitingBytes(), segment.waitingRows());
  };

  const takeFrom = (segment: Segment, limit: { rows: number; bytes: number }): LogSlice | null => {
    const lines = segment.readLines(limit.bytes);
    if (lines.length === 0) {
      skipTornLine(segment);
      return null;
    }
    const { entries, bytes, rows } = parseLines(lines, limit.rows);
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
        if (segment.fate === 'kept') advance(segment, bytes, rows);
      }),
      putBack: settle(() => {
        if (segment.fate === 'dropped') reports.lost(rows, 'the journal is full');
      }),
    };
  };

  const take = (limit: { rows: number; bytes: number }): LogSlice | null => {
    for (;;) {
      const segment = segments.find((one) => one.waitingBytes() > 0);
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

  const adoptFile = (name: string): void => {
    const file = presence.nextPath();
    try {
      // only one of several instances succeeds
      files.renameSync(path.join(folder, name), file);
    } catch (error) {
      if (Object(error).code === 'ENOENT') return;
      throw error;
    }
    const segment = adoptSegment(files, file);
    const own = segments.findIndex(({ isAdopted }) => !isAdopted);
    segments.splice(own === -1 ? segments.length : own, 0, segment);
    if (segment.bytes() === 0) remove(segment);
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
    presence.makeSure();
    const startedIn = closings;
    const names = namesInFolder();
    for (const instance of instancesIn(names)) {
      if (instance === presence.instance() || !isDead(instance)) continue;
      for (const name of names) {
        if (!isSegmentOf(instance, name)) continue;
        adoptFile(name);
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
      if (segment.waitingBytes() === 0) segment.remove();
      else segment.close();
    }
    segments = [];
    writing = null;
    presence.leave();
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
      rows: segments.reduce((sum, segment) => sum + segment.waitingRows(), pending.length),
      bytes: segments.reduce((sum, segment) => sum + segment.waitingBytes(), 0),
    }),
    adopt,
    close,
  };
};
