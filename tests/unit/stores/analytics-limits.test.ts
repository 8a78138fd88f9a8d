import { OTHER } from '../../../contracts/analytics';
import { answer } from '../../../server/src/engine/analytics/answer';
import type { Question } from '../../../server/src/engine/analytics/answer';
import { decodeEntries } from '../../../server/src/engine/analytics/cube-codec';
import { ANALYTICS_TABLES } from '../../../server/src/stores/analytics-models';
import { createAnalyticsReader } from '../../../server/src/stores/analytics-reader';
import { createAnalyticsRows } from '../../../server/src/stores/analytics-rows';
import { createAnalyticsStore } from '../../../server/src/stores/analytics-store';
import { createAnalyticsTables } from '../../../server/src/stores/analytics-tables';
import type { Row } from '../../support/analytics-count';
import { openAnalyticsDatabase } from '../../support/analytics-database';
import type { AnalyticsDatabase } from '../../support/analytics-database';

const TIME = Date.UTC(2026, 5, 1, 12);
const HOUR = 3600_000;

const row = (changes: Partial<Row> = {}): Row => ({
  created_at: TIME,
  tool_slug: 'summarizer',
  provider: 'openai',
  model: 'a',
  source: 'rest',
  caller_type: 'public',
  caller_id: null,
  status: 'success',
  error_code: null,
  cached: false,
  attempts: 1,
  latency_ms: 100,
  prompt_tokens: 1,
  completion_tokens: 1,
  cached_tokens: null,
  reasoning_tokens: null,
  cost_micros: 1,
  ...changes,
});
const rows = (count: number, changes: (index: number) => Partial<Row>): Row[] =>
  Array.from({ length: count }, (_, index) => row(changes(index)));

const question = (changes: Partial<Question> = {}): Question => ({
  span: { start: TIME - HOUR, end: TIME + 3 * HOUR },
  zone: 'UTC',
  bucket: 'day',
  split: 'tool',
  limit: 50,
  filters: {},
  compare: false,
  trials: false,
  ...changes,
});

let database: AnalyticsDatabase;
beforeEach(async () => {
  database = await openAnalyticsDatabase();
});
afterEach(() => database.close());

const openStore = () => database.openStore(() => TIME + 3 * HOUR);
const insert = async (all: Row[]): Promise<void> => {
  for (let at = 0; at < all.length; at += 500) await database.insert(all.slice(at, at + 500));
};
const entriesOfDay = async (table: string): Promise<number> => {
  const [day] = await database.knex(table).orderBy('level', 'desc').limit(1);
  return decodeEntries(day.entries).length;
};

test('thousands of names that somebody made up take no room, and hide no tool', async () => {
  await insert([
    ...rows(3000, (index) => ({
      tool_slug: `no-tool-${index}`,
      provider: null,
      model: null,
      status: 'error',
    })),
    ...rows(5, () => ({ tool_slug: 'comes-late' })),
  ]);
  const store = openStore();
  await store.rollUp.advance();
  expect(await entriesOfDay(ANALYTICS_TABLES.slots)).toBeLessThan(200);
  const found = await answer(question({ limit: 200 }), store.read);
  expect(found.totals).toMatchObject({ runs: 3005, by_status: { error: 3000, success: 5 } });
  expect(found.groups.find(({ key }) => key === 'comes-late')).toMatchObject({ runs: 5 });
  expect(found.groups.at(-1)).toMatchObject({ key: OTHER, runs: 2900 });
});

test('of thousands of callers those who run much are told apart, and the others are counted together', async () => {
  await insert(
    rows(9000, (index) => ({ caller_type: 'user', caller_id: index % 3 === 0 ? 'busy' : String(index) })),
  );
  const store = openStore();
  await store.rollUp.advance();
  expect(await entriesOfDay(ANALYTICS_TABLES.callerSlots)).toBeLessThan(1100);
  const found = await answer(question({ split: 'caller', limit: 10 }), store.read);
  expect(found.totals.runs).toBe(9000);
  expect(found.groups[0]).toMatchObject({ key: 'user:busy', runs: 3000 });
  expect(found.groups).toHaveLength(11);
  expect(found.groups.at(-1)).toMatchObject({ key: OTHER, runs: 5991 });
});

test('groups beyond the limit are put together, in their series, too', async () => {
  await insert(
    rows(60, (index) => ({ tool_slug: `tool-${index % 6}`, created_at: TIME + (index % 2) * HOUR })),
  );
  const { groups } = await answer(question({ limit: 2, bucket: 'hour' }), openStore().read);
  expect(groups.map(({ runs }) => runs)).toEqual([10, 10, 40]);
  expect(groups.at(-1)?.series.runs.reduce((sum, runs) => sum + runs, 0)).toBe(40);
});

test('an answer says when more rows wait than a request may count', async () => {
  await insert(rows(6000, () => ({})));
  const store = openStore();
  const early = await answer(question(), store.read);
  expect(early.complete).toBe(false);
  expect(early.totals.runs).toBeLessThan(6000);
  await store.rollUp.advance();
  expect(await answer(question(), store.read)).toMatchObject({ complete: true, totals: { runs: 6000 } });
});

test('lost roll-ups are made again of the log, and what the log has lost stays', async () => {
  await insert(rows(40, (index) => ({ created_at: TIME + (index % 4) * 30 * 60_000 })));
  const store = openStore();
  await store.rollUp.advance();
  await database.knex(ANALYTICS_TABLES.slots).del();
  expect((await answer(question(), store.read)).totals.runs).toBe(0);
  expect(await store.rebuild()).toBe(4);
  expect((await answer(question({ zone: 'Asia/Kathmandu' }), store.read)).totals.runs).toBe(40);

  await database.knex('ai_tools_logs').where('created_at', TIME).limit(5).del();
  expect(await store.rebuild()).toBe(3);
  expect((await answer(question({ bucket: 'hour' }), store.read)).series.map(({ runs }) => runs)).toEqual([
    0, 20, 20, 0,
  ]);
});

test('a log whose ids begin anew is counted further', async () => {
  await insert(rows(3, () => ({})));
  const store = openStore();
  await store.rollUp.advance();
  await database.knex('ai_tools_logs').where('id', '>', 1).del();
  await database.knex('sqlite_sequence').update({ seq: 1 });
  expect(await store.rollUp.advance()).toBe('more');
  await insert(rows(2, () => ({})));
  await store.rollUp.advance();
  expect((await answer(question(), store.read)).totals.runs).toBe(5);
});

test('rows are not counted before those with lower ids can have appeared', async () => {
  let now = TIME;
  const store = createAnalyticsStore({
    knex: database.knex,
    logTable: 'ai_tools_logs',
    now: () => now,
    settleMs: 10_000,
  });
  await insert(rows(2, () => ({})));
  expect(await store.rollUp.advance()).toBe('idle');
  now += 6000;
  await insert(rows(1, () => ({})));
  await store.rollUp.advance();
  now += 5000;
  await store.rollUp.advance();
  expect(await store.rolledUpTo()).toBe(2);
  expect((await answer(question(), store.read)).totals.runs).toBe(3);
  now += 6000;
  await store.rollUp.advance();
  expect(await store.rolledUpTo()).toBe(3);
  expect((await answer(question(), store.read)).totals.runs).toBe(3);
});

test.each(['after', 'before'])(
  'who asks while the job counts gets every run once: it writes %s the reading',
  async (moment) => {
    const { rollUp } = openStore();
    const tables = createAnalyticsTables({ knex: database.knex });
    const log = createAnalyticsRows(() => database.knex('ai_tools_logs'), true);
    const reader = createAnalyticsReader({
      rows: log,
      tables: {
        ...tables,
        progress: async () => {
          const progress = await tables.progress();
          if (moment === 'before') await rollUp.advance();
          return progress;
        },
        read: async (...order) => {
          const slots = await tables.read(...order);
          if (moment === 'after') await rollUp.advance();
          return slots;
        },
      },
    });
    for (const runs of [50, 100, 150]) {
      await insert(rows(50, (index) => ({ created_at: TIME + index * 60_000 })));
      expect((await answer(question(), reader.read)).totals.runs).toBe(runs);
    }
  },
);
