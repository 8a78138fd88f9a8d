import { BUCKETS } from '../../../../../contracts/analytics';
import type { Bucket } from '../../../../../contracts/analytics';
import { countDays } from '../../../components/analytics/calendar-days';
import type { Days } from '../../../components/analytics/calendar-days';

/** Of how many days at least a bucket shows more than a point, and of how many at most it can be told apart. */
const SUITS: Record<Bucket, { from: number; to: number }> = {
  hour: { from: 1, to: 31 },
  day: { from: 2, to: 400 },
  week: { from: 14, to: 3000 },
  month: { from: 32, to: Infinity },
};

/** Up to so many days the first bucket that suits is the clearest. */
const CLEAREST: readonly { days: number; bucket: Bucket }[] = [
  { days: 2, bucket: 'hour' },
  { days: 62, bucket: 'day' },
  { days: 400, bucket: 'week' },
];

/** The buckets that some days can be looked at in. */
export const bucketsFor = (days: Days): Bucket[] => {
  const count = countDays(days);
  return BUCKETS.filter((bucket) => count >= SUITS[bucket].from && count <= SUITS[bucket].to);
};

/** The wanted bucket where it suits, or else the clearest. */
export const chooseBucket = (days: Days, wanted: Bucket | undefined): Bucket => {
  if (wanted && bucketsFor(days).includes(wanted)) return wanted;
  const count = countDays(days);
  return CLEAREST.find((one) => count <= one.days)?.bucket ?? 'month';
};
