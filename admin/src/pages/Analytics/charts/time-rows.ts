import type { IntlShape } from 'react-intl';
import type { AnalyticsAnswer, Bucket } from '../../../../../contracts/analytics';
import type { ChartRow } from './chart-table';

type DateFormat = NonNullable<Parameters<IntlShape['formatDate']>[1]>;

const SHORT: Record<Bucket, DateFormat> = {
  hour: { hour: 'numeric', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
};

const LONG: Record<Bucket, DateFormat> = {
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

/** With hours of several days, one of each day carries its date. */
const withDates: DateFormat = { day: 'numeric', month: 'short', hour: 'numeric' };
const HOURS_OF_A_DAY = 25;

/** The buckets of an answer, as the calendar of its zone names them. */
export const timeRows = (
  { series, bucket, zone }: Pick<AnalyticsAnswer, 'series' | 'bucket' | 'zone'>,
  formatDate: IntlShape['formatDate'],
): ChartRow[] => {
  const isManyDays = bucket === 'hour' && series.length > HOURS_OF_A_DAY;
  const short = isManyDays ? withDates : SHORT[bucket];
  return series.map(({ from, to }) => ({
    id: from,
    short: formatDate(from, { ...short, timeZone: zone }),
    label: formatDate(from, { ...LONG[bucket], timeZone: zone }),
    logs: { from, to },
  }));
};
