export interface Sample {
  /** since the load began */
  seconds: number;
  rssMib: number;
  /** heap and what it holds outside, after garbage collection */
  usedMib: number;
  /** how late the event loop was since the sample before, in milliseconds */
  delayP99: number;
  delayMax: number;
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};

/** How much more was in use in the second half than in the first, by the medians, in MiB. */
export const growthMib = (samples: readonly Sample[]): number => {
  const used = samples.map(({ usedMib }) => usedMib);
  const half = Math.floor(used.length / 2);
  return median(used.slice(-half)) - median(used.slice(0, half));
};
