import type { Span } from '../engine/analytics/calendar';
import { LEVELS, cover, slotAt, slotKey } from '../engine/analytics/cover';
import { addRow, createCube } from '../engine/analytics/cube';
import type { CountedRow, Cube, Entry } from '../engine/analytics/cube';
import { visitEntries } from '../engine/analytics/cube-codec';
import type { AnalyticsRows } from './analytics-rows';
import type { AnalyticsTables, SlotKind } from './analytics-tables';
import { createTurns } from '../engine/turns';

const SLOTS_PER_READ = 32;
const ROWS_PER_READ = 100;
/** A request counts no more rows itself: with more of them, the job is behind. */
const MOST_ROWS = 5000;

interface Reading {
  /** whole quarters of hours that do not overlap */
  spans: readonly Span[];
  kind: SlotKind;
  /** called for everything that ran in a span, with the span's index, in any number of parts that are not to be kept */
  visit(span: number, entry: Entry): void;
}

interface ReaderOptions {
  tables: AnalyticsTables;
  rows: AnalyticsRows;
}

/**
 * Brings every run of some spans exactly once: from the slots and, what is not in them yet, from the log. Without a
 * transaction: the job may go on meanwhile, since each slot says itself to which row it has them all.
 */
export const createAnalyticsReader = ({ tables, rows }: ReaderOptions) => {
  const readSlots = async ({ spans, kind, visit }: Reading) => {
    const turns = createTurns();
    const slots = spans.flatMap((span, index) => cover(span).map((slot) => ({ ...slot, index })));
    const places = new Map(slots.map((slot) => [slotKey(slot), { span: slot.index, countedTo: 0 }]));
    for (const level of LEVELS) {
      const starts = slots.filter((slot) => slot.level === level).map(({ start }) => start);
      for (let at = 0; at < starts.length; at += SLOTS_PER_READ) {
        for (const stored of await tables.read(kind, level, starts.slice(at, at + SLOTS_PER_READ))) {
          const place = places.get(slotKey(stored));
          if (!place) continue;
          place.countedTo = stored.countedTo;
          visitEntries(stored.entries, (entry) => visit(place.span, entry));
          await turns.rest();
        }
      }
    }
    return places;
  };

  type Places = Awaited<ReturnType<typeof readSlots>>;

  const placeOf = (places: Places, row: CountedRow) => {
    for (const level of LEVELS) {
      const place = places.get(slotKey(slotAt(level, row.created_at)));
      if (place) return place;
    }
    return null;
  };

  /** False when there are more rows than a request may count. */
  const readRows = async ({ kind, visit }: Reading, places: Places, after: number): Promise<boolean> => {
    const turns = createTurns();
    const cubes = new Map<number, Cube>();
    let last = after;
    let isComplete = false;
    for (let total = 0; total < MOST_ROWS && !isComplete; total += ROWS_PER_READ) {
      const page = await rows.after(last, ROWS_PER_READ);
      for (const row of page) {
        const place = placeOf(places, row);
        if (!place || row.id <= place.countedTo) continue;
        const cube = cubes.get(place.span) ?? createCube();
        cubes.set(place.span, cube);
        addRow(cube, row, kind === 'callerSlots');
      }
      last = page.at(-1)?.id ?? last;
      isComplete = page.length < ROWS_PER_READ;
      await turns.rest();
    }
    for (const [span, cube] of cubes) for (const entry of cube.entries.values()) visit(span, entry);
    return isComplete;
  };

  return {
    /** Resolves to whether all of it was brought. */
    read: async (reading: Reading): Promise<boolean> => {
      // before the slots, so that what is counted meanwhile is in the rows, in its slot, or in both, and then told apart
      const { countedTo } = await tables.progress();
      const places = await readSlots(reading);
      return readRows(reading, places, countedTo);
    },
  };
};

export type AnalyticsReader = ReturnType<typeof createAnalyticsReader>;
