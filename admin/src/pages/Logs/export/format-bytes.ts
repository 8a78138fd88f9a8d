import type { IntlShape } from 'react-intl';

const KILO = 1000;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The size of a file, in the largest unit of which there is one. */
export const formatBytes = (bytes: number, formatNumber: IntlShape['formatNumber']): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KILO)));
  return formatNumber(bytes / KILO ** power, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
};
