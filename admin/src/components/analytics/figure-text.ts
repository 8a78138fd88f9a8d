import type { IntlShape } from 'react-intl';
import { formatCost } from '../cost-text';

/** What a number is of: runs or tokens, a part of a whole, milliseconds, or millionths of a dollar. */
export type FigureFormat = 'count' | 'share' | 'duration' | 'money';

/** From here on the last digits of a count are in nobody's mind. */
const LARGE = 10_000_000;

const UNITS = [
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1000 },
] as const;

const durationText = (ms: number, formatNumber: IntlShape['formatNumber']): string => {
  // two of a unit at least, but for seconds, which everybody reads well
  const found = UNITS.find(({ unit, ms: length }) => Math.abs(ms) >= length * (unit === 'second' ? 1 : 2));
  const [value, unit] = found ? [ms / found.ms, found.unit] : [ms, 'millisecond'];
  return formatNumber(value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: found ? 1 : 0,
  });
};

/** A figure as it is read; a dash where nobody knows. */
export const figureText = (
  format: FigureFormat,
  value: number | null,
  formatNumber: IntlShape['formatNumber'],
): string => {
  if (value === null) return '—';
  switch (format) {
    case 'count':
      return value < LARGE
        ? formatNumber(value)
        : formatNumber(value, { notation: 'compact', maximumSignificantDigits: 4 });
    case 'share':
      return formatNumber(value, { style: 'percent', maximumFractionDigits: 1 });
    case 'duration':
      return durationText(value, formatNumber);
    case 'money':
      return formatCost(value, formatNumber);
  }
};
