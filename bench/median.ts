/** The value below which a share of them lie, between neighbours where it has to be. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  const place = share * (sorted.length - 1);
  const lower = sorted[Math.floor(place)] ?? NaN;
  const upper = sorted[Math.ceil(place)] ?? NaN;
  return lower + (upper - lower) * (place - Math.floor(place));
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);
