import type { BudgetStatus } from '../../contracts/budgets';
import type { BudgetEventPayload } from '../../contracts/events';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const month = new Date().toISOString().slice(0, 7);
const events: [string, BudgetEventPayload][] = [];

let site: Site;
beforeAll(async () => {
  site = await startSite({
    plugin: {
      budget_usd: 0.5,
      // what the sandbox answers is never billed; here it is as if it were
      prices: { 'sandbox/sandbox-echo': { input: 0, output: 1000 } },
      tools: [
        summarizer({ name: 'Unlimited', max_tokens: 100 }),
        summarizer({ name: 'Limited', max_tokens: 100, budget_usd: 0.3 }),
      ],
    },
  });
  for (const name of ['ai-tools.budget.warning', 'ai-tools.budget.exceeded']) {
    site.strapi.eventHub.on(name, async (payload) => {
      events.push([name, payload as unknown as BudgetEventPayload]);
    });
  }
});
afterAll(() => site?.stop());

test('the budget of the site holds for all tools together, those without one of their own included', async () => {
  const service = (name: string) => site.strapi.plugin('ai-tools').service(name);
  const run = async (slug: string): Promise<string> => {
    const answer = await service('execute').executeTool(slug, { content: 'x' });
    return answer.error?.code ?? 'success';
  };
  const budgets = (): Promise<BudgetStatus[]> => service('budgets').status();

  expect(await run('unlimited')).toBe('success');
  const cost = (await budgets())[0]?.spent_usd ?? 0;
  expect(cost).toBeGreaterThan(0.02);
  expect(cost).toBeLessThan(0.1);

  let runs = 1;
  for (; (await run(runs % 4 === 0 ? 'limited' : 'unlimited')) === 'success'; runs += 1);
  const [ofSite, ...ofTools] = await budgets();
  expect(ofSite).toMatchObject({ scope: 'site', tool: null, month, reserved_usd: 0, budget_usd: 0.5 });
  expect(ofSite?.spent_usd).toBeCloseTo(runs * cost, 6);
  // not one call more, and not one less, than the site can pay at its worst
  expect(runs * cost + 0.1).toBeGreaterThan(0.5);
  expect((runs - 1) * cost + 0.1).toBeLessThanOrEqual(0.5);
  expect(ofTools).toMatchObject([{ scope: 'tool', tool: 'limited', budget_usd: 0.3 }]);
  expect(ofTools[0]?.spent_usd).toBeLessThan(0.3);
  expect(await run('limited')).toBe('budget_exceeded');
  expect(events.filter(([name]) => name.endsWith('exceeded'))).toMatchObject([
    ['ai-tools.budget.exceeded', { scope: 'site', tool: null, month, budget_usd: 0.5 }],
  ]);
});
