import { HOUR } from '../engine/analytics/calendar';
import type { Span } from '../engine/analytics/calendar';
import { LEVELS, slotAt } from '../engine/analytics/cover';
import type { Slot } from '../engine/analytics/cover';
import { createCube, mergeInto, runsIn } from '../engine/analytics/cube';
import type { CountedRow, Cube } from '../engine/analytics/cube';
import { decodeEntries, encodeEntries } from '../engine/analytics/cube-codec';
import type { AnalyticsRows } from './analytics-rows';
import { addToStored, createCountedSlots, readCubes } from './analytics-slots';
import type { CountedSlots } from './analytics-slots';
import { SLOT_KINDS } from './analytics-tables';
import type { AnalyticsTables, Progress, SlotKind, SlotWrite } from './analytics-tables';
import { createTurns } from '../engine/turns';

export interface RollUp {
  /**
   * Counts the next rows. `more` when others wait already; `overtaken` when another instance was faster, and nothing
   * was written.
   */
  advance(): Promise<'idle' | 'more' | 'overtaken'>;
  /** Compares the next hour that is over with the log; false when there is none. */
  checkNext(): Promise<boolean>;
  /**
   * Counts an hour anew from its rows. Without effect, and false, when the roll-ups know of more runs than the log:
   * some of its rows are gone.
   */
  recount(hour: number): Promise<boolean>;
}

export interface RollUpOptions {
  tables: AnalyticsTables;
  rows: AnalyticsRows;
  now(): number;
  /**
   * For so long a row may be on its way into the database while others with higher ids are there. 0 where ids are in
   * the order of commits.
   */
  settleMs: number;
}

const ROWS_PER_READ = 100;
const MOST_ROWS = 20_000;
/** Rows that come from all times at once, as after a long outage, must not become one huge write. */
const MOST_QUARTERS = 24;
/** An hour is compared with the log when most of what was late has arrived. */
const CHECK_AFTER_MS = 15 * 60_000;
const TRIES = 5;

export const createRollUp = ({ tables, rows, now, settleMs }: RollUpOptions): RollUp => {
  const seen: { at: number; id: number }[] = [];

  /** The id below which no row can appear any more: the newest one of some time ago. */
  const settledId = (newest: number): number => {
    if (settleMs === 0) return newest;
    seen.push({ at: now(), id: newest });
    const settled = seen.findLastIndex(({ at }) => at <= now() - settleMs);
    if (settled > 0) seen.splice(0, settled);
    return settled < 0 ? 0 : (seen[0]?.id ?? 0);
  };

  const countRows = async (
    counted: CountedSlots,
    read: (last: CountedRow | null) => Promise<CountedRow[]>,
    isEnough: (rows: number) => boolean,
  ): Promise<CountedRow | null> => {
    const turns = createTurns();
    let last: CountedRow | null = null;
    for (let total = 0; !isEnough(total);) {
      const page = await read(last);
      for (const row of page) counted.add(row);
      total += page.length;
      last = page.at(-1) ?? last;
      if (page.length < ROWS_PER_READ) break;
      await turns.rest();
    }
    return last;
  };

  const advance: RollUp['advance'] = async () => {
    const turns = createTurns();
    const before = await tables.progress();
    const newest = await rows.newestId();
    if (newest > 0 && newest < before.countedTo) {
      // ids have started anew, as after the table was truncated
      await tables.write(before, { ...before, countedTo: newest }, [], turns);
      return 'more';
    }
    const upTo = settledId(newest);
    if (upTo <= before.countedTo) return 'idle';
    const counted = createCountedSlots();
    const last = await countRows(
      counted,
      (previous) => rows.after(previous?.id ?? before.countedTo, ROWS_PER_READ, upTo),
      (total) => total >= MOST_ROWS || counted.quarters() >= MOST_QUARTERS,
    );
    if (!last) return 'idle';
    const writes = await addToStored(tables, counted, last.id, turns);
    const isWritten = await tables.write(before, { ...before, countedTo: last.id }, writes, turns);
    if (!isWritten) return 'overtaken';
    return last.id < upTo ? 'more' : 'idle';
  };

  /** The slots that hold an hour, made of what they consist of: the quarters are new, the rest is as it was. */
  const wholeHour = async (
    kind: SlotKind,
    hour: number,
    quarters: { slot: Slot; cube: Cube }[],
    countedTo: number,
  ): Promise<SlotWrite[]> => {
    const turns = createTurns();
    const toWrite = (slot: Slot, cube: Cube): SlotWrite => ({
      kind,
      ...slot,
      countedTo,
      entries: encodeEntries(cube.entries.values()),
    });
    const writes = quarters.map(({ slot, cube }) => toWrite(slot, cube));
    let parts = quarters;
    for (const [place, level] of [...LEVELS.entries()].reverse().slice(1)) {
      const slot = slotAt(level, hour);
      const partLevel = LEVELS[place + 1] ?? level;
      const siblings = Array.from({ length: level / partLevel }, (_, index) => ({
        level: partLevel,
        start: slot.start + index * partLevel,
      })).filter((one) => !parts.some((part) => part.slot.start === one.start));
      const cube = createCube();
      for (const part of parts) mergeInto(cube, part.cube);
      if (partLevel >= HOUR) {
        for (const sibling of (await readCubes(tables, kind, siblings, turns)).values())
          mergeInto(cube, sibling);
      }
      await turns.rest();
      writes.push(toWrite(slot, cube));
      parts = [{ slot, cube }];
    }
    return writes;
  };

  const storedRuns = async (hour: number): Promise<number> => {
    const [stored] = await tables.read('slots', HOUR, [hour]);
    return stored ? runsIn(createCube(decodeEntries(stored.entries))) : 0;
  };

  const recountOnce = async (
    hour: number,
    before: Progress,
  ): Promise<'done' | 'overtaken' | 'rows are gone'> => {
    const span: Span = { start: hour, end: hour + HOUR };
    const counted = createCountedSlots();
    await countRows(
      counted,
      (last) => rows.within(span, before.countedTo, last, ROWS_PER_READ),
      () => false,
    );
    const turns = createTurns();
    const all = await counted.all(turns);
    const quartersOf = (kind: SlotKind) =>
      all.filter((one) => one.kind === kind && one.slot.level === LEVELS[LEVELS.length - 1]);
    const runs = quartersOf('slots').reduce((sum, { cube }) => sum + runsIn(cube), 0);
    if (runs < (await storedRuns(hour))) return 'rows are gone';
    const writes: SlotWrite[] = [];
    for (const kind of SLOT_KINDS) {
      writes.push(...(await wholeHour(kind, hour, quartersOf(kind), before.countedTo)));
    }
    return (await tables.write(before, before, writes, turns)) ? 'done' : 'overtaken';
  };

  const recount: RollUp['recount'] = async (hour) => {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const outcome = await recountOnce(hour, await tables.progress());
      if (outcome !== 'overtaken') return outcome === 'done';
    }
    throw new Error('Other instances count at the same time, again and again.');
  };

  const checkNext: RollUp['checkNext'] = async () => {
    const before = await tables.progress();
    const over = slotAt(HOUR, now() - CHECK_AFTER_MS).start;
    // what was before the first check was counted from a log that was complete
    const hour = before.checkedTo === 0 ? over - HOUR : before.checkedTo;
    if (hour + HOUR > over) return false;
    const inLog = await rows.countWithin({ start: hour, end: hour + HOUR }, before.countedTo);
    if (inLog > (await storedRuns(hour))) await recount(hour);
    const after = await tables.progress();
    await tables.write(after, { ...after, checkedTo: hour + HOUR }, [], createTurns());
    return true;
  };

  return { advance, checkNext, recount };
};
