import { createAdminCaller } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { flushLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
let admin: AdminCaller;
beforeAll(async () => {
  site = await startSite({
    plugin: {
      logs: { capture: 'errors' },
      cache: { max_bytes: 1_000_000 },
      tools: [
        summarizer({ cache_duration: 60 }),
        summarizer({ name: 'Other', cache_duration: 60 }),
        summarizer({ name: 'Failing', model: 'sandbox-provider-unavailable' }),
        summarizer({ name: 'Strict', model: 'sandbox-echo' }),
      ],
    },
  });
  admin = await createAdminCaller(site);
});
afterAll(() => site?.stop());

const run = (slug: string, inputs: object = { content: 'x' }) =>
  site.strapi.plugin('ai-tools').service('execute').executeTool(slug, inputs);

const settings = async () => (await admin('GET', 'settings')).body.data;

const sandbox = async () => {
  await flushLogs(site);
  const { body } = await admin('GET', 'providers');
  return body.data.find(({ id }: { id: string }) => id === 'sandbox');
};

test('the settings of the site are shown as they are in force, with which of them code has set', async () => {
  expect(await settings()).toEqual({
    logs: { capture: 'errors', retention_days: 90, max_body_bytes: 65_536, durability: 'journal' },
    budget_usd: null,
    cache: { max_bytes: 1_000_000, kept: { results: 0, bytes: 0 }, shared: false },
    limits: { store: 'database', on_failure: 'allow' },
    chosen: {
      logs: { capture: null, retention_days: null, max_body_bytes: null },
      budget_usd: null,
      cache: { max_bytes: null },
    },
    defaults: {
      logs: { capture: 'none', retention_days: 90, max_body_bytes: 65_536 },
      budget_usd: null,
      cache: { max_bytes: 67_108_864 },
    },
    configured: ['logs.capture', 'cache.max_bytes'],
  });
});

test('what is kept of all tools is counted, and cleared at once by those who may', async () => {
  await run('content-summarizer');
  await run('other');
  const { cache } = await settings();
  expect(cache.kept).toEqual({ results: 2, bytes: expect.any(Number) });
  expect(cache.kept.bytes).toBeGreaterThan(1000);

  const reader = await createAdminCaller(site, ['plugin::ai-tools.settings.read']);
  expect((await reader('GET', 'settings')).status).toBe(200);
  expect((await reader('DELETE', 'cache')).status).toBe(403);
  expect((await admin('DELETE', 'cache')).body.data).toEqual({ dropped: 2, everywhere: true });
  expect((await settings()).cache.kept).toEqual({ results: 0, bytes: 0 });
  expect((await run('content-summarizer')).meta.cached).toBe(false);
});

test('a provider tells of its last run when that failed through its own fault, and no longer when it answers', async () => {
  await run('strict', {});
  expect(await sandbox()).toMatchObject({ state: 'ready', last_failure: null });

  await run('failing');
  expect(await sandbox()).toMatchObject({
    state: 'ready',
    last_failure: {
      code: 'provider_unavailable',
      message: expect.any(String),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  });

  await run('strict');
  expect(await sandbox()).toMatchObject({ last_failure: null });
});

test.each([
  ['openai', {}, 'needs_key'],
  ['openai', { api_key: 'sk-0123456789' }, 'ready'],
  ['openai', { enabled: false }, 'switched_off'],
  ['local', { kind: 'openai-compatible' }, 'needs_endpoint'],
])('the provider %s with %j has the state it needs', async (id, changes, state) => {
  const { body } = await admin('PUT', `providers/${id}`, changes);
  expect(body.data.state).toBe(state);
});
