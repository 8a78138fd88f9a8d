import { LEVELS, slotAt, slotKey } from '../engine/analytics/cover';
import type { Slot } from '../engine/analytics/cover';
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
  all(turns: Turns): Promise<{ kind: SlotKind; slot: Slot; cube: Cube }[]>;
}

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
      const cubes = new Map<string, { kind: SlotKind; slot: Slot; cube: Cube }>();
      for (const { slot, cubes: counted } of quarters.values()) {
        for (const level of LEVELS) {
          for (const kind of SLOT_KINDS) {
            const whole = slotAt(level, slot.start);
            const key = `${kind}:${slotKey(whole)}`;
            const known = cubes.get(key) ?? { kind, slot: whole, cube: createCube() };
            cubes.set(key, known);
            mergeInto(known.cube, counted[kind]);
            await turns.rest();
          }
        }
      }
      return [...cubes.values()];
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
      const whole = stored.get(slotKey(slot)) ?? createCube();
      mergeInto(whole, cube);
      writes.push({ kind, ...slot, countedTo, entries: encodeEntries(whole.entries.values()) });
      await turns.rest();
    }
  }
  return writes;
};
