/*
 * Latencies in cells whose bounds grow by a tenth less a bit: a percentile read from them is off by less than 5 %, and
 * two histograms are merged by adding their cells. Milliseconds below 16 have a cell each.
 */
const EXACT_BELOW = 16;
const GROWTH = 1.09;
const LONGEST_MS = 24 * 3600 * 1000;

const LOG_GROWTH = Math.log(GROWTH);

export const cellOf = (ms: number): number =>
  ms < EXACT_BELOW
    ? Math.max(0, Math.floor(ms))
    : EXACT_BELOW + Math.floor(Math.log(Math.min(ms, LONGEST_MS) / EXACT_BELOW) / LOG_GROWTH);

const CELLS = cellOf(LONGEST_MS) + 1;

/** The value whose relative distance to both bounds of the cell is the same. */
const middleOf = (cell: number): number =>
  cell < EXACT_BELOW ? cell : (EXACT_BELOW * GROWTH ** (cell - EXACT_BELOW) * 2 * GROWTH) / (1 + GROWTH);

/** Counts by cell. */
export type Histogram = Float64Array;

export const createHistogram = (): Histogram => new Float64Array(CELLS);

/** The few cells that hold anything: cell, count, cell, count …, in the order of cells. */
export type PackedCells = number[];

export const addPacked = (histogram: Histogram, packed: PackedCells): void => {
  for (let at = 0; at < packed.length; at += 2) {
    const cell = packed[at] ?? 0;
    histogram[cell] = (histogram[cell] ?? 0) + (packed[at + 1] ?? 0);
  }
};

/** Adds to a cell, looked for from this place on; returns where it is. */
const addFrom = (packed: PackedCells, from: number, cell: number, count: number): number => {
  let at = from;
  while (at < packed.length && (packed[at] ?? 0) < cell) at += 2;
  if (packed[at] === cell) packed[at + 1] = (packed[at + 1] ?? 0) + count;
  else packed.splice(at, 0, cell, count);
  return at;
};

export const addToPacked = (packed: PackedCells, cell: number, count: number): void => {
  addFrom(packed, 0, cell, count);
};

export const addPackedToPacked = (packed: PackedCells, added: PackedCells): void => {
  let from = 0;
  for (let at = 0; at < added.length; at += 2) {
    from = addFrom(packed, from, added[at] ?? 0, added[at + 1] ?? 0);
  }
};

/** The percentiles at these shares (ascending), by nearest rank; null when there is nothing. */
export const percentiles = (histogram: Histogram, shares: readonly number[]): number[] | null => {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let cell = 0;
  let below = histogram[0] ?? 0;
  return shares.map((share) => {
    const rank = Math.max(1, Math.ceil(share * total));
    while (below < rank && cell < CELLS - 1) {
      cell += 1;
      below += histogram[cell] ?? 0;
    }
    return middleOf(cell);
  });
};
