import { LEVELS, slotAt, slotKey } from '../engine/analytics/cover';
import type { Level, Slot } from '../engine/analytics/cover';
import { addRow, createCube, mergeInto } from '../engine/analytics/cube';
import type { CountedRow, Cube } from '../engine/analytics/cube';
import { decodeEntries, encodeEntries } from '../engine/analytics/cube-codec';
import { QUARTER } from '../engine/analytics/calendar';
import { SLOT_KINDS } from './analytics-tables';
import type { AnalyticsTables, SlotKind, SlotWrite } from './analytics-tables';
import type { Turns } from '../engine/turns';

/** Runs that were counted by slot, and are not stored yet. */
export interface CountedSlots {
  add(row: CountedRow): void;
  quarters(): number;
  /** Every level, by kind. */
  all(turns: Turns): Promise<CountedSlot[]>;
}

export interface CountedSlot {
  kind: SlotKind;
  slot: Slot;
  cube: Cube;
}

const COARSER_LEVELS = LEVELS.filter((level) => level !== QUARTER).reverse();

/** Makes the slots of a level of shorter ones. */
const joinTo = async (level: Level, parts: readonly CountedSlot[], turns: Turns): Promise<CountedSlot[]> => {
  const joined = new Map<string, CountedSlot>();
  for (const { kind, slot, cube } of parts) {
    const whole = slotAt(level, slot.start);
    const known = joined.get(slotKey(whole)) ?? { kind, slot: whole, cube: createCube() };
    joined.set(slotKey(whole), known);
    mergeInto(known.cube, cube);
    await turns.rest();
  }
  return [...joined.values()];
};

export const createCountedSlots = (): CountedSlots => {
  const quarters = new Map<string, { slot: Slot; cubes: Record<SlotKind, Cube> }>();

  const quarterOf = (row: CountedRow) => {
    const slot = slotAt(QUARTER, row.created_at);
    const key = slotKey(slot);
    const known = quarters.get(key) ?? { slot, cubes: { slots: createCube(), callerSlots: createCube() } };
    quarters.set(key, known);
    return known.cubes;
  };

  return {
    add: (row) => {
      const cubes = quarterOf(row);
      addRow(cubes.slots, row, false);
      addRow(cubes.callerSlots, row, true);
    },

    quarters: () => quarters.size,

    all: async (turns) => {
      const all: CountedSlot[] = [];
      for (const kind of SLOT_KINDS) {
        let parts: CountedSlot[] = [...quarters.values()].map(({ slot, cubes }) => ({
          kind,
          slot,
          cube: cubes[kind],
        }));
        all.push(...parts);
        for (const level of COARSER_LEVELS) {
          parts = await joinTo(level, parts, turns);
          all.push(...parts);
        }
      }
      return all;
    },
  };
};

/** Reads slots of one kind and any levels, so many at a time. */
export const readCubes = async (
  tables: AnalyticsTables,
  kind: SlotKind,
  slots: readonly Slot[],
  turns: Turns,
): Promise<Map<string, Cube>> => {
  const cubes = new Map<string, Cube>();
  for (const level of LEVELS) {
    const starts = slots.filter((slot) => slot.level === level).map(({ start }) => start);
    for (const stored of await tables.read(kind, level, starts)) {
      cubes.set(slotKey(stored), createCube(decodeEntries(stored.entries)));
      await turns.rest();
    }
  }
  return cubes;
};

/** What to write so that the stored slots have these runs, too. */
export const addToStored = async (
  tables: AnalyticsTables,
  counted: CountedSlots,
  countedTo: number,
  turns: Turns,
): Promise<SlotWrite[]> => {
  const added = await counted.all(turns);
  const writes: SlotWrite[] = [];
  for (const kind of SLOT_KINDS) {
    const ofKind = added.filter((one) => one.kind === kind);
    const stored = await readCubes(
      tables,
      kind,
      ofKind.map(({ slot }) => slot),
      turns,
    );
    for (const { slot, cube } of ofKind) {
      const known = stored.get(slotKey(slot));
      if (known) mergeInto(known, cube);
      const whole = known ?? cube;
      writes.push({ kind, ...slot, countedTo, entries: encodeEntries(whole.entries.values()) });
      await turns.rest();
    }
  }
  return writes;
};
