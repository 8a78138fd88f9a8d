import { setTimeout as pause } from 'node:timers/promises';
import { summarizer } from '../support/execute';
import { startInstance } from '../support/instances';
import type { Instance } from '../support/instances';
import { createSiteFolder } from '../support/site';
import type { SiteFolder } from '../support/site';

/* Two processes that serve one site without Redis: they have the database, and nothing else, in common. */

let folder: SiteFolder;
let a: Instance;
let b: Instance;
beforeAll(async () => {
  folder = await createSiteFolder({
    plugin: {
      prices: { 'sandbox/sandbox-echo': { input: 0, output: 1000 } },
      tools: [summarizer({ name: 'Plain', model: 'sandbox-echo', max_tokens: 100 })],
    },
  });
  // one after the other: the first makes the tables
  a = await startInstance(folder);
  b = await startInstance(folder);
}, 120_000);
afterAll(async () => {
  await Promise.all([a?.stop(), b?.stop()]);
  await folder?.remove();
});

const change = (instance: Instance, changes: object) =>
  instance.run(
    `return strapi.plugin('ai-tools').service('site-settings').update(${JSON.stringify(changes)})`,
  );
const run = async (instance: Instance): Promise<string> =>
  instance.run(`
    const answer = await strapi.plugin('ai-tools').service('execute').executeTool('plain', { content: 'x' });
    return answer.error?.code ?? 'success';`);

test('within five seconds, no run of another instance goes by the old settings', async () => {
  expect(await run(b)).toBe('success');
  await change(a, { budget_usd: 0.02 });
  expect(await run(a)).toBe('budget_exceeded');
  await pause(5000);
  // the very first one after that
  expect(await run(b)).toBe('budget_exceeded');
}, 30_000);

test('an instance that starts has them from its first run on', async () => {
  await b.stop();
  b = await startInstance(folder);
  expect(await run(b)).toBe('budget_exceeded');
}, 60_000);
