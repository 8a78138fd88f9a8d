import { setTimeout as pause } from 'node:timers/promises';
import { createSettingsInForceService } from '../../server/src/services/settings-in-force';
import { createAdminCaller, faultyFields } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { flushLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { logRow } from '../support/log-rows';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/* The settings of the whole site, changed in the panel while the site runs. */

const LOG = 'plugin::ai-tools.log';
const DAY_MS = 86_400_000;

let site: Site;
let admin: AdminCaller;
beforeAll(async () => {
  site = await startSite({
    plugin: {
      logs: { max_body_bytes: 1000 },
      // what the sandbox answers is never billed; here it is as if it were
      prices: { 'sandbox/sandbox-echo': { input: 0, output: 1000 } },
      tools: [
        summarizer({ name: 'Plain', model: 'sandbox-echo', max_tokens: 100 }),
        summarizer({ name: 'Kept', cache_duration: 3600 }),
      ],
    },
  });
  admin = await createAdminCaller(site);
});
afterAll(() => site?.stop());

const service = (name: string) => site.strapi.plugin('ai-tools').service(name);
const change = (changes: unknown) => admin('PUT', 'settings', changes);
const settings = async () => (await admin('GET', 'settings')).body.data;
const run = (slug: string, content = 'x') => service('execute').executeTool(slug, { content });

const storedInputs = async (slug: string): Promise<unknown> => {
  await run(slug, 'what a visitor typed');
  await flushLogs(site);
  const [row] = await site.strapi.db.query(LOG).findMany({ orderBy: { id: 'desc' }, limit: 1 });
  return row.inputs;
};

test('whether inputs are stored can be changed, and holds for the next run', async () => {
  expect(await storedInputs('plain')).toBeNull();
  const { status, body } = await change({ logs: { capture: 'all' } });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ logs: { capture: 'all' }, chosen: { logs: { capture: 'all' } } });
  expect((await admin('GET', 'logs/status')).body.data.capture).toBe('all');
  expect(await storedInputs('plain')).toEqual({ content: 'what a visitor typed' });

  await change({ logs: { capture: null } });
  expect(await storedInputs('plain')).toBeNull();
  expect(await settings()).toMatchObject({
    logs: { capture: 'none' },
    chosen: { logs: { capture: null } },
  });
});

test('a budget of the site can be set, holds for the next run, and is the one that is told of', async () => {
  const events: object[] = [];
  site.strapi.eventHub.on('ai-tools.budget.exceeded', async (payload) => {
    events.push(payload);
  });
  expect((await run('plain')).choices).toHaveLength(1);
  await change({ budget_usd: 0.02 });
  expect((await run('plain')).error.code).toBe('budget_exceeded');
  await new Promise(setImmediate);
  expect(events).toMatchObject([{ scope: 'site', budget_usd: 0.02 }]);
  expect(await service('budgets').status()).toMatchObject([{ scope: 'site', budget_usd: 0.02 }]);

  await change({ budget_usd: 50 });
  expect((await run('plain')).choices).toHaveLength(1);
  await change({ budget_usd: null });
  expect(await service('budgets').status()).toEqual([]);
});

test('a smaller cache keeps what was asked for last, a larger one loses nothing', async () => {
  for (const content of ['a', 'b', 'c', 'd']) await run('kept', content);
  const { kept, max_bytes } = (await settings()).cache;
  expect(kept.results).toBe(4);

  await change({ cache: { max_bytes: Math.ceil(kept.bytes / 2) } });
  expect((await settings()).cache.kept.results).toBe(2);
  expect((await run('kept', 'd')).meta.cached).toBe(true);
  expect((await run('kept', 'a')).meta.cached).toBe(false);

  await change({ cache: { max_bytes: null } });
  expect((await settings()).cache).toMatchObject({ max_bytes, kept: { results: 2 } });
  await change({ cache: { max_bytes: 0 } });
  expect((await settings()).cache.kept).toEqual({ results: 0, bytes: 0 });
  await run('kept', 'a');
  expect((await run('kept', 'a')).meta.cached).toBe(false);
  await change({ cache: { max_bytes: null } });
});

test('the next night deletes by the retention that was set last', async () => {
  const createdAt = new Date(Date.now() - 10 * DAY_MS);
  const { inputs: _inputs, ...row } = logRow({ tool_slug: 'ten days old' });
  await site.strapi.db.query(LOG).create({ data: { ...row, createdAt, updatedAt: createdAt } });
  jest.spyOn(service('analytics'), 'rolledUpTo').mockResolvedValue(2 ** 31 - 1);
  expect(await service('log-retention').deleteNow()).toBe(0);
  await change({ logs: { retention_days: 9 } });
  expect(await service('log-retention').deleteNow()).toBe(1);
  expect((await admin('GET', 'logs/status')).body.data.retention_days).toBe(9);
});

test('what code has set cannot be changed, and nothing is stored when anything is wrong', async () => {
  const before = await settings();
  const answer = await change({
    logs: { capture: 'some', retention_days: 0, max_body_bytes: 2000 },
    budget_usd: -1,
    cache: { max_bytes: 'much' },
    redis: { url: 'redis://elsewhere' },
  });
  expect(faultyFields(answer)).toEqual([
    'budget_usd',
    'cache.max_bytes',
    'logs.capture',
    'logs.max_body_bytes',
    'logs.retention_days',
    'redis.url',
  ]);
  expect(JSON.stringify(answer.body)).toContain('is set in config/plugins');
  expect(faultyFields(await change([]))).toEqual(['']);
  expect(await settings()).toEqual(before);
  expect(before).toMatchObject({ logs: { max_body_bytes: 1000 }, configured: ['logs.max_body_bytes'] });

  expect((await change({ logs: { max_body_bytes: 1000 } })).status).toBe(200);
  expect((await settings()).chosen.logs.max_body_bytes).toBeNull();
});

test('a run waits for settings that are five seconds old to be read again, and no other run does', async () => {
  await change({ budget_usd: null });
  const repository = site.strapi.db.query('strapi::core-store');
  const read = repository.findOne.bind(repository);
  const reads = jest.spyOn(repository, 'findOne').mockImplementation(async (...asked) => {
    await pause(300);
    return read(...asked);
  });
  // as another instance does it, which cannot tell this one
  const store = site.strapi.store({ type: 'plugin', name: 'ai-tools', key: 'settings' });
  await store.set({ value: { budget_usd: 0.02 } });
  reads.mockClear();
  expect((await run('plain')).choices).toHaveLength(1);
  expect(reads).not.toHaveBeenCalled();

  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 5000);
  expect((await run('plain')).error?.code).toBe('budget_exceeded');
  expect((await run('plain')).error?.code).toBe('budget_exceeded');
  expect(reads).toHaveBeenCalledTimes(1);
  clock.mockRestore();
  reads.mockRestore();
});

test('what somebody has broken in the database is as if nobody had set it, and the log says so', async () => {
  const warn = jest.spyOn(site.strapi.log, 'warn');
  const store = site.strapi.store({ type: 'plugin', name: 'ai-tools', key: 'settings' });
  await store.set({ value: { 'logs.capture': 'everything', 'logs.retention_days': 7 } });
  expect((await settings()).logs).toMatchObject({ capture: 'none', retention_days: 7 });
  await settings();
  expect(warn.mock.calls.flat().filter((line) => String(line).includes('logs.capture'))).toHaveLength(1);
});

test('of changes that come at the same time, none undoes another', async () => {
  const answers = await Promise.all([
    change({ logs: { retention_days: 31 } }),
    change({ budget_usd: 77 }),
    change({ budget_usd: -1 }),
    change({ cache: { max_bytes: 12_345 } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200]);
  expect((await settings()).chosen).toMatchObject({
    logs: { retention_days: 31 },
    budget_usd: 77,
    cache: { max_bytes: 12_345 },
  });
  await change({ logs: { retention_days: null }, budget_usd: null, cache: { max_bytes: null } });
});

test('a first reading that another one overtakes ends with what that one has read', async () => {
  const pending: ((stored: object) => void)[] = [];
  const get = () => new Promise<object>((resolve) => pending.push(resolve));
  const slow = Object.create(site.strapi, { store: { value: () => ({ get }) } });
  const inForce = createSettingsInForceService({ strapi: slow });
  let isRead = false;
  const first = inForce.upToDate()?.then(() => (isRead = true));
  inForce.forget();
  pending[0]?.({ 'logs.retention_days': 5 });
  await pause(20);
  expect(isRead).toBe(false);
  pending[1]?.({ 'logs.retention_days': 6 });
  await first;
  expect(inForce.current().logs.retention_days).toBe(6);
});
