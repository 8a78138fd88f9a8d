import { TRIAL_SOURCES } from '../../../../contracts/logs';
import type { AnalyticsAnswer, Bucket, Split, TimeRange } from '../../../../contracts/analytics';
import { createTurns } from '../turns';
import { createCalendar } from './calendar';
import type { Span } from './calendar';
import { toQuarters } from './cover';
import type { Entry } from './cube';
import { createAccepts, createTally } from './tally';
import type { Filters } from './tally';

/** What somebody wants to know. */
export interface Question {
  span: Span;
  zone: string;
  bucket: Bucket;
  split: Split | null;
  limit: number;
  filters: Filters;
  /** with the period before */
  compare: boolean;
  /** also runs that were made to try something out */
  trials: boolean;
}

/** Calls `visit` with everything that ran in some spans; resolves to whether that was all of it. */
export type ReadSpans = (reading: {
  spans: readonly Span[];
  kind: 'slots' | 'callerSlots';
  visit(span: number, entry: Entry): void;
}) => Promise<boolean>;

const toRange = ({ start, end }: Span): TimeRange => ({
  from: new Date(start).toISOString(),
  to: new Date(end).toISOString(),
});

export const answer = async (question: Question, read: ReadSpans): Promise<AnalyticsAnswer> => {
  const { zone, bucket, split, limit, filters, compare, trials } = question;
  const calendar = createCalendar(zone);
  const span = toQuarters(question.span);
  const buckets = calendar.buckets(span, bucket);
  const previous = toQuarters(calendar.before(span));

  const accepts = createAccepts({ filters, withoutSources: trials ? [] : TRIAL_SOURCES });
  const tally = createTally({ buckets: buckets.length, split, limit, accepts });
  const before = createTally({ buckets: 1, split: null, limit, accepts });
  const complete = await read({
    spans: compare ? [...buckets, previous] : buckets,
    kind: split === 'caller' || filters.caller ? 'callerSlots' : 'slots',
    visit: (index, entry) => (index < buckets.length ? tally.add(index, entry) : before.add(0, entry)),
  });

  const turns = createTurns();
  const series: AnalyticsAnswer['series'] = [];
  for (const [index, one] of buckets.entries()) {
    series.push({ ...toRange(one), ...tally.bucket(index) });
    await turns.rest();
  }
  return {
    ...toRange(span),
    zone,
    bucket,
    totals: tally.totals(),
    previous: compare ? { ...toRange(previous), totals: before.totals() } : null,
    series,
    groups: tally.groups().map((group) => ({ ...group, label: null })),
    complete,
  };
};
