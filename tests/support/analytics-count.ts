import fc from 'fast-check';
import { STATUSES } from '../../contracts/analytics';
import { TRIAL_SOURCES } from '../../contracts/logs';
import type { AnalyticsAnswer, Bucket, Figures, Split } from '../../contracts/analytics';
import type { Question } from '../../server/src/engine/analytics/answer';
import type { CountedRow } from '../../server/src/engine/analytics/cube';
import type { Filters } from '../../server/src/engine/analytics/tally';

/*
 * The analytics by the words of their contract, over rows in memory, with the platform's own word on what a clock
 * shows; and the rows and questions to try them with.
 */

const MINUTE = 60_000;
export const QUARTER = 15 * MINUTE;
export const DAY = 24 * 60 * MINUTE;

export type Row = Omit<CountedRow, 'id'>;

/** What a clock on the wall of the zone shows, as the platform says it. */
const createLabel = (zone: string, bucket: Bucket): ((time: number) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    timeZoneName: 'longOffset',
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
    if (bucket === 'hour') return `${date} ${parts.get('hour')} ${parts.get('timeZoneName')}`;
    if (bucket === 'month') return date.slice(0, 7);
    if (bucket === 'day') return date;
    const day = new Date(`${date}T00:00:00Z`);
    return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
  };
};

const valueOf = (row: Row, split: Split): string | null => {
  if (split === 'caller')
    return row.caller_id === null ? row.caller_type : `${row.caller_type}:${row.caller_id}`;
  return split === 'tool' ? row.tool_slug : row[split];
};

const sumOf = (rows: readonly Row[], value: (row: Row) => number | null): number =>
  rows.reduce((sum, row) => sum + (value(row) ?? 0), 0);

const isUnknown = (row: Row): boolean =>
  row.cost_micros === null && !row.cached && (row.status === 'success' || row.prompt_tokens !== null);

/** The rules in words of the contract, over rows. */
const bruteCost = (rows: readonly Row[]): number | null => {
  const sum = sumOf(rows, ({ cost_micros }) => cost_micros);
  return sum === 0 && rows.some(isUnknown) ? null : sum;
};

const bruteSaved = (rows: readonly Row[], all: readonly Row[]): Figures['saved'] => {
  const total = { cost: 0, time: 0, costKnown: false, timeKnown: false };
  const cached = rows.filter((row) => row.cached);
  for (const row of cached) {
    const others = all.filter(
      (one) =>
        one.status === 'success' &&
        !one.cached &&
        one.tool_slug === row.tool_slug &&
        one.provider === row.provider &&
        one.model === row.model,
    );
    const priced = others.filter(({ cost_micros }) => cost_micros !== null);
    if (priced.length > 0) {
      total.costKnown = true;
      total.cost += sumOf(priced, ({ cost_micros }) => cost_micros) / priced.length;
    }
    if (others.length > 0) {
      total.timeKnown = true;
      total.time += sumOf(others, ({ latency_ms }) => latency_ms) / others.length - row.latency_ms;
    }
  }
  return {
    cost_micros: cached.length > 0 && !total.costKnown ? null : total.cost,
    latency_ms: cached.length > 0 && !total.timeKnown ? null : total.time,
  };
};

const bruteCounts = (rows: readonly Row[]) => ({
  runs: rows.length,
  by_status: Object.fromEntries(
    STATUSES.map((status) => [status, rows.filter((row) => row.status === status).length]),
  ),
  errors_by_code: Object.fromEntries(
    [...new Set(rows.flatMap(({ error_code }) => error_code ?? []))].map((code) => [
      code,
      rows.filter(({ error_code }) => error_code === code).length,
    ]),
  ),
  rate_limited: rows.filter(({ error_code }) => error_code === 'rate_limit_exceeded').length,
  cached: rows.filter(({ cached }) => cached).length,
  prompt_tokens: sumOf(rows, ({ prompt_tokens }) => prompt_tokens),
  completion_tokens: sumOf(rows, ({ completion_tokens }) => completion_tokens),
  cached_tokens: sumOf(rows, ({ cached_tokens }) => cached_tokens),
  reasoning_tokens: sumOf(rows, ({ reasoning_tokens }) => reasoning_tokens),
  cost_micros: bruteCost(rows),
  unknown_cost_runs: rows.filter(isUnknown).length,
});

const expectClose = (found: number | null | undefined, exact: number | null, tolerance: number): void => {
  if (exact === null || found === null || found === undefined) return expect(found).toBe(exact);
  expect(Math.abs(found - exact)).toBeLessThanOrEqual(tolerance);
};

const expectFigures = (found: Figures, rows: readonly Row[], all: readonly Row[]): void => {
  expect(found).toMatchObject(bruteCounts(rows));
  const saved = bruteSaved(rows, all);
  // rounded to whole units
  expectClose(found.saved.cost_micros, saved.cost_micros, 0.51);
  expectClose(found.saved.latency_ms, saved.latency_ms, 0.51);
  const times = rows
    .filter(({ status, attempts }) => status === 'success' || attempts > 0)
    .map(({ latency_ms }) => latency_ms)
    .sort((a, b) => a - b);
  if (times.length === 0) return expect(found.latency_ms).toBeNull();
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ] as const) {
    const exact = times[Math.ceil(share * times.length) - 1] ?? NaN;
    expectClose(found.latency_ms?.[name], exact, 0.05 * exact);
  }
  expectClose(found.latency_ms?.mean, times.reduce((sum, time) => sum + time, 0) / times.length, 1e-6);
};

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];
/** Days on which clocks change in one of these zones, and some on which they do not. */
export const MIDDLES = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-06-30',
  '2026-09-06',
  '2026-09-27',
  '2026-10-04',
  '2026-10-25',
  '2026-10-30',
  '2026-11-01',
  '2026-12-31',
].map((date) => Date.parse(date));

const tokens = fc.option(fc.nat(5000), { freq: 2 });
export const arbitraryRow: fc.Arbitrary<Row> = fc
  .record({
    // more of them near the middle, where clocks change
    created_at: fc.oneof(
      fc.integer({ min: -5 * DAY, max: 5 * DAY }),
      fc.integer({ min: -DAY / 2, max: DAY }),
    ),
    tool_slug: fc.constantFrom('summarizer', 'translator', 'nothing-of-ours', ''),
    provider: fc.constantFrom('openai', 'anthropic', null),
    model: fc.constantFrom('a', 'b', null),
    source: fc.constantFrom('rest', 'service', 'rest', ...TRIAL_SOURCES),
    caller_type: fc.constantFrom('user', 'public'),
    caller_id: fc.constantFrom('1', '2', null),
    status: fc.constantFrom('success', 'success', ...STATUSES),
    error_code: fc.constantFrom(null, 'provider_timeout', 'rate_limit_exceeded'),
    cached: fc.boolean(),
    attempts: fc.nat(2),
    latency_ms: fc.oneof(fc.nat(20), fc.nat(90_000)),
    prompt_tokens: tokens,
    completion_tokens: tokens,
    cached_tokens: tokens,
    reasoning_tokens: tokens,
    cost_micros: fc.option(fc.nat(3_000_000_00), { freq: 3 }),
  })
  .map((row) => ({
    ...row,
    ...(row.cached && row.status === 'success' ? { cost_micros: 0 } : { cached: false }),
  }));

export const moment = fc.integer({ min: -5 * DAY, max: 5 * DAY });

const SPLITS = ['tool', 'provider', 'model', 'source', 'caller', 'status'] as const;
const FILTERS = {
  tool: fc.constantFrom(['summarizer'], ['summarizer', '']),
  provider: fc.constantFrom(['openai'], [null]),
  model: fc.constantFrom(['a'], ['b', null]),
  source: fc.constantFrom(['rest'], ['playground', 'service']),
  caller: fc.constantFrom(['user:1'], ['public', 'user']),
  status: fc.constantFrom(['success'], ['error', 'refused']),
};
const arbitraryFilters: fc.Arbitrary<Filters> = fc.oneof(
  fc.constant({}),
  fc.record({ source: FILTERS.source }),
  fc.record({ caller: FILTERS.caller }),
  fc.record(FILTERS, { requiredKeys: [] }),
);
export const arbitraryQuestion: fc.Arbitrary<Question> = fc.record({
  span: fc
    .tuple(moment, fc.integer({ min: 1, max: 9 * DAY }))
    .map(([start, length]) => ({ start, end: start + length })),
  zone: fc.constantFrom(...ZONES),
  bucket: fc.constantFrom('hour', 'day', 'week', 'month'),
  split: fc.constantFrom(...SPLITS),
  limit: fc.constant(50),
  filters: arbitraryFilters,
  compare: fc.constant(true),
  trials: fc.boolean(),
});

const isAsked = (row: Row, { filters, trials }: Question): boolean => {
  if (!trials && !filters.source && TRIAL_SOURCES.some((source) => source === row.source)) return false;
  return SPLITS.every((split) => filters[split]?.includes(valueOf(row, split)) ?? true);
};

const within = (rows: readonly Row[], from: string, to: string): Row[] =>
  rows.filter(({ created_at }) => created_at >= Date.parse(from) && created_at < Date.parse(to));

/** Fails unless the answer is what these rows come to, which are all that there ever were. */
export const expectAnswer = (found: AnalyticsAnswer, question: Question, ever: readonly Row[]): void => {
  expect(found.complete).toBe(true);
  expect(Date.parse(found.from)).toBe(Math.floor(question.span.start / QUARTER) * QUARTER);
  expect(Date.parse(found.to)).toBe(Math.ceil(question.span.end / QUARTER) * QUARTER);
  const asked = ever.filter((row) => isAsked(row, question));
  const all = within(asked, found.from, found.to);
  expectFigures(found.totals, all, all);

  if (!found.previous) throw new Error('The period before is missing.');
  expect(found.previous.to).toBe(found.from);
  const before = within(asked, found.previous.from, found.previous.to);
  expectFigures(found.previous.totals, before, before);

  const label = createLabel(question.zone, question.bucket);
  expect(found.series.map(({ from }) => from)).toEqual([
    found.from,
    ...found.series.slice(0, -1).map(({ to }) => to),
  ]);
  const labels = found.series.map(({ from }) => label(Date.parse(from)));
  expect(new Set(labels).size).toBe(labels.length);
  for (const [index, bucket] of found.series.entries()) {
    expectFigures(
      bucket,
      all.filter((row) => label(row.created_at) === labels[index]),
      all,
    );
  }

  const split = question.split ?? 'tool';
  expect(new Set(found.groups.map(({ key }) => key))).toEqual(new Set(all.map((row) => valueOf(row, split))));
  for (const group of found.groups) {
    const rows = all.filter((row) => valueOf(row, split) === group.key);
    expectFigures(group, rows, all);
    const byBucket = labels.map((one) => rows.filter((row) => label(row.created_at) === one));
    expect(group.series).toEqual({
      runs: byBucket.map((some) => some.length),
      errors: byBucket.map((some) => some.filter(({ status }) => status === 'error').length),
      cost_micros: byBucket.map(bruteCost),
    });
  }
};
