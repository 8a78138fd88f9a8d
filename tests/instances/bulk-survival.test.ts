import type { BulkItem } from '../../contracts/bulk-runs';
import { adminCallerWith } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { withArticles } from '../support/article-site';
import {
  answerAll,
  bulkPlugin,
  completionOf,
  contentOf,
  dataOf,
  orderFor,
  readItems,
  readRun,
  startRun,
  untilEnded,
  untilRun,
} from '../support/bulk-site';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startInstance } from '../support/instances';
import type { Instance } from '../support/instances';
import { createSiteFolder } from '../support/site';
import type { SiteFolder } from '../support/site';

// a dead process is given fifteen seconds before another one takes its work over
jest.setTimeout(300_000);

const ENTRIES = 30;
const isSqlite = process.env.TEST_DATABASE === 'sqlite';

let provider: FakeProvider;
let home: SiteFolder;
let running: Instance[] = [];
let token: string | null = null;
/** answers so far: each one is another */
let answers = 0;

/** A rule of this site: its process dies while it writes an article, after the row and before the end of it. */
const DYING = `
  const fs = require('node:fs');
  const path = require('node:path');
  module.exports = {
    register: ({ strapi }) => strapi.documents.use(async (context, next) => {
      const result = await next();
      const flag = path.join(strapi.dirs.app.root, 'die');
      if (context.action === 'update' && fs.existsSync(flag)) {
        fs.rmSync(flag);
        process.kill(process.pid, 'SIGKILL');
        await new Promise(() => {});
      }
      return result;
    }),
  };
`;

beforeEach(async () => {
  provider = await startFakeProvider();
  home = await createSiteFolder(
    withArticles({ plugin: bulkPlugin(provider), files: { 'src/index.js': DYING } }),
  );
  token = null;
  answers = 0;
});
afterEach(async () => {
  await Promise.all(running.map((instance) => instance.stop()));
  running = [];
  await home.remove();
  await provider.stop();
});

/** The next write to an article will be the last thing that the process does. */
const armDeath = (instance: Instance) =>
  instance.run(`process.getBuiltinModule('node:fs').writeFileSync(strapi.dirs.app.root + '/die', '')`);

/** Every answer is another one, so that one which was written twice is found. */
const answerDifferently = () =>
  provider.answer((request, response) => {
    answers += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completionOf(`Answer ${answers} to ${contentOf(request)}`)));
  });

const start = async (): Promise<{ instance: Instance; admin: AdminCaller }> => {
  const instance = await startInstance(home);
  running.push(instance);
  if (token === null) {
    const person = { firstname: 'Ada', email: 'ada@example.org', password: 'Passw0rd-of-Ada' };
    const response = await fetch(`${instance.url}/admin/register-admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    token = (await response.json()).data.token;
  }
  return { instance, admin: adminCallerWith(instance, token) };
};

const createEntries = (instance: Instance): Promise<string[]> =>
  instance.run(`
    const ids = [];
    for (let number = 1; number <= ${ENTRIES}; number += 1) {
      const data = { title: 'Title ' + number, content: 'Text ' + number, summary: 'Old ' + number };
      ids.push((await strapi.documents('api::article.article').create({ data })).documentId);
    }
    return ids;
  `);

const readSummaries = (instance: Instance): Promise<Record<string, string>> =>
  instance.run(`
    const articles = await strapi.documents('api::article.article').findMany({ limit: 1000 });
    return Object.fromEntries(articles.map(({ content, summary }) => [content, summary]));
  `);

const askedFor = (): string[] => provider.requests.map(contentOf);

/** Every entry was written once, over what was there before the run, and with what the run says. */
const expectEachWrittenOnce = async (instance: Instance, items: readonly BulkItem[]): Promise<void> => {
  expect(items.map(({ state }) => state)).toEqual(Array.from({ length: ENTRIES }, () => 'written'));
  const rows: { before: string; written: string }[] = await instance.run(
    `return strapi.db.getConnection('ai_tools_bulk_items').select('before', 'written').orderBy('id')`,
  );
  const summaries = await readSummaries(instance);
  rows.forEach(({ before, written }, index) => {
    const text = `Text ${index + 1}`;
    expect(JSON.parse(before).value).toBe(`Old ${index + 1}`);
    expect(JSON.parse(written).value).toBe(summaries[text]);
    expect(summaries[text]).toMatch(new RegExp(`^Answer \\d+ to ${text}$`));
  });
};

test('a run goes on after a restart of the site, and does nothing again that was done', async () => {
  const first = await start();
  const ids = await createEntries(first.instance);
  answerAll(provider, () => (provider.requests.length > 10 ? new Promise(() => {}) : Promise.resolve()));
  const { id } = await startRun(first.admin, orderFor(ids));
  await untilRun(first.admin, id, ({ counts }) => counts.written === 10);
  while (provider.requests.length < 13) await new Promise(setImmediate);
  await first.instance.run('await strapi.destroy()');
  await first.instance.stop();

  provider.requests.length = 0;
  answerDifferently();
  const second = await start();
  expect((await untilEnded(second.admin, id)).counts.written).toBe(ENTRIES);
  expect(new Set(askedFor()).size).toBe(ENTRIES - 10);
  expect(provider.requests).toHaveLength(ENTRIES - 10);
});

test('a run goes on after the site was killed in the middle, twice, and nothing is written twice', async () => {
  let { instance, admin } = await start();
  const ids = await createEntries(instance);
  answerDifferently();
  const { id } = await startRun(admin, orderFor(ids));
  await untilRun(admin, id, ({ counts }) => counts.written >= 5);
  await instance.stop();

  ({ instance, admin } = await start());
  await untilRun(admin, id, ({ counts }) => counts.written >= 15);
  await instance.stop();

  ({ instance, admin } = await start());
  const run = await untilEnded(admin, id);
  expect(run).toMatchObject({ state: 'finished', counts: { written: ENTRIES, changed: 0, failed: 0 } });
  await expectEachWrittenOnce(instance, await readItems(admin, id));
  // at most what was under way at each death was asked for again
  expect(provider.requests.length).toBeLessThanOrEqual(ENTRIES + 2 * 3);
});

test('a site that dies while it writes an entry has written it and marked it, or neither', async () => {
  let { instance, admin } = await start();
  const ids = await createEntries(instance);
  answerDifferently();
  await armDeath(instance);
  const { id } = await startRun(admin, orderFor(ids));
  while (instance.process.signalCode === null) await new Promise(setImmediate);

  ({ instance, admin } = await start());
  await untilEnded(admin, id);
  await expectEachWrittenOnce(instance, await readItems(admin, id));
});

test('an undo goes on after the site was killed', async () => {
  let { instance, admin } = await start();
  const ids = await createEntries(instance);
  answerDifferently();
  const { id } = await startRun(admin, orderFor(ids));
  await untilEnded(admin, id);
  await armDeath(instance);
  dataOf(await admin('POST', `bulk-runs/${id}/undo`));
  while (instance.process.signalCode === null) await new Promise(setImmediate);

  ({ instance, admin } = await start());
  expect(await untilEnded(admin, id)).toMatchObject({
    state: 'undone',
    counts: { undone: ENTRIES, kept: 0 },
  });
  expect(Object.values(await readSummaries(instance)).sort()).toEqual(
    Array.from({ length: ENTRIES }, (_none, index) => `Old ${index + 1}`).sort(),
  );
});

// several instances of the host on one SQLite file get in each other's way with queries of their own
(isSqlite ? describe.skip : describe)('two instances of a site', () => {
  test('run each entry once, however the run was started, and either can stop it', async () => {
    const first = await start();
    const second = await start();
    const ids = await createEntries(first.instance);
    answerDifferently();
    const { id } = await startRun(first.admin, orderFor(ids));
    expect((await untilEnded(second.admin, id)).counts.written).toBe(ENTRIES);
    expect(askedFor().sort()).toEqual(ids.map((_id, index) => `Text ${index + 1}`).sort());
    await expectEachWrittenOnce(first.instance, await readItems(second.admin, id));

    let hungUp = 0;
    provider.requests.length = 0;
    provider.answer((_request, response) => void response.once('close', () => (hungUp += 1)));
    const held = await startRun(first.admin, orderFor(ids));
    while (provider.requests.length < 3) await new Promise(setImmediate);
    // through the one that it was started on, and then through the other
    for (const { admin, others } of [
      { admin: first.admin, others: second.admin },
      { admin: second.admin, others: first.admin },
    ]) {
      dataOf(await admin('POST', `bulk-runs/${held.id}/stop`));
      expect((await readRun(others, held.id)).state).toBe('stopped');
      while (hungUp < 3) await new Promise(setImmediate);
      hungUp = 0;
      provider.requests.length = 0;
      dataOf(await others('POST', `bulk-runs/${held.id}/resume`));
      while (provider.requests.length < 3) await new Promise(setImmediate);
    }
    answerDifferently();
    await first.admin('POST', `bulk-runs/${held.id}/stop`);
    await second.admin('POST', `bulk-runs/${held.id}/resume`);
    expect((await untilEnded(first.admin, held.id)).counts.written).toBe(ENTRIES);
  });

  test('take a run over from one that died', async () => {
    const first = await start();
    const ids = await createEntries(first.instance);
    const second = await start();
    answerDifferently();
    const { id } = await startRun(first.admin, orderFor(ids));
    await untilRun(second.admin, id, ({ counts }) => counts.written >= 5);
    // where it was started it is found at once, by the other one only seconds later
    await first.instance.stop();
    expect((await untilEnded(second.admin, id)).counts.written).toBe(ENTRIES);
    await expectEachWrittenOnce(second.instance, await readItems(second.admin, id));
    expect(provider.requests.length).toBeLessThanOrEqual(ENTRIES + 3);
  });
});
