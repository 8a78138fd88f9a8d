import { setTimeout as pause } from 'node:timers/promises';
import { summarizer } from '../support/execute';
import { startInstance } from '../support/instances';
import type { Instance } from '../support/instances';
import { createSiteFolder } from '../support/site';
import type { SiteFolder } from '../support/site';

/* Processes that serve one site, each of which runs tools and counts what all of them ran. */

const TOOLS = ['content-summarizer', 'second'];

let folder: SiteFolder;
let a: Instance;
let b: Instance;
beforeAll(async () => {
  folder = await createSiteFolder({ plugin: { tools: [summarizer(), summarizer({ name: 'Second' })] } });
  // one after the other: the first makes the tables
  a = await startInstance(folder);
  b = await startInstance(folder);
}, 120_000);
afterAll(async () => {
  await Promise.all([a?.stop(), b?.stop()]);
  await folder?.remove();
});

const runTools = (instance: Instance, rounds: number): Promise<void> =>
  instance.run(`
    const { executeTool } = strapi.plugin('ai-tools').service('execute');
    for (let round = 0; round < ${rounds}; round += 1) {
      await Promise.all(${JSON.stringify(TOOLS)}.map((slug) => executeTool(slug, { content: 'x' })));
    }
    await strapi.plugin('ai-tools').service('logs').flush();`);

/** Runs by tool, as the analytics of an instance have them when they have seen every row. */
const countedBy = (instance: Instance): Promise<Record<string, number>> =>
  instance.run(`
    const { find } = strapi.plugin('ai-tools').service('analytics');
    const until = Date.now() + 60_000;
    for (;;) {
      const found = await find({
        span: { start: Date.now() - 3600_000, end: Date.now() + 3600_000 },
        zone: 'UTC', bucket: 'hour', split: 'tool', filters: {}, limit: 10, compare: false, trials: true,
      });
      // a request counts only so many rows that the clock has not counted yet
      if (found.complete) return Object.fromEntries(found.groups.map(({ key, runs }) => [key, runs]));
      if (Date.now() > until) throw new Error('not counted within a minute');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }`);

const rowsInLog = (instance: Instance): Promise<Record<string, number>> =>
  instance.run(`
    const rows = await strapi.db.query('plugin::ai-tools.log').findMany({ select: ['tool_slug'] });
    return rows.reduce((sum, { tool_slug: slug }) => ({ ...sum, [slug]: (sum[slug] ?? 0) + 1 }), {});`);

/** Waits until the clock of some instance has counted every row into the roll-ups. */
const untilRolledUp = (instance: Instance): Promise<void> =>
  instance.run(`
    const { rolledUpTo } = strapi.plugin('ai-tools').service('analytics');
    const [last] = await strapi.db.query('plugin::ai-tools.log').findMany({ orderBy: { id: 'desc' }, limit: 1 });
    const until = Date.now() + 60_000;
    while ((await rolledUpTo()) < last.id) {
      if (Date.now() > until) throw new Error('not counted within a minute');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }`);

/** The rows that a killed process left in its journal come into the log at a moment that nobody chooses. */
const expectCountsOfLog = async (): Promise<void> => {
  const before = await rowsInLog(a);
  const counted = [await countedBy(a), await countedBy(b)];
  const rows = await rowsInLog(a);
  if (JSON.stringify(before) !== JSON.stringify(rows)) return expectCountsOfLog();
  expect(counted).toEqual([rows, rows]);
};

test('every run is counted once, though all count at once and one is killed meanwhile', async () => {
  await Promise.all([runTools(a, 40), runTools(b, 40)]);
  const doomed = await startInstance(folder);
  const work = Promise.all([runTools(a, 40), runTools(b, 40)]);
  const interrupted = runTools(doomed, 10_000);
  interrupted.catch(() => {});
  await pause(1500);
  await doomed.stop();
  await work;

  const rows = await rowsInLog(a);
  expect(Object.values(rows).every((count) => count >= 160)).toBe(true);
  // before and after it was counted, and on whichever instance
  await expectCountsOfLog();
  await untilRolledUp(a);
  await expectCountsOfLog();
}, 180_000);

test('counting anew on two instances at once comes to the same', async () => {
  const rebuild = `return strapi.plugin('ai-tools').service('analytics').rebuild()`;
  const outcomes = await Promise.allSettled([a.run(rebuild), b.run(rebuild)]);
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
  await expectCountsOfLog();
}, 120_000);
