/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export type Random = () => number;

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const between = (random: Random, from: number, to: number): number => from + random() * (to - from);

/** A whole number from 0, below `end`. */
export const below = (random: Random, end: number): number => Math.floor(random() * end);

export const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
