import { BUCKETS, MOST_BUCKETS } from '../../../../../contracts/analytics';
import type { Bucket, FindAnalytics } from '../../../../../contracts/analytics';
import {
  addDays,
  countDays,
  dayIn,
  firstOfMonth,
  isDay,
  lastDays,
  toMoments,
} from '../../../components/analytics/calendar-days';
import type { Days } from '../../../components/analytics/calendar-days';
import { chooseBucket } from './choose-bucket';

export const RANGES = ['today', '7-days', '30-days', 'this-month', 'last-month', 'custom'] as const;
export type RangeName = (typeof RANGES)[number];

export const COST_SPLITS = ['tool', 'provider', 'model'] as const;
export type CostSplit = (typeof COST_SPLITS)[number];

export const FILTERS = ['tool', 'provider', 'model', 'source'] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** What an address asks to see. */
export interface AnalyticsView {
  range: RangeName;
  days: Days;
  bucket: Bucket;
  costBy: CostSplit;
  filters: Filters;
  trials: boolean;
}

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

const oneOf = <Choice extends string>(choices: readonly Choice[], value: string | null): Choice | undefined =>
  choices.find((choice) => choice === value);

/** As many as the server takes, and one less: a change of clocks may make them an hour longer. */
const MOST_DAYS = MOST_BUCKETS - 1;

/** Of more days than can be asked for, the last. */
const chosenDays = (address: URLSearchParams): Days | null => {
  const [from, to] = [address.get('from'), address.get('to')];
  if (!isDay(from) || !isDay(to)) return null;
  const days = from <= to ? { first: from, last: to } : { first: to, last: from };
  return countDays(days) > MOST_DAYS ? { ...days, first: addDays(days.last, 1 - MOST_DAYS) } : days;
};

const namedDays = (range: Exclude<RangeName, 'custom'>, zone: string, now: number): Days => {
  const today = dayIn(zone, now);
  switch (range) {
    case 'today':
      return { first: today, last: today };
    case '7-days':
      return lastDays(WEEK_DAYS, zone, now);
    case '30-days':
      return lastDays(MONTH_DAYS, zone, now);
    case 'this-month':
      return { first: firstOfMonth(today), last: today };
    case 'last-month': {
      const last = addDays(firstOfMonth(today), -1);
      return { first: firstOfMonth(last), last };
    }
  }
};

const filtersOf = (address: URLSearchParams): Filters => {
  const filters: Filters = {};
  for (const name of FILTERS) {
    const value = address.get(name);
    if (value) filters[name] = value;
  }
  return filters;
};

/** What makes no sense in an address is left out, so that no link leads to an error. */
export const readView = (address: URLSearchParams, zone: string, now: number): AnalyticsView => {
  const asked = oneOf(RANGES, address.get('range')) ?? '30-days';
  const chosen = asked === 'custom' ? chosenDays(address) : null;
  const range = asked === 'custom' && !chosen ? '30-days' : asked;
  const days = range === 'custom' ? (chosen ?? lastDays(MONTH_DAYS, zone, now)) : namedDays(range, zone, now);
  return {
    range,
    days,
    bucket: chooseBucket(days, oneOf(BUCKETS, address.get('bucket'))),
    costBy: oneOf(COST_SPLITS, address.get('cost')) ?? 'tool',
    filters: filtersOf(address),
    trials: address.get('with_trials') === 'true',
  };
};

/** More tools than this are put together as one line. */
const MOST_TOOLS = 100;

/** The question behind most of the page: figures, their course, and the tools. */
export const toQuery = (view: AnalyticsView, zone: string, now: number): FindAnalytics.Query => ({
  ...toMoments(view.days, zone, now),
  zone,
  bucket: view.bucket,
  split: 'tool',
  limit: MOST_TOOLS,
  compare: 'true',
  ...view.filters,
  ...(view.trials && { with_trials: 'true' }),
});
