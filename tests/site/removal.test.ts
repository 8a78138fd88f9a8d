import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adminCallerOf, createAdminCaller, createAdministrator } from '../support/admin-caller';
import type { Credentials } from '../support/admin-caller';
import {
  EXECUTE,
  FIND_TOOLS,
  basic,
  call,
  createApiToken,
  createUser,
  execute,
  grantPublic,
} from '../support/callers';
import type { TestUser } from '../support/callers';
import { untilTrue } from '../support/cached-site';
import { providerDocuments, toolDocuments } from '../support/documents';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { completionOf } from '../support/bulk-site';
import { summarizer } from '../support/execute';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/* One site, started again and again on one database: with the plugin, switched off, removed, and with it again. */

const KEY = 'sk-stored-0123456789';
const SLUG = 'content-summarizer';
const READ_LOGS = 'plugin::ai-tools.logs.read';

let workshop: string;
let provider: FakeProvider;
let site: Site;
let stop = async (): Promise<void> => {};
let runner: TestUser;
let token: string;
let editor: Credentials;

const restart = async (plugins: Record<string, unknown> = {}): Promise<void> => {
  await stop();
  stop = async () => {};
  site = await startSite({
    connection: {
      client: 'sqlite',
      connection: { filename: path.join(workshop, 'data.db') },
      useNullAsDefault: true,
    },
    plugins,
    files: HOST_LOG_FILES,
  });
  stop = site.stop;
};

const ourTables = async (): Promise<string[]> => {
  const tables = await site.strapi.db.dialect.schemaInspector.getTables();
  return tables.filter((name) => name.startsWith('ai_tools_')).sort();
};

const run = (authorization?: string) => execute(site, SLUG, { content: 'Otters' }, authorization);

/** Everything that was set up, by the doors that people use. */
const whatIsThere = async () => {
  const superAdmin = await createAdminCaller(site);
  const asEditor = await adminCallerOf(site, editor);
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
  return {
    tables: await ourTables(),
    tools: (await superAdmin('GET', 'tools')).body.data,
    providers: (await superAdmin('GET', 'providers')).body.data.map(
      ({ id, effective, key }: Record<string, unknown>) => ({ id, effective, key }),
    ),
    settings: (await superAdmin('GET', 'settings')).body.data.chosen,
    mayRead: {
      logs: await statusOf(asEditor('GET', 'logs')),
      tools: await statusOf(asEditor('GET', 'tools')),
    },
    mayFind: {
      public: await statusOf(call(site, 'GET', 'tools')),
      user: await statusOf(
        call(site, 'GET', 'tools', { authorization: basic(runner.username, runner.password) }),
      ),
      token: await statusOf(call(site, 'GET', 'tools', { authorization: `Bearer ${token}` })),
    },
  };
};

let before: Awaited<ReturnType<typeof whatIsThere>>;
let firstRun: string;

beforeAll(async () => {
  workshop = mkdtempSync(path.join(tmpdir(), 'ai-tools-removal-'));
  provider = await startFakeProvider();
  provider.answerJson(completionOf('Otters swim.'));

  await restart();
  await providerDocuments(site).create({
    data: {
      provider_id: 'local',
      kind: 'openai-compatible',
      endpoint: `${provider.url}/v1`,
      api_key: KEY,
      model: 'any',
    },
  });
  await toolDocuments(site).create({ data: summarizer({ provider: 'local', rate_limit: 3 }) });
  await site.strapi
    .plugin('ai-tools')
    .service('site-settings')
    .update({ logs: { retention_days: 30 } });
  runner = await createUser(site, 'runner', [EXECUTE, FIND_TOOLS]);
  await grantPublic(site, [FIND_TOOLS]);
  token = await createApiToken(site, { name: 'caller', type: 'custom', permissions: [EXECUTE] });
  editor = await createAdministrator(site, [READ_LOGS]);
  const answer = await run(basic(runner.username, runner.password));
  firstRun = answer.body.meta.request_id;
  before = await whatIsThere();
});

afterAll(async () => {
  await stop();
  await provider?.stop();
  rmSync(workshop, { recursive: true, force: true });
});

test('a site on which it is switched off, and then removed, starts and has none of its routes', async () => {
  await restart({ 'ai-tools': { enabled: false } });
  expect(site.strapi.plugin('ai-tools')).toBeUndefined();
  expect((await run(`Bearer ${token}`)).status).toBe(405);

  await restart({ 'ai-tools': undefined });
  expect(await ourTables()).toEqual(before.tables);
});

test('installed again, it has its tools, providers and settings', async () => {
  await restart();
  expect(before).toMatchObject({
    mayRead: { logs: 200, tools: 403 },
    mayFind: { public: 200, user: 200, token: 403 },
  });
  const { tables, tools, providers, settings } = await whatIsThere();
  expect({ tables, tools, providers, settings }).toEqual({
    tables: before.tables,
    tools: before.tools,
    providers: before.providers,
    settings: before.settings,
  });
});

test('what the host has taken from roles and tokens meanwhile is not given again, and the log says so', async () => {
  expect(await whatIsThere()).toMatchObject({
    mayRead: { logs: 403, tools: 403 },
    mayFind: { public: 403, user: 403, token: 403 },
  });
  expect((await run(`Bearer ${token}`)).status).toBe(403);
  await untilTrue(() => readHostLog(site).includes('the plugin is back with all its data'));
});

test('its key still opens the provider, and what was used of a limit is still used', async () => {
  runner = await createUser(site, 'runner-again', [EXECUTE]);
  token = await createApiToken(site, { name: 'caller-again', type: 'custom', permissions: [EXECUTE] });
  provider.requests.length = 0;
  expect((await run(`Bearer ${token}`)).status).toBe(200);
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect((await run(basic(runner.username, runner.password))).status).toBe(200);
  expect((await run(`Bearer ${token}`)).body.error.code).toBe('rate_limit_exceeded');
});

test('its log goes back to before', async () => {
  const superAdmin = await createAdminCaller(site);
  const { body } = await superAdmin('GET', `logs/${firstRun}`);
  expect(body.data).toMatchObject({ request_id: firstRun, status: 'success', caller_label: 'runner' });
});

test('the statements of docs/upgrading.md take away everything that it has stored, and it can begin anew', async () => {
  const page = readFileSync(path.resolve(__dirname, '../../docs/upgrading.md'), 'utf8');
  const [, statements = ''] = /```sql\n([^`]+)```/.exec(page) ?? [];
  await restart({ 'ai-tools': undefined });
  for (const statement of statements.replaceAll(/--.*$/gm, '').split(';')) {
    if (statement.trim() !== '') await site.strapi.db.connection.raw(statement);
  }
  expect(await ourTables()).toEqual([]);
  const stored = await site.strapi.db
    .query('strapi::core-store')
    .findMany({ where: { key: { $startsWith: 'plugin_ai-tools' } } });
  expect(stored).toEqual([]);

  await restart();
  expect((await ourTables()).filter((name) => !before.tables.includes(name))).toEqual([]);
  const superAdmin = await createAdminCaller(site);
  expect((await superAdmin('GET', 'tools')).body.data).toEqual([]);
  expect((await call(site, 'GET', 'tools')).status).toBe(403);
});
