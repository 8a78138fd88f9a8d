const WORDS = 2 ** 24;
const READS = 1_000_000;

/**
 * How long a read from memory takes that no cache has, in nanoseconds. Some 100 on a machine of one's own; where
 * others press on the same memory it is several times as much, which a CPU that is never taken away does not show. A
 * host such as this one, with code and data beyond any cache, then takes as much longer.
 */
export const memoryLatencyNs = (): number => {
  const words = new Int32Array(WORDS).fill(1);
  let at = 0;
  const startedAt = process.hrtime.bigint();
  // each place depends on what the one before holds, so that none is read ahead
  for (let read = 0; read < READS; read += 1) {
    at = (Math.imul(at, 1_664_525) + 1_013_904_222 + (words[at] ?? 0)) & (WORDS - 1);
  }
  return Number(process.hrtime.bigint() - startedAt) / READS;
};
