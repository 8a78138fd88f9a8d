import fc from 'fast-check';
import {
  addPacked,
  addToPacked,
  cellOf,
  createHistogram,
  percentiles,
} from '../../../../server/src/engine/analytics/latency-histogram';
import type { PackedCells } from '../../../../server/src/engine/analytics/latency-histogram';

const SHARES = [0.5, 0.95, 0.99];
const latency = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 600_000 }));

const pack = (values: readonly number[]): PackedCells => {
  const packed: PackedCells = [];
  for (const value of values) addToPacked(packed, cellOf(value), 1);
  return packed;
};

const nearestRank = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(1, Math.ceil(share * values.length)) - 1] ?? NaN;

test('percentiles of merged histograms are within 5 % of those of the values', () => {
  fc.assert(
    fc.property(fc.array(fc.array(latency, { maxLength: 40 }), { minLength: 1, maxLength: 5 }), (parts) => {
      const histogram = createHistogram();
      for (const part of parts) addPacked(histogram, pack(part));
      const found = percentiles(histogram, SHARES);
      const values = parts.flat();
      if (values.length === 0) return expect(found).toBeNull();
      SHARES.forEach((share, index) => {
        const exact = nearestRank(values, share);
        expect(Math.abs((found?.[index] ?? NaN) - exact)).toBeLessThanOrEqual(0.05 * exact);
      });
    }),
    { numRuns: 500 },
  );
});

test('a run of days is in the last cell, not beyond it', () => {
  const histogram = createHistogram();
  addPacked(histogram, pack([9 * 24 * 3600 * 1000]));
  expect(percentiles(histogram, [0.5])?.[0]).toBeGreaterThan(20 * 3600 * 1000);
});
