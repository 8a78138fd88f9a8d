import type { Memory } from './site';

/** Caches fill and code gets compiled in the first of so many parts of a run. */
const WARM_UP_SHARE = 0.2;
/** What the second half may hold above the first: garbage collectors are not exact. */
const HEAP_MIB = 8;
const RESIDENT_SHARE = 0.15;

const MIB = 2 ** 20;

const medianOf = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** Compares the two halves of a run, as measured after each part. */
export const findGrowth = (memory: readonly Memory[]): { summary: string; isGrowing: boolean } => {
  const warm = memory.slice(Math.ceil(memory.length * WARM_UP_SHARE));
  if (warm.length < 8) return { summary: 'too short to tell whether memory grows', isGrowing: false };
  const middle = Math.floor(warm.length / 2);
  const halves = (name: 'heap' | 'rss'): [number, number] => [
    medianOf(warm.slice(0, middle).map((part) => part[name] / MIB)),
    medianOf(warm.slice(middle).map((part) => part[name] / MIB)),
  ];
  const heap = halves('heap');
  const rss = halves('rss');
  return {
    summary: `heap ${heap[0].toFixed(1)} MiB in the first half and ${heap[1].toFixed(1)} MiB in the second, resident ${rss[0].toFixed(0)} and ${rss[1].toFixed(0)} MiB`,
    isGrowing: heap[1] - heap[0] > HEAP_MIB || rss[1] > rss[0] * (1 + RESIDENT_SHARE),
  };
};
