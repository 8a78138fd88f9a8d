import { once } from 'node:events';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogDetails, LogSummary } from '../../contracts/logs';
import { adminCallerWith, createAdminCaller, createAdminToken } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { createApiToken, execute, flushLogs, readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { logRow } from '../support/log-rows';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const LOG = 'plugin::ai-tools.log';
const READ = 'plugin::ai-tools.logs.read';
const EXPORT = 'plugin::ai-tools.logs.export';

let site: Site;
let reader: AdminCaller;
let exporter: AdminCaller;
let exporterToken: string;
beforeAll(async () => {
  site = await startSite({ plugin: { tools: [summarizer()], logs: { capture: 'all' } } });
  reader = await createAdminCaller(site, [READ]);
  exporterToken = await createAdminToken(site, [READ, EXPORT]);
  exporter = adminCallerWith(site, exporterToken);
});
afterAll(() => site?.stop());
beforeEach(async () => {
  await flushLogs(site);
  await site.strapi.db.query(LOG).deleteMany({});
});

const record = async (...rows: Parameters<typeof logRow>[0][]): Promise<void> => {
  for (const row of rows) await site.strapi.plugin('ai-tools').service('logs').record(logRow(row));
  await flushLogs(site);
};

const toolsOf = (body: { data: LogSummary[] }): string[] => body.data.map(({ tool_slug }) => tool_slug);

test('a run is there with all its fields, and in the list without what was said', async () => {
  const token = await createApiToken(site, { name: 'shop', type: 'full-access' });
  const answer = await execute(site, 'content-summarizer', { content: 'a text' }, `Bearer ${token}`);
  await flushLogs(site);
  const id = answer.body.meta.request_id;
  const { status, body } = await reader('GET', `logs/${id}`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    request_id: id,
    tool_slug: 'content-summarizer',
    tool_name: 'Content Summarizer',
    source: 'rest',
    caller_type: 'api-token',
    caller_label: 'shop',
    provider: 'sandbox',
    status: 'success',
    cached: false,
    attempts: 1,
    error_code: null,
    inputs: { content: 'a text' },
    output: answer.body.choices[0].message.content,
  } satisfies Partial<LogDetails>);
  expect(Date.now() - Date.parse(body.data.created_at)).toBeLessThan(60_000);

  const list = await reader('GET', 'logs');
  const { inputs: _inputs, output: _output, timeline: _timeline, ...summary } = body.data;
  expect(list.body.data).toEqual([summary]);
  expect((await reader('GET', 'logs/no-such-id')).status).toBe(404);
});

test('pages are turned by their cursors, to the last and back', async () => {
  await record(...['a', 'b', 'c', 'd', 'e'].map((tool_slug, index) => ({ tool_slug, latency_ms: index })));
  const get = async (query: string) =>
    (await reader('GET', `logs?sort=latency&order=asc&limit=2&${query}`)).body;
  const first = await get('');
  expect([toolsOf(first), first.page.previous]).toEqual([['a', 'b'], null]);
  const second = await get(`after=${first.page.next}`);
  expect(toolsOf(second)).toEqual(['c', 'd']);
  expect(toolsOf(await get(`before=${second.page.previous}`))).toEqual(['a', 'b']);
  const last = await get('page=last');
  expect([toolsOf(last), last.page.next]).toEqual([['d', 'e'], null]);
  expect(toolsOf(await get(`before=${last.page.previous}`))).toEqual(['b', 'c']);
  expect(last.searched).toEqual({ complete: true, until: null });
});

test('who polls with `newest` gets what has come since, and only that', async () => {
  await record({ tool_slug: 'before' });
  const { body } = await reader('GET', 'logs');
  await record({ tool_slug: 'after' }, { tool_slug: 'after, tried', source: 'playground' });
  const polled = (await reader('GET', `logs?newer_than=${body.newest}`)).body;
  expect(toolsOf(polled)).toEqual(['after']);
  expect(toolsOf((await reader('GET', `logs?newer_than=${polled.newest}`)).body)).toEqual([]);
});

test('filters hold together; what was tried out is hidden unless it is asked for', async () => {
  await record(
    { tool_slug: 'one', provider: 'openai' },
    {
      tool_slug: 'two',
      provider: 'openai',
      status: 'error',
      error_code: 'provider_error',
      error_message: 'Überlastet',
    },
    { tool_slug: 'three', source: 'playground' },
  );
  const tools = async (query: string) => toolsOf((await reader('GET', `logs?${query}`)).body).sort();
  expect(await tools('')).toEqual(['one', 'two']);
  expect(await tools('with_trials=true')).toEqual(['one', 'three', 'two']);
  expect(await tools('source=playground')).toEqual(['three']);
  expect(await tools('provider=openai&status=error&code=provider_error')).toEqual(['two']);
  expect(await tools('provider=openai&tool=three&with_trials=true')).toEqual([]);
  expect(await tools('text=berlast')).toEqual(['two']);
  expect(await tools(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
});

test.each([
  ['status=broken', 'status'],
  ['after=abc', 'after'],
  ['limit=1000', 'limit'],
  ['from=yesterday', 'from'],
  ['sort=name', 'sort'],
  ['tol=x', 'tol'],
])('%s is refused by its name', async (query, field) => {
  const { status, body } = await reader('GET', `logs?${query}`);
  expect(status).toBe(400);
  expect(body.error.details.errors.map((fault: { path: string[] }) => fault.path.join('.'))).toEqual([field]);
});

test('a connection test is a row of its source, with the administrator who made it', async () => {
  const admin = await createAdminCaller(site);
  await admin('POST', 'providers/sandbox/test', {});
  await admin('POST', 'providers/openai/test', {});
  expect(await readLogs(site)).toMatchObject([
    {
      source: 'test-connection',
      tool_slug: '',
      provider: 'sandbox',
      status: 'success',
      caller_type: 'admin',
      caller_label: 'super-admin',
    },
    {
      source: 'test-connection',
      provider: 'openai',
      status: 'error',
      error_code: 'provider_not_configured',
      error_message: expect.stringContaining('key'),
      attempts: 0,
    },
  ]);
  expect((await reader('GET', 'logs')).body.data).toEqual([]);
});

test('the CSV file is one of RFC 4180, and no cell of it is a formula', async () => {
  await record(
    { tool_slug: 'first', output: 'a "quoted", word\nand a line' },
    { tool_slug: 'second', output: '=HYPERLINK("http://evil.example","click")', latency_ms: 12 },
    { tool_slug: 'third', output: '@SUM(1)', caller_label: '+1' },
  );
  const { status, headers, body } = await exporter('GET', 'logs/export?format=csv');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/csv/);
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="ai-tools-log-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [head, ...lines] = String(body).split('\r\n');
  expect(head).toMatch(/^request_id,created_at,tool_slug,/);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/,"a ""quoted"", word\nand a line"$/);
  expect(lines[1]).toMatch(/,"'=HYPERLINK\(""http:\/\/evil\.example"",""click""\)"$/);
  expect(lines[2]).toMatch(/,'\+1,.*,'@SUM\(1\)$/);
});

test('the JSON Lines file has every row that matches, oldest first', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({ tool_slug: index % 2 === 0 ? 'even' : 'odd' }));
  await record(...rows);
  const { body } = await exporter('GET', 'logs/export?format=jsonl&tool=odd');
  const lines: LogDetails[] = String(body)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const written = await site.strapi.db
    .query(LOG)
    .findMany({ where: { tool_slug: 'odd' }, orderBy: { id: 'asc' } });
  expect(lines.map(({ request_id }) => request_id).sort()).toEqual(
    written.map(({ request_id }) => request_id).sort(),
  );
  expect(lines.map(({ created_at }) => created_at)).toEqual(
    [...lines].map(({ created_at }) => created_at).sort(),
  );
});

/** More than the buffers between a site and its caller take. */
const createManyRows = async (): Promise<void> => {
  const createdAt = new Date();
  for (let count = 0; count < 900; count += 100) {
    const data = Array.from({ length: 100 }, () => {
      const { inputs: _inputs, ...row } = logRow({ output: 'x'.repeat(50_000) });
      return { ...row, createdAt, updatedAt: createdAt };
    });
    await site.strapi.db.query(LOG).createMany({ data });
  }
};

/** Asks for all rows, and reads none of them yet. */
const beginExport = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${exporterToken}` };
    http
      .get(`${site.url}/ai-tools/logs/export?format=jsonl`, { headers })
      .once('response', resolve)
      .once('error', reject);
  });

test('a download whose reading fails midway ends as a broken one, and not as a complete one or never', async () => {
  await createManyRows();
  const response = await beginExport();
  expect(response.statusCode).toBe(200);
  const { connection } = site.strapi.db;
  await connection.schema.renameTable('ai_tools_logs', 'ai_tools_logs_away');
  try {
    const closed = once(response, 'error', { signal: AbortSignal.timeout(20_000) });
    response.resume();
    expect(await closed).toMatchObject([{ code: 'ECONNRESET' }]);
    expect(response.complete).toBe(false);
  } finally {
    response.destroy();
    await connection.schema.renameTable('ai_tools_logs_away', 'ai_tools_logs');
  }
}, 60_000);

test('an export reads no further than its caller does, and ends when the caller hangs up', async () => {
  await createManyRows();
  let queries = 0;
  // the site's jobs ask, too, but for no bodies
  const count = ({ sql }: { sql: string }) => {
    if (/output.* from .*ai_tools_logs/.test(sql)) queries += 1;
  };
  /** Waits until no more is read for a while; tells how often it was asked until then. */
  const settle = async (): Promise<number> => {
    for (let known = -1; known !== queries;) {
      known = queries;
      await pause(500);
    }
    return queries;
  };
  site.strapi.db.connection.on('query', count);
  try {
    const all = await exporter('GET', 'logs/export?format=jsonl');
    expect(String(all.body).length).toBeGreaterThan(900 * 50_000);
    const forAll = queries;
    expect(forAll).toBe(9);
    queries = 0;
    const response = await beginExport();
    expect(response.statusCode).toBe(200);
    const untilFull = await settle();
    expect(untilFull).toBeLessThan(forAll);
    response.destroy();
    // it was waiting for its caller, who is gone
    expect(await settle()).toBeLessThanOrEqual(untilFull + 1);
  } finally {
    site.strapi.db.connection.off('query', count);
  }
}, 180_000);
