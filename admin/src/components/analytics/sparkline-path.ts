/** Room for the line itself at its highest and lowest. */
const MARGIN = 1.5;

const round = (value: number): number => Math.round(value * 100) / 100;

/** The path of a line from left to right, from nothing at the bottom to the highest value at the top. */
export const sparklinePath = (values: readonly number[], width: number, height: number): string => {
  const highest = Math.max(...values, 0);
  const y = (value: number): number =>
    round(height - MARGIN - (highest === 0 ? 0 : (value / highest) * (height - 2 * MARGIN)));
  // one value alone is a level line
  const points = values.length === 1 ? [...values, ...values] : values;
  const step = width / Math.max(points.length - 1, 1);
  return points
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${round(index * step)} ${y(value)}`)
    .join('');
};
