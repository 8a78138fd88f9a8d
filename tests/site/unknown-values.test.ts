import { adminCallerOf } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { ARTICLE } from '../support/article-site';
import { dataOf } from '../support/bulk-site';
import { basic, execute } from '../support/callers';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { readReleaseFixture, runScript } from '../support/release-fixture';
import { answerAsModels, releaseSite } from '../support/release-site';
import type { Release } from '../support/release-site';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/*
 * A database in which not everything is as this version writes it: a column that came later is missing, what may be
 * empty is, and a later version, or somebody by hand, has left words that this one does not know.
 */

const insert = (table: string, row: Record<string, string | number | null>): string =>
  `INSERT INTO ${table} (${Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ')}) VALUES (${Object.values(row)
    .map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
    .join(', ')});`;

const logRow = (request_id: string, at: number, changes: Record<string, string | number | null>) =>
  insert('ai_tools_logs', {
    document_id: request_id,
    request_id,
    tool_slug: 'strange',
    source: 'rest',
    caller_type: 'public',
    status: 'success',
    cached: 0,
    attempts: 1,
    latency_ms: 5,
    created_at: at,
    ...changes,
  });

const strangeRows = (at: number): string[] => [
  // as a version before this column had it; the host compares tables only when it thinks that they have changed
  'ALTER TABLE ai_tools_logs DROP COLUMN timeline;',
  `UPDATE strapi_database_schema SET hash = 'of another version';`,
  logRow('empty', at, {}),
  logRow('unknown', at, {
    source: 'telepathy',
    caller_type: 'robot',
    caller_id: '7',
    provider: 'no-such-provider',
    method: 'no/such/method',
    status: 'postponed',
    error_code: 'out_of_paper',
    inputs: '{not json',
  }),
  insert('ai_tools_providers', {
    document_id: 'p1',
    provider_id: 'oracle',
    kind: 'crystal-ball',
    api_key: 'not encrypted by this site',
    enabled: 1,
  }),
  insert('ai_tools_providers', { document_id: 'p2', provider_id: 'together', kind: null, enabled: null }),
  insert('ai_tools_tools', {
    document_id: 't1',
    name: 'Foretell',
    slug: 'foretell',
    description: 'x',
    provider: 'oracle',
    method: 'gaze',
    input_schema: '{"type":"object","properties":{}}',
    prompt_template: 'x',
    fallbacks: '[{"provider":"nobody","model":"x"}]',
    enabled: 1,
  }),
  insert('ai_tools_tools', {
    document_id: 't2',
    name: 'Hollow',
    slug: 'hollow',
    description: null,
    provider: null,
    method: null,
    input_schema: null,
    prompt_template: null,
    enabled: null,
  }),
  insert('ai_tools_bulk_runs', {
    content_type: ARTICLE,
    locale: 'en',
    tool: 'foretell',
    inputs: '{}',
    target: 'summary',
    state: 'hibernating',
    started_by: 99,
    actor: 99,
    started_at: at,
    cost_micros: 0,
    cost_known: 1,
    lease_beat: 0,
  }),
  insert('ai_tools_content_mappings', {
    content_type: ARTICLE,
    tool: 'foretell',
    mapping: '{"inputs":{"x":{"moon":1}},"target":null}',
  }),
  `UPDATE strapi_core_store_settings SET value = '{"logs.retention_days":"many","budget_usd":50,"moon":1}'
     WHERE key = 'plugin_ai-tools_settings';`,
];

let provider: FakeProvider;
let release: Release;
let site: Site;
let admin: AdminCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  answerAsModels(provider);
  const fixture = readReleaseFixture('0.1.0', provider.url);
  ({ release } = fixture);
  site = await startSite({
    ...releaseSite(),
    prepare: async (folder) => {
      await fixture.putInto(folder);
      await runScript(folder.connection, strangeRows(Date.now()).join('\n'));
    },
  });
  admin = await adminCallerOf(site, release.filled.administrator);
});
afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});

const get = async (path: string) => dataOf(await admin('GET', path));
type Found = Record<string, unknown>;

test('a run is in the log whatever is missing of it, or not known here', async () => {
  const rows: Found[] = await get('logs?tool=strange');
  expect(rows.map(({ request_id }) => request_id).sort()).toEqual(['empty', 'unknown']);
  expect(await get('logs/empty')).toMatchObject({ status: 'success', tool_name: null, timeline: null });
  expect(await get('logs/unknown')).toMatchObject({
    status: 'postponed',
    error_code: 'out_of_paper',
    source: 'telepathy',
    caller_type: 'robot',
  });
  const csv = await admin('GET', 'logs/export?format=csv&tool=strange');
  expect([
    csv.status,
    csv.body.split('\n').filter((line: string) => line.includes('strange')).length,
  ]).toEqual([200, 2]);
});

test('runs of a status that is not known here do not break the analytics', async () => {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const range = `from=${day(Date.now() - 86_400_000)}&to=${day(Date.now() + 2 * 86_400_000)}`;
  const { totals, groups } = await get(`analytics?${range}&split=status&tool=strange`);
  expect(totals).toMatchObject({ runs: 2, by_status: { success: 1 } });
  expect(groups.map(({ key }: Found) => key).sort()).toEqual(['postponed', 'success']);
});

test('a tool of an unknown provider, and one that lost its fields, are listed with what is wrong', async () => {
  const tools: Found[] = await get('tools');
  expect(tools.length).toBeGreaterThan(8);
  for (const slug of ['foretell', 'hollow']) {
    const found = tools.find((tool) => tool.slug === slug);
    expect(found).toMatchObject({ problem: expect.stringMatching(/\w/) });
    expect((await admin('GET', `tools/${String(found?.id)}`)).status).toBe(200);
  }
});

test('a provider of an unknown kind does not hide the others', async () => {
  const ids = (await get('providers')).map(({ id }: Found) => id);
  expect(ids).toEqual(expect.arrayContaining(['openai', 'together', 'local']));
});

test('unknown states and mappings leave the lists of an article readable', async () => {
  const runs: Found[] = await get(`bulk-runs?content_type=${ARTICLE}`);
  expect(runs.map(({ tool }) => tool)).toContain('content-summarizer');
  const mappings = await get(`content/mappings?content_type=${ARTICLE}`);
  expect(Object.keys(mappings)).toContain('content-summarizer');
});

test('of the stored settings, what can be read holds', async () => {
  expect(await get('settings')).toMatchObject({ budget_usd: 50, logs: { retention_days: 90 } });
});

test('what is all right goes on running; what is not says so', async () => {
  const asUser = basic(release.filled.user.username, release.filled.user.password);
  expect((await execute(site, 'content-summarizer', { content: 'x' }, asUser)).status).toBe(200);
  const codes = async (slug: string) => {
    const { status, body } = await execute(site, slug, {}, asUser);
    return [status, body.error.code, body.error.message];
  };
  expect(await codes('foretell')).toEqual([
    503,
    'provider_not_configured',
    expect.stringMatching(/no provider "oracle".*no provider "nobody"/),
  ]);
  expect(await codes('hollow')).toEqual([
    500,
    'internal_error',
    expect.stringContaining('"hollow" is no longer valid'),
  ]);
});
