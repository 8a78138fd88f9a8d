import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { answer } from '../../server/src/engine/analytics/answer';
import { ANALYTICS_TABLES } from '../../server/src/stores/analytics-models';
import { createAnalyticsStore } from '../../server/src/stores/analytics-store';
import type { AnalyticsStore } from '../../server/src/stores/analytics-store';
import { createAdminCaller } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { DAY, arbitraryQuestion, arbitraryRow, expectAnswer } from '../support/analytics-count';
import type { Row } from '../support/analytics-count';
import { flushLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const LOG = 'plugin::ai-tools.log';
const LOG_TABLE = 'ai_tools_logs';
const HOUR = 3600_000;

let site: Site;
let admin: AdminCaller;
beforeAll(async () => {
  site = await startSite({ plugin: { tools: [summarizer({ budget_usd: 1000 })] } });
  admin = await createAdminCaller(site, ['plugin::ai-tools.analytics.read']);
});
afterAll(() => site?.stop());

const service = () => site.strapi.plugin('ai-tools').service('analytics');

/** One more instance that counts, on connections of the site's pool, without waiting for rows to settle. */
const openStore = (now = Date.now): AnalyticsStore =>
  createAnalyticsStore({
    knex: site.strapi.db.connection,
    schema: site.strapi.db.getSchemaName(),
    logTable: LOG_TABLE,
    settleMs: 0,
    now,
  });

/** The site's own job counts, too, and may be faster. */
const catchUp = async (...stores: AnalyticsStore[]): Promise<void> => {
  await Promise.all(
    stores.map(async ({ rollUp }) => {
      while ((await rollUp.advance()) !== 'idle');
    }),
  );
};

const insert = (rows: readonly (Row & { id?: number })[]): Promise<unknown> =>
  site.strapi.db.query(LOG).createMany({
    data: rows.map(({ created_at, ...row }) => ({
      ...row,
      request_id: randomUUID(),
      createdAt: new Date(created_at),
    })),
  });

const sample = (count: number, changes: (index: number) => Partial<Row>): Row[] =>
  fc
    .sample(arbitraryRow, { numRuns: count, seed: 5 })
    .map((row, index) => ({ ...row, source: 'rest', ...changes(index) }));

const ask = async (query: string): Promise<ReturnType<typeof JSON.parse>> => {
  const { status, body } = await admin('GET', `analytics?${query}`);
  expect(status).toBe(200);
  return body.data;
};

/** Every test has a year of its own. */
let year = 2030;
const freshYear = (): number => Date.UTC((year += 1), 5, 1);
const around = (time: number): string =>
  `from=${new Date(time - DAY).toISOString()}&to=${new Date(time + DAY).toISOString()}`;

test.each([
  ['to=2026-11-01', 'from: '],
  ['from=yesterday&to=2026-11-01', 'from: must be a date'],
  ['from=2026-11-01&to=2026-11-01', 'to: must be after from'],
  ['from=2026-11-01&to=2026-11-02&zone=Europe/Atlantis', 'zone: is no IANA time zone'],
  ['from=2026-11-01&to=2026-11-02&bucket=year', 'bucket: must be one of hour, day, week, month'],
  ['from=2001-11-01&to=2026-11-02&bucket=hour', 'bucket: makes more than 10000 buckets'],
  ['from=2026-11-01&to=2026-11-02&split=colour', 'split: must be one of tool'],
  ['from=2026-11-01&to=2026-11-02&limit=100000', 'limit: must be at most'],
])('%s is a 400 that says what to do', async (query, words) => {
  const { status, body } = await admin('GET', `analytics?${query}`);
  expect(status).toBe(400);
  expect(body.error.message).toContain(words);
});

test('a run is there as soon as its row is, and stays when the row is counted and deleted', async () => {
  const before = await ask(`${around(Date.now())}&split=tool`);
  await site.strapi.plugin('ai-tools').service('execute').executeTool('content-summarizer', { content: 'a' });
  await site.strapi.plugin('ai-tools').service('execute').executeTool('content-summarizer', {});
  await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool('content-summarizer', { content: 'a' }, { source: 'playground' });
  await flushLogs(site);

  const expectRuns = async () => {
    const found = await ask(`${around(Date.now())}&split=tool`);
    expect(found.totals.runs).toBe(before.totals.runs + 2);
    expect(found.totals.errors_by_code).toEqual({ invalid_input: 1 });
    expect(found.groups).toMatchObject([{ key: 'content-summarizer', runs: 2 }]);
    const trials = await ask(`${around(Date.now())}&with_trials=true`);
    expect(trials.totals.runs).toBe(found.totals.runs + 1);
    expect((await ask(`${around(Date.now())}&source=playground`)).totals.runs).toBe(1);
  };
  await expectRuns();
  await catchUp(openStore());
  await expectRuns();
  await site.strapi.db
    .connection(LOG_TABLE)
    .where('id', '<=', await service().rolledUpTo())
    .del();
  await expectRuns();
});

test('the job of the site counts by itself', async () => {
  const time = freshYear();
  await insert(sample(3, () => ({ created_at: time })));
  const [{ id }] = await site.strapi.db.query(LOG).findMany({ orderBy: { id: 'desc' }, limit: 1 });
  while ((await service().rolledUpTo()) < id) await pause(100);
  expect((await ask(around(time))).totals.runs).toBe(3);
});

test('analytics equal a count over the rows, of several instances that count at once', async () => {
  const middle = freshYear();
  const rows = fc
    .sample(arbitraryRow, { numRuns: 600, seed: 7 })
    .map((row) => ({ ...row, created_at: row.created_at + middle }));
  const stores = [openStore(), openStore(), openStore()];
  const [store = openStore()] = stores;
  for (let at = 0; at < rows.length; at += 200) {
    await insert(rows.slice(at, at + 200));
    await catchUp(...stores);
  }
  for (const relative of fc.sample(arbitraryQuestion, { numRuns: 15, seed: 9 })) {
    const { start, end } = relative.span;
    const question = { ...relative, span: { start: start + middle, end: end + middle } };
    expectAnswer(await answer(question, store.read), question, rows);
  }
});

test('rows that come late are counted in the hour in which their runs were', async () => {
  const time = freshYear();
  await insert(sample(4, () => ({ created_at: time })));
  await catchUp(openStore());
  await insert(sample(2, () => ({ created_at: time + 30 * 60_000 - 1 })));
  const query = `from=${new Date(time).toISOString()}&to=${new Date(time + HOUR).toISOString()}&bucket=hour`;
  expect((await ask(query)).series).toMatchObject([{ runs: 6 }]);
  await catchUp(openStore());
  expect((await ask(query)).series).toMatchObject([{ runs: 6 }]);
});

test('a row that appears below rows which are counted already is found when its hour is compared with the log', async () => {
  const time = freshYear();
  const [{ id }] = await site.strapi.db.query(LOG).findMany({ orderBy: { id: 'desc' }, limit: 1 });
  const [first, late] = sample(2, () => ({ created_at: time, tool_slug: 'late' }));
  if (!first || !late) throw new Error('There are no rows.');
  await insert([{ ...first, id: id + 10 }]);
  // as an instance sees it that comes an hour later
  const later = openStore(() => time + 90 * 60_000);
  await catchUp(later);
  await insert([{ ...late, id: id + 5 }]);
  expect((await ask(around(time))).totals.runs).toBe(1);

  await site.strapi.db.connection(ANALYTICS_TABLES.progress).update({ checked_to: 0 });
  expect(await later.rollUp.checkNext()).toBe(true);
  expect((await ask(around(time))).totals.runs).toBe(2);
  expect(await later.rollUp.checkNext()).toBe(false);
  // the sequence of PostgreSQL has not moved, and would run into these
  await site.strapi.db.connection(LOG_TABLE).where('id', '>', id).del();
  await site.strapi.db
    .connection(ANALYTICS_TABLES.progress)
    .update({ checked_to: 0, counted_to: id })
    .increment('version', 1);
});

test('roll-ups that are lost are made again of the rows, and those of deleted rows are kept', async () => {
  const time = freshYear();
  await insert(sample(5, (index) => ({ created_at: time + index * HOUR })));
  const store = openStore(() => time + DAY);
  await catchUp(store);
  const gone = await site.strapi.db.query(LOG).findOne({ where: { createdAt: new Date(time) } });
  await site.strapi.db.query(LOG).delete({ where: { id: gone.id } });
  await site.strapi.db
    .connection(ANALYTICS_TABLES.slots)
    .where('starts_at', '>=', time + HOUR)
    .where('starts_at', '<', time + DAY)
    .del();
  for (let hour = time; hour < time + 6 * HOUR; hour += HOUR) await store.rollUp.recount(hour);
  expect((await ask(around(time))).totals.runs).toBe(5);
  expect((await ask(`${around(time)}&bucket=hour&zone=Asia/Kolkata`)).totals.runs).toBe(5);
});

test('callers have the names that the host knows them by', async () => {
  const time = freshYear();
  const user = await site.strapi.db
    .query('plugin::users-permissions.user')
    .create({ data: { username: 'anna', email: 'anna@example.org', provider: 'local' } });
  const callers = [String(user.id), 'of-a-site', null];
  await insert(
    sample(3, (index) => ({ created_at: time, caller_type: 'user', caller_id: callers[index] ?? null })),
  );
  const { groups } = await ask(`${around(time)}&split=caller`);
  expect(groups.map(({ key, label }: { key: string; label: string }) => [key, label]).sort()).toEqual([
    ['user', null],
    [`user:${user.id}`, 'anna'],
    ['user:of-a-site', null],
  ]);
});

test('a budget comes with what its month will cost if it goes on like this', async () => {
  const now = Date.now();
  await insert(
    sample(7, () => ({
      created_at: now - HOUR,
      tool_slug: 'content-summarizer',
      cached: false,
      cost_micros: 1_000_000,
    })),
  );
  const { status, body } = await admin('GET', 'analytics/budgets');
  expect(status).toBe(200);
  const date = new Date(now);
  const left = (Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - now) / DAY;
  const [budget] = body.data;
  expect(budget).toMatchObject({ scope: 'tool', tool: 'content-summarizer', budget_usd: 1000 });
  // a dollar a day
  expect(budget.projected_usd - budget.spent_usd).toBeCloseTo(left, 1);
});
