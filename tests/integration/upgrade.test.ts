/** @host-within-jest for the clock of the whole site is turned back */
import { adminCallerOf } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { articlesOf, dataOf, untilEnded } from '../support/bulk-site';
import { basic, execute, flushLogs } from '../support/callers';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { readReleaseFixture } from '../support/release-fixture';
import { STORED_KEY, answerAsModels, lookAtSite, releaseSite } from '../support/release-site';
import type { Release } from '../support/release-site';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/* What the site of an earlier release has left in its database and on its disk, under this version of the plugin. */

const TEN_MINUTES = 600_000;

let provider: FakeProvider;
let release: Release;
let site: Site;
let admin: AdminCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  answerAsModels(provider);
  const fixture = readReleaseFixture('0.1.0', provider.url);
  ({ release } = fixture);
  // limits are of an hour, budgets of a month, and the log goes back for weeks: the clock alone is turned back
  jest.useFakeTimers({
    now: Date.parse(release.made_at) + TEN_MINUTES,
    advanceTimers: true,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  site = await startSite({ ...releaseSite(), prepare: fixture.putInto });
  admin = await adminCallerOf(site, release.filled.administrator);
});
afterAll(async () => {
  await site?.stop();
  await provider?.stop();
  jest.useRealTimers();
});

const run = (slug: string, authorization?: string) =>
  execute(site, slug, { content: 'Beavers' }, authorization);
const asUser = () => basic(release.filled.user.username, release.filled.user.password);

test('everything that could be seen of it is there to be seen', async () => {
  const seen = await lookAtSite(admin, release.filled, Date.parse(release.made_at));
  expect(seen).toMatchObject(release.seen);
});

test('a row that was in the journal when the site died has come into the log', async () => {
  await flushLogs(site);
  const row = dataOf(await admin('GET', `logs/${release.journalled}`));
  expect(row).toMatchObject({
    status: 'success',
    tool_slug: 'journalled',
    inputs: { content: 'Nobody has written this down' },
  });
});

test('tools run for whom they did, with the stored key', async () => {
  for (const caller of [asUser(), `Bearer ${release.filled.token}`, undefined]) {
    const { status, body } = await run('content-summarizer', caller);
    expect([status, body.choices?.[0].message.content]).toEqual([200, 'About Beavers']);
  }
  expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${STORED_KEY}`);
});

const isOfSite = ({ scope }: { scope: string }): boolean => scope === 'site';

test('what was used of limits and budgets is used', async () => {
  expect((await run('limited')).body.error.code).toBe('rate_limit_exceeded');
  expect((await run('poor')).body.error.code).toBe('budget_exceeded');
  const before = release.seen.budgets.find(isOfSite);
  const budgets = dataOf(await admin('GET', 'analytics/budgets'));
  const now = budgets.find(isOfSite);
  // three runs of the test before, at 0.006 dollars each
  expect(now.spent_usd).toBeCloseTo(Number(before?.spent_usd) + 0.018, 9);
});

test('a run over many entries can be undone', async () => {
  const { articles, bulk_run } = release.filled;
  const summaries = async () => {
    const drafts = await Promise.all(articles.map((documentId) => articlesOf(site).findOne({ documentId })));
    return drafts.map((draft) => draft?.summary);
  };
  expect(await summaries()).toEqual(['About Text 1', 'About Text 2', 'About Text 3']);
  dataOf(await admin('POST', `bulk-runs/${bulk_run}/undo`));
  expect(await untilEnded(admin, bulk_run)).toMatchObject({ state: 'undone', counts: { undone: 3 } });
  expect(await summaries()).toEqual(['Old 1', 'Old 2', 'Old 3']);
});
