import type { IntlShape } from 'react-intl';
import { toUsd } from '../../../contracts/money';

/** Below this, cents say little. */
const SMALL_USD = 0.1;

/** Money as it is read: in dollars, with more digits where there is little of it; a dash where nobody knows. */
export const formatCost = (costMicros: number | null, formatNumber: IntlShape['formatNumber']): string => {
  if (costMicros === null) return '—';
  const usd = toUsd(costMicros);
  return formatNumber(usd, {
    style: 'currency',
    currency: 'USD',
    ...(usd > 0 && usd < SMALL_USD && { maximumSignificantDigits: 2 }),
  });
};
