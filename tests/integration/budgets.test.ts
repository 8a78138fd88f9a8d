import { setTimeout as pause } from 'node:timers/promises';
import type { BudgetStatus } from '../../contracts/budgets';
import type { BudgetEventPayload } from '../../contracts/events';
import { EXECUTE, execute, grantPublic } from '../support/callers';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/** A dollar for a thousand tokens of the answer: with `max_tokens` of 100 a call costs 0.10 at worst. */
const PRICE = { input: 0, output: 1000 };
const ARTICLE = {
  kind: 'collectionType',
  collectionName: 'articles',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: false },
  attributes: { title: { type: 'string' } },
};

const tool = (name: string, budget_usd: number | null, changes = {}) =>
  summarizer({
    name,
    provider: 'local',
    method: 'chat/completions',
    max_tokens: 100,
    budget_usd,
    ...changes,
  });

let provider: FakeProvider;
let site: Site;
const events: [string, BudgetEventPayload][] = [];

const start = () =>
  startSite({
    plugin: {
      providers: { local: { kind: 'openai-compatible', endpoint: provider.url, model: 'priced' } },
      prices: { 'local/priced': PRICE },
      tools: [
        tool('Crowded', 2),
        tool('Warned', 1),
        tool('Steady', 1),
        tool('Stored away', 1),
        tool('Rolled back', 1),
        tool('Unpriced', 1, { model: 'unpriced' }),
        tool('Free', 0, { provider: 'sandbox' }),
        tool('Nothing', 0),
        tool('Unlimited', null),
      ],
    },
    files: {
      'src/api/article/content-types/article/schema.json': JSON.stringify(ARTICLE),
      'src/api/article/content-types/article/lifecycles.js': `
        module.exports = {
          async beforeCreate({ params }) {
            if (params.data.title !== 'hook') return;
            strapi.hookAnswer = await strapi.plugin('ai-tools').service('execute').executeTool('rolled-back', { content: 'x' });
          },
          async afterCreate({ result }) {
            if (result.title === 'hook') throw new Error('the write fails after all');
            strapi.background = strapi.plugin('ai-tools').service('execute').executeTool('rolled-back', { content: 'x' });
          },
        };`,
    },
  });

const answering = (completionTokens: number): void =>
  provider.answerJson(completion({ prompt_tokens: 10, completion_tokens: completionTokens }));
const completion = (usage: Record<string, number> | null) => ({
  id: 'c',
  object: 'chat.completion',
  model: 'priced',
  choices: [{ index: 0, message: { role: 'assistant', content: 'An answer.' }, finish_reason: 'stop' }],
  ...(usage && { usage }),
});

const run = (slug: string) =>
  site.strapi.plugin('ai-tools').service('execute').executeTool(slug, { content: 'x' });
const codeOf = (answer: { error?: { code: string } }) => answer.error?.code ?? 'success';
const statusOf = async (slug: string): Promise<BudgetStatus | undefined> => {
  const budgets: BudgetStatus[] = await site.strapi.plugin('ai-tools').service('budgets').status();
  return budgets.find((budget) => budget.tool === slug);
};
const eventsOf = (slug: string) => events.filter(([, payload]) => payload.tool === slug);
const month = new Date().toISOString().slice(0, 7);

beforeAll(async () => {
  provider = await startFakeProvider();
  site = await start();
  await grantPublic(site, [EXECUTE]);
  for (const name of ['ai-tools.budget.warning', 'ai-tools.budget.exceeded']) {
    site.strapi.eventHub.on(name, async (payload) => {
      events.push([name, payload as unknown as BudgetEventPayload]);
    });
  }
});
afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});

test('of 200 runs at once, exactly as many pass as the budget can pay at their worst; what they left is for others', async () => {
  const before = provider.requests.length;
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  provider.answer((_request, response) => {
    void gate.then(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completion({ prompt_tokens: 10, completion_tokens: 90 })));
    });
  });
  const codes: string[] = [];
  const runs = Array.from({ length: 200 }, async () => codes.push(codeOf(await run('crowded'))));
  while (codes.length < 180 || provider.requests.length - before < 20) await pause(10);
  // nobody has been answered yet, so all the money is still set aside, and more would be there by then
  await pause(300);
  expect(codes).toEqual(Array(180).fill('budget_exceeded'));
  expect(provider.requests.length - before).toBe(20);
  expect(await statusOf('crowded')).toMatchObject({ spent_usd: 0, reserved_usd: 2, budget_usd: 2 });
  open();
  await Promise.all(runs);
  expect(codes.filter((code) => code === 'success')).toHaveLength(20);
  expect(await statusOf('crowded')).toMatchObject({ month, spent_usd: 1.8, reserved_usd: 0 });

  expect(codeOf(await run('crowded'))).toBe('success');
  expect(codeOf(await run('crowded'))).toBe('success');
  expect(codeOf(await run('crowded'))).toBe('budget_exceeded');
  expect(await statusOf('crowded')).toMatchObject({ spent_usd: 1.98 });
});

test('one warning at four fifths, and one event a minute of those turned away', async () => {
  answering(40);
  const spent: string[] = [];
  for (let round = 0; round < 30; round += 1) spent.push(codeOf(await run('warned')));
  expect(spent.filter((code) => code === 'success')).toHaveLength(23);
  const told = eventsOf('warned');
  expect(told).toEqual([
    ['ai-tools.budget.warning', { scope: 'tool', tool: 'warned', month, spent_usd: 0.8, budget_usd: 1 }],
    ['ai-tools.budget.exceeded', { scope: 'tool', tool: 'warned', month, spent_usd: 0.92, budget_usd: 1 }],
  ]);
});

test('over REST, a budget that is used up is a 429 with the time of the next one', async () => {
  answering(100);
  for (let round = 0; round < 10; round += 1) await run('steady');
  const { status, headers, body } = await execute(site, 'steady', { content: 'x' });
  expect(status).toBe(429);
  expect(body).toMatchObject({ data: null, error: { code: 'budget_exceeded', name: 'RateLimitError' } });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(31 * 86_400);
});

test('a model of unknown price is refused in words, a free one runs on a budget of nothing, a dear one does not', async () => {
  const before = provider.requests.length;
  const unpriced = await run('unpriced');
  expect(unpriced.error).toMatchObject({ code: 'provider_not_configured' });
  expect(unpriced.error.message).toContain(`prices['local/unpriced']`);
  expect(codeOf(await run('nothing'))).toBe('budget_exceeded');
  expect(provider.requests.length).toBe(before);
  expect(codeOf(await run('free'))).toBe('success');
});

test.each([
  [
    'is gone',
    async () => {
      const { connection } = site.strapi.db;
      await connection.schema.renameTable('ai_tools_budgets', 'ai_tools_budgets_away');
      return () => connection.schema.renameTable('ai_tools_budgets_away', 'ai_tools_budgets');
    },
  ],
  [
    'has lost its reservations',
    async () => {
      const { connection } = site.strapi.db;
      await connection.schema.renameTable('ai_tools_budget_reservations', 'ai_tools_away');
      return () => connection.schema.renameTable('ai_tools_away', 'ai_tools_budget_reservations');
    },
  ],
])('while its store %s a budgeted tool refuses, and others run', async (_name, take) => {
  answering(1);
  const giveBack = await take();
  const before = provider.requests.length;
  expect(codeOf(await run('stored-away'))).toBe('provider_unavailable');
  expect(provider.requests.length).toBe(before);
  expect(codeOf(await run('unlimited'))).toBe('success');
  expect(codeOf(await run('free'))).toBe('success');
  await giveBack();
  expect(codeOf(await run('stored-away'))).toBe('success');
  expect(await statusOf('stored-away')).toMatchObject({ reserved_usd: 0 });
});

test('a store that hangs on a lock refuses in time, and recovers', async () => {
  answering(1);
  const { connection } = site.strapi.db;
  const lock = await connection.transaction();
  await lock('ai_tools_budgets')
    .where({ budget: `${month}/tool/stored-away` })
    .update({ warned_at: null });
  const running = run('stored-away').then(codeOf);
  // SQLite has one connection, and there the log of the run waits for it as well
  if (process.env.TEST_DATABASE === 'sqlite') await pause(3000);
  else await Promise.race([running, pause(5000)]).then((code) => expect(code).toBe('provider_unavailable'));
  await lock.rollback();
  expect(await running).toBe('provider_unavailable');
  expect(codeOf(await run('stored-away'))).toBe('success');
  while ((await statusOf('stored-away'))?.reserved_usd !== 0) await pause(20);
}, 60_000);

test('what was spent while the store went away is counted when it is back', async () => {
  const { connection } = site.strapi.db;
  const before = (await statusOf('stored-away'))?.spent_usd ?? 0;
  provider.answer((_request, response) => {
    void connection.schema.renameTable('ai_tools_budgets', 'ai_tools_budgets_away').then(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completion({ prompt_tokens: 10, completion_tokens: 50 })));
    });
  });
  expect(codeOf(await run('stored-away'))).toBe('success');
  await connection.schema.renameTable('ai_tools_budgets_away', 'ai_tools_budgets');
  while ((await statusOf('stored-away'))?.reserved_usd !== 0) await pause(50);
  expect((await statusOf('stored-away'))?.spent_usd).toBeCloseTo(before + 0.05, 9);
});

const write = (title: string) =>
  site.strapi.documents('api::article.article' as never).create({ data: { title } as never });

test('what a lifecycle hook spends stays spent when its write is rolled back', async () => {
  answering(50);
  await expect(write('hook')).rejects.toThrow('the write fails after all');
  const { hookAnswer } = site.strapi as never as {
    hookAnswer: { error?: { code: string; message: string } };
  };
  if (process.env.TEST_DATABASE === 'sqlite') {
    expect(hookAnswer.error).toMatchObject({ code: 'provider_unavailable' });
    expect(hookAnswer.error?.message).toMatch(/On SQLite, .* run it without waiting, or after the write/);
    expect(await statusOf('rolled-back')).toMatchObject({ spent_usd: 0, reserved_usd: 0 });
  } else {
    expect(codeOf(hookAnswer)).toBe('success');
    expect(await statusOf('rolled-back')).toMatchObject({ spent_usd: 0.05, reserved_usd: 0 });
  }
});

test('a run that a lifecycle hook does not wait for passes, on every database', async () => {
  answering(50);
  const before = (await statusOf('rolled-back'))?.spent_usd ?? 0;
  await write('background');
  const { background } = site.strapi as never as { background: Promise<{ error?: { code: string } }> };
  expect(codeOf(await background)).toBe('success');
  expect((await statusOf('rolled-back'))?.spent_usd).toBeCloseTo(before + 0.05, 9);
});
