import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { LogSummary } from '../../contracts/logs';
import { ALL_LOGS } from '../../server/src/stores/log-filter';
import type { LogFilter } from '../../server/src/stores/log-filter';
import { queryArrivals } from '../../server/src/stores/log-arrivals';
import { queryLogs } from '../../server/src/stores/log-pages';
import type { LogEffort, LogPageQuery, LogSource } from '../../server/src/stores/log-pages';
import { LOG_SUMMARY } from '../../server/src/stores/log-rows';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const LOG = 'plugin::ai-tools.log';
const BEGIN = Date.parse('2026-03-01T00:00:00Z');

const pick = <Value>(values: readonly Value[], index: number): Value => {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('there is nothing to choose');
  return value;
};

const MESSAGES = [null, 'The provider is Overloaded', '100% of _it_', null, 'overloaded!'];

/** Many rows of the same time, latency and cost, and a third without a cost. */
const makeRow = (index: number) => {
  const createdAt = new Date(BEGIN + Math.floor(index / 3) * 1000);
  return {
    request_id: randomUUID(),
    tool_slug: index === 50 ? 'rare' : pick(['summary', 'summary', 'translate'], index),
    tool_name: null,
    source: pick(['rest', 'rest', 'service', 'playground', 'rest', 'test-connection'], index),
    caller_type: pick(['user', 'public'], index),
    caller_id: index % 2 === 0 ? String(index % 5) : null,
    provider: pick(['openai', 'ollama'], Math.floor(index / 7)),
    model: pick(['small', 'large', 'large'], index),
    status: pick(['success', 'success', 'error'], index),
    error_code: index % 3 === 2 ? pick(['provider_error', 'invalid_input'], index) : null,
    error_message: pick(MESSAGES, index),
    cached: index % 4 === 0,
    attempts: 1,
    latency_ms: (index * 7) % 40,
    cost_micros: index % 3 === 0 ? null : (index * 11) % 20,
    createdAt,
    updatedAt: createdAt,
    publishedAt: createdAt,
  };
};

type Row = ReturnType<typeof makeRow> & { id: number };

let site: Site;
let rows: Row[];
let source: LogSource;
beforeAll(async () => {
  site = await startSite();
  const log = site.strapi.db.query(LOG);
  const made = Array.from({ length: 120 }, (_, index) => makeRow(index));
  // written in another order than they happened, as by several instances
  const written = [...made].sort((left, right) => left.request_id.localeCompare(right.request_id));
  for (const data of written) await log.create({ data });
  const ids = await log.findMany({ select: ['id', 'request_id'] });
  rows = ids.map(({ id, request_id }) => {
    const row = made.find((one) => one.request_id === request_id);
    if (!row) throw new Error('a row that nobody has written');
    return { ...row, id };
  });
  source = {
    knex: site.strapi.db.connection,
    from: () => site.strapi.db.getConnection('ai_tools_logs'),
  };
});
afterAll(() => site?.stop());

const matches = (row: Row, filter: LogFilter): boolean => {
  const equals = (wanted: string | null, value: string | null) => wanted === null || wanted === value;
  const time = row.createdAt.getTime();
  const isTrial = ['playground', 'test-connection'].includes(row.source);
  const text = filter.text?.toLowerCase() ?? '';
  return (
    equals(filter.tool, row.tool_slug) &&
    equals(filter.provider, row.provider) &&
    equals(filter.model, row.model) &&
    equals(filter.status, row.status) &&
    equals(filter.code, row.error_code) &&
    equals(filter.source, row.source) &&
    equals(filter.callerType, row.caller_type) &&
    equals(filter.callerId, row.caller_id) &&
    (filter.cached === null || filter.cached === row.cached) &&
    (filter.from === null || time >= filter.from) &&
    (filter.to === null || time < filter.to) &&
    (filter.withTrials || filter.source !== null || !isTrial) &&
    (filter.text === null ||
      row.request_id.startsWith(text) ||
      (row.error_message ?? '').toLowerCase().includes(text))
  );
};

const expected = (
  filter: LogFilter,
  { sort, direction }: Pick<LogPageQuery, 'sort' | 'direction'>,
): string[] => {
  const valueOf = (row: Row): number | null =>
    ({ time: row.createdAt.getTime(), latency: row.latency_ms, cost: row.cost_micros })[sort];
  const sign = direction === 'asc' ? 1 : -1;
  return rows
    .filter((row) => matches(row, filter))
    .sort((left, right) => {
      const [a, b] = [valueOf(left), valueOf(right)];
      const byTime = left.createdAt.getTime() - right.createdAt.getTime() || left.id - right.id;
      if (a === null || b === null) return a === b ? sign * byTime : a === null ? 1 : -1;
      return sign * (a - b || byTime);
    })
    .map(({ request_id }) => request_id);
};

const EFFORTS: LogEffort[] = [
  { steps: [1000, 9000], few: 1000 },
  { steps: [1000, 9000], few: 5 },
  { steps: [4, 9], few: 20 },
  { steps: [2], few: 2 },
];

/** All pages, one after the other, until the end, as somebody who turns them would see them. */
const readAll = async (query: LogPageQuery, effort: LogEffort): Promise<string[]> => {
  const ids: string[] = [];
  let next = query;
  for (;;) {
    const page = await queryLogs(source, next, LOG_SUMMARY, effort);
    const shown = page.rows.map(({ row }: { row: LogSummary }) => row.request_id);
    expect(shown.length).toBeLessThanOrEqual(query.limit);
    if (query.isBackwards) ids.unshift(...shown);
    else ids.push(...shown);
    if (!page.rest) return ids;
    next = { ...query, start: page.rest };
  }
};

const optional = <Value>(...values: Value[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...values) });

const filters: fc.Arbitrary<LogFilter> = fc.record({
  tool: optional('summary', 'translate', 'rare', 'none'),
  provider: optional('openai', 'ollama'),
  model: optional('small', 'large'),
  status: optional('success', 'error'),
  code: optional('provider_error'),
  source: optional('rest', 'playground'),
  callerType: optional('user'),
  callerId: optional('2', '4'),
  cached: optional(true, false),
  from: optional(BEGIN + 5000, BEGIN + 39_000),
  to: optional(BEGIN + 30_000),
  text: optional('overloaded', '0% of _', '_', 'a'),
  withTrials: fc.boolean(),
});

test('whatever is asked for, turning the pages from either end shows every row that matches once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.constantFrom('time' as const, 'latency' as const, 'cost' as const),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.boolean(),
      fc.constantFrom(3, 10, 200),
      fc.constantFrom(...EFFORTS),
      async (filter, sort, direction, isBackwards, limit, effort) => {
        const query = { filter, sort, direction, isBackwards, limit, start: null };
        expect(await readAll(query, effort)).toEqual(expected(filter, query));
      },
    ),
    { numRuns: 60 },
  );
}, 300_000);

test('one question looks at so many rows, says where it has given up, and can go on there', async () => {
  const query: LogPageQuery = {
    filter: { ...ALL_LOGS, tool: 'summary', text: 'no such words' },
    sort: 'time',
    direction: 'desc',
    limit: 10,
    start: null,
    isBackwards: false,
  };
  const page = await queryLogs(source, query, LOG_SUMMARY, { steps: [4, 6], few: 1 });
  expect(page).toMatchObject({ rows: [], isComplete: false });
  const newest = expected({ ...ALL_LOGS, tool: 'summary', withTrials: true }, query);
  const tenth = rows.find(({ request_id }) => request_id === newest[9]);
  const time = tenth?.createdAt.getTime();
  expect(page.rest).toEqual({ value: time, time, id: tenth?.id });
});

test('a request id is found though it is old, in any case of its letters', async () => {
  const [oldest] = expected({ ...ALL_LOGS, withTrials: true }, { sort: 'time', direction: 'asc' });
  const query: LogPageQuery = {
    filter: { ...ALL_LOGS, text: String(oldest).toUpperCase(), withTrials: true },
    sort: 'time',
    direction: 'desc',
    limit: 10,
    start: null,
    isBackwards: false,
  };
  const page = await queryLogs(source, query, LOG_SUMMARY, { steps: [1], few: 1 });
  expect(page.rows.map(({ row }) => row.request_id)).toEqual([oldest]);
});

test('who follows the log gets every row that matches once, in the order in which they were written', async () => {
  const filter: LogFilter = { ...ALL_LOGS, tool: 'summary' };
  const ids: string[] = [];
  let after = 0;
  for (let isComplete = false; !isComplete;) {
    const arrived = await queryArrivals(source, { filter, after, limit: 7 }, LOG_SUMMARY);
    ids.push(...arrived.rows.map(({ request_id }) => request_id));
    ({ newest: after, isComplete } = arrived);
  }
  const written = [...rows].sort((left, right) => left.id - right.id);
  expect(ids).toEqual(written.filter((row) => matches(row, filter)).map(({ request_id }) => request_id));
});

test('the indexes that the questions need are there', async () => {
  const indexes = await site.strapi.db.dialect.schemaInspector.getIndexes('ai_tools_logs');
  const columns = indexes.map((index) => index.columns.join());
  expect(columns).toEqual(
    expect.arrayContaining([
      'created_at',
      'latency_ms,created_at',
      'cost_micros,created_at',
      ...['tool_slug', 'provider', 'model', 'status', 'error_code', 'source', 'caller_id'].map(
        (column) => `${column},created_at`,
      ),
    ]),
  );
});
