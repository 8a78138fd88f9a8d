import type { BulkRun } from '../../contracts/bulk-runs';
import { createAdminCaller } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { ARTICLE, withArticles } from '../support/article-site';
import {
  answerAll,
  articlesOf,
  bulkPlugin,
  contentOf,
  createArticles,
  dataOf,
  orderFor,
  readItems,
  startRun,
  untilEnded,
} from '../support/bulk-site';
import { clearLogs, readLogs } from '../support/callers';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let provider: FakeProvider;
let site: Site;
let admin: AdminCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  site = await startSite(withArticles({ plugin: bulkPlugin(provider) }));
  admin = await createAdminCaller(site);
});
afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});
beforeEach(() => {
  provider.requests.length = 0;
  answerAll(provider);
});
afterEach(() => clearLogs(site));

const draft = (documentId: string, populate: object = {}) =>
  articlesOf(site).findOne({ documentId, populate });

describe('a run', () => {
  test('writes an answer for each entry to its draft, and leaves what is published alone', async () => {
    const ids = await createArticles(site, 5);
    await articlesOf(site).publish({ documentId: String(ids[0]) });

    const run = await startRun(admin, orderFor(ids));
    expect(run).toMatchObject({ state: 'running', started_by: 'super-admin', ended_at: null });
    const ended = await untilEnded(admin, run.id);

    expect(ended).toMatchObject({ state: 'finished', stopped_because: null, waits_until: null });
    expect(ended.counts).toEqual({ waiting: 0, written: 5, changed: 0, failed: 0, undone: 0, kept: 0 });
    // 10 tokens at 100 and 5 at 1000 dollars a million, five times
    expect(ended.cost_usd).toBeCloseTo(5 * 0.006, 9);
    expect(provider.requests.map(contentOf).sort()).toEqual([1, 2, 3, 4, 5].map((n) => `Text ${n}`));
    expect((await draft(String(ids[2])))?.summary).toBe('About Text 3');
    const published = await articlesOf(site).findOne({ documentId: String(ids[0]), status: 'published' });
    expect([published?.summary, (await draft(String(ids[0])))?.summary]).toEqual(['Old 1', 'About Text 1']);
    const items = await readItems(admin, run.id);
    expect(items.map(({ label, state }) => [label, state])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [`Title ${number}`, 'written']),
    );
    const logs = await readLogs(site);
    expect(logs.map(({ source, caller_type, caller_label }) => [source, caller_type, caller_label])).toEqual(
      ids.map(() => ['bulk', 'admin', 'super-admin']),
    );
    const listed: BulkRun[] = dataOf(await admin('GET', `bulk-runs?content_type=${ARTICLE}`));
    expect(listed[0]).toEqual(ended);
  });
});
