import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { clearLogs, readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import { logRow } from '../support/log-rows';
import { startSite } from '../support/site';
import type { Site } from '../support/site';
import { lockLogTable } from '../support/table-lock';

const LOG = 'plugin::ai-tools.log';
/** A key as Mistral hands them out: nothing in it says that it is one. */
const SHAPELESS_KEY = 'Canary0123456789abcdefABCDEF01234';
const DATABASE = process.env.TEST_DATABASE ?? 'sqlite';

let site: Site;
beforeAll(async () => {
  site = await startSite({
    plugin: {
      tools: [summarizer()],
      logs: { capture: 'all' },
      providers: { mistral: { api_key: SHAPELESS_KEY } },
    },
    files: HOST_LOG_FILES,
  });
});
afterAll(() => site?.stop());
beforeEach(() => clearLogs(site));

const run = async (): Promise<string> => {
  const answer = await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool('content-summarizer', { content: 'a "text", 世界' });
  return answer.meta.request_id;
};
const runMany = (count: number): Promise<string[]> => Promise.all(Array.from({ length: count }, run));

const logs = () => site.strapi.plugin('ai-tools').service('logs');
const table = (): Knex => site.strapi.db.connection;
const byId = (a: string, b: string): number => a.localeCompare(b);
const loggedIds = async (): Promise<string[]> =>
  (await readLogs(site)).map(({ request_id }) => String(request_id)).sort(byId);

test('a row is what the host itself would have written', async () => {
  const before = Date.now();
  await run();
  const after = Date.now();
  const [row] = await readLogs(site);
  const { id: _id, documentId: _documentId, ...data } = row ?? {};
  await site.strapi.db.query(LOG).create({ data: { ...data, request_id: 'by the host' } });

  const [ours, theirs] = await table()('ai_tools_logs').select().orderBy('id');
  const same = { id: 0, document_id: '', request_id: '' };
  expect({ ...ours, ...same }).toEqual({ ...theirs, ...same });
  expect(ours.document_id).toMatch(/^[a-z][a-z0-9]{23}$/);
  expect(ours.document_id).toHaveLength(theirs.document_id.length);

  // the time of the run, not of the insertion
  await pause(20);
  const at = new Date(String(row?.createdAt)).getTime();
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(after);
  expect(row?.updatedAt).toBe(row?.createdAt);
});

test('a row that is there already is left as it is', async () => {
  await logs().record(logRow({ request_id: 'twice' }));
  await logs().flush();
  await logs().record(logRow({ request_id: 'twice', tool_slug: 'another' }));
  await logs().record(logRow({ request_id: 'once' }));
  const rows = await readLogs(site);
  expect(rows).toMatchObject([
    { request_id: 'twice', tool_slug: 't' },
    { request_id: 'once', tool_slug: 't' },
  ]);
});

test('a row that the database never takes is dropped and counted, and holds up no other', async () => {
  if (DATABASE === 'sqlite') {
    // it takes everything, unless told otherwise
    await table().raw(`CREATE TRIGGER refuse BEFORE INSERT ON ai_tools_logs WHEN NEW.tool_name = 'poison'
      BEGIN SELECT RAISE(ABORT, 'no'); END`);
  }
  const { lostRows } = logs().status();
  const before = await runMany(5);
  await logs().record(logRow({ tool_name: 'poison', latency_ms: 1e12 }));
  const after = await runMany(5);
  expect(await loggedIds()).toEqual([...before, ...after].sort(byId));
  expect(logs().status()).toMatchObject({ lostRows: lostRows + 1, waiting: { rows: 0 } });
  while (!readHostLog(site).includes('log row is lost')) await pause(20);
  expect(readHostLog(site)).not.toContain('poison');
});

test('a run in a transaction of the host is on record though the transaction is rolled back', async () => {
  let id = '';
  await site.strapi.db
    .transaction(async () => {
      id = await run();
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(await loggedIds()).toEqual([id]);
});

test('a table that was dropped: answers go out, rows wait, and are written when there is one again', async () => {
  await table().schema.dropTable('ai_tools_logs');
  const ids = await runMany(60);
  while (logs().status().failure === null) await pause(20);
  expect(logs().status()).toMatchObject({
    waiting: { rows: 60 },
    failure: expect.stringMatching(/ai_tools_logs/),
  });
  const { schema, builder } = site.strapi.db.schema;
  await builder.createSchema({ tables: schema.tables.filter(({ name }) => name === 'ai_tools_logs') });
  expect(await loggedIds()).toEqual(ids.sort(byId));
  expect(logs().status()).toMatchObject({ failure: null });
});

/** Logs every 20 ms while the table is locked for five seconds; tells the ids, and the longest wait for one of them. */
const logUnderLock = async (
  log: () => Promise<string>,
  { onlyWriters }: { onlyWriters: boolean },
): Promise<{ ids: string[]; slowest: number }> => {
  const unlock = await lockLogTable(site.strapi.config.get('database.connection'), { onlyWriters });
  try {
    const ids: string[] = [];
    let slowest = 0;
    const end = performance.now() + 5000;
    while (performance.now() < end) {
      const startedAt = performance.now();
      ids.push(await log());
      slowest = Math.max(slowest, performance.now() - startedAt);
      await pause(20);
    }
    expect(logs().status().waiting.rows).toBe(ids.length);
    return { ids, slowest };
  } finally {
    await unlock();
  }
};

// the driver of SQLite would have held up the whole site for its five seconds of patience
const WITHOUT_DELAY_MS = 3000;

test('a table that is locked for five seconds: answers go out without delay, and every row is written after', async () => {
  const { ids, slowest } = await logUnderLock(run, { onlyWriters: true });
  expect(await loggedIds()).toEqual(ids.sort(byId));
  expect(slowest).toBeLessThan(WITHOUT_DELAY_MS);
}, 60_000);

test('a database that nobody else may even read: every row is written after', async () => {
  const log = async (): Promise<string> => {
    const request_id = randomUUID();
    await logs().record(logRow({ request_id }));
    return request_id;
  };
  // here the host itself waits, when it reads what the providers are
  const { ids } = await logUnderLock(log, { onlyWriters: false });
  expect(await loggedIds()).toEqual(ids.sort(byId));
}, 60_000);

test('while nobody can tell what the keys are, the last known ones are taken out', async () => {
  const log = () => logs().record(logRow({ output: `the key is ${SHAPELESS_KEY}` }));
  await log();
  site.strapi.plugin('ai-tools').service('providers').forget();
  await table().schema.renameTable('ai_tools_providers', 'ai_tools_providers_away');
  await log();
  await table().schema.renameTable('ai_tools_providers_away', 'ai_tools_providers');
  expect(await readLogs(site)).toMatchObject([
    { output: 'the key is [redacted]' },
    { output: 'the key is [redacted]' },
  ]);
});

test('nothing is left on the disk when everything is in the database', async () => {
  await runMany(100);
  await logs().flush();
  const folder = path.join(site.strapi.dirs.app.root, '.tmp/ai-tools-journal');
  const names = readdirSync(folder);
  expect(names.filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith('.lock'))).toHaveLength(1);
});
