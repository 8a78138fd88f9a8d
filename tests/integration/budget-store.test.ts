import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Budget } from '../../server/src/engine/budget';
import { siteBudget, toolBudget } from '../../server/src/engine/budget';
import { keyOf } from '../../server/src/stores/budget-batch';
import { createBudgetStore } from '../../server/src/stores/budgets';
import type { DatabaseBudgetStore } from '../../server/src/stores/budgets';
import type { BudgetRunOrder, BudgetRunReport } from '../support/budget-run';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const SUPPORT = path.resolve(__dirname, '../support');
const CENT = 10_000;

let site: Site;
let clock: number;
let events: string[];
beforeAll(async () => {
  site = await startSite({ usersPermissions: false });
});
afterAll(() => site?.stop());
beforeEach(() => {
  clock = Date.now();
  events = [];
});

/** A store as an instance of the site has it, with a clock that the test turns. */
const openStore = (changes: { connection?: Site['strapi']['db']['connection']; deadlineMs?: number } = {}) =>
  createBudgetStore({
    connection: site.strapi.db.connection,
    isSqlite: site.strapi.db.dialect.client === 'sqlite',
    now: () => clock,
    tell: ({ name, budget }) => events.push(`${name} ${keyOf(budget)}`),
    warn: () => {},
    ...changes,
  });

let tools = 0;
/** A budget of a dollar that nobody has used. */
const freshBudget = (month = '2026-11'): Budget => toolBudget(`tool-${(tools += 1)}`, 1, month);

const reserve = (store: DatabaseBudgetStore, budgets: Budget[], cents: number, lifetimeMs = 1000) =>
  store.reserve({ budgets, amountMicros: cents * CENT, lifetimeMs });

const granted = async (...order: Parameters<typeof reserve>) => {
  const outcome = await reserve(...order);
  if ('refusal' in outcome) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome;
};
const isGranted = async (...order: Parameters<typeof reserve>) => !('refusal' in (await reserve(...order)));

const centsOf = async (store: DatabaseBudgetStore, budget: Budget) => {
  const used = (await store.read([budget])).get(keyOf(budget));
  return used && { spent: used.spentMicros / CENT, reserved: used.reservedMicros / CENT };
};

const runProcesses = (order: Omit<BudgetRunOrder, 'client' | 'connection'>): Promise<BudgetRunReport[]> => {
  const { client, connection } = site.strapi.db.config.connection;
  const whole = JSON.stringify({ client, connection, ...order });
  const program = [path.join(SUPPORT, 'budget-run.ts'), whole];
  return Promise.all(
    Array.from(
      { length: 4 },
      () =>
        new Promise<BudgetRunReport>((resolve, reject) => {
          execFile(
            process.execPath,
            ['-r', path.join(SUPPORT, 'typescript.js'), ...program],
            (error, output, words) => {
              if (output === '') reject(new Error(words, { cause: error }));
              else resolve(JSON.parse(output));
            },
          );
        }),
    ),
  );
};
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

test('four processes with 50 reservations each give out no more than there is, and no less', async () => {
  const budgets = [siteBudget(100, '2026-11'), freshBudget()];
  const reports = await runProcesses({
    budgets,
    count: 50,
    amountMicros: CENT,
    lifetimeMs: 600_000,
    spentMicros: null,
  });
  expect(reports.flatMap(({ failed }) => failed)).toEqual([]);
  expect(sum(reports.map(({ granted: count }) => count))).toBe(100);
  expect(sum(reports.map(({ refused }) => refused))).toBe(100);

  // all four were killed with their reservations open
  const store = openStore();
  const budget = budgets[1] ?? freshBudget();
  expect(await centsOf(store, budget)).toEqual({ spent: 0, reserved: 100 });
  expect(await isGranted(store, budgets, 1)).toBe(false);
  clock += 700_000;
  expect(await centsOf(store, budget)).toEqual({ spent: 0, reserved: 0 });
  expect(await isGranted(store, budgets, 100)).toBe(true);
}, 90_000);

test('four processes that settle use the budget to its end, and warn of it once', async () => {
  const budget = freshBudget();
  const reports = await runProcesses({
    budgets: [budget],
    count: 50,
    amountMicros: CENT,
    lifetimeMs: 600_000,
    spentMicros: CENT,
  });
  expect(reports.flatMap(({ failed }) => failed)).toEqual([]);
  expect(sum(reports.map(({ granted: count }) => count))).toBe(100);
  expect(await centsOf(openStore(), budget)).toEqual({ spent: 100, reserved: 0 });
  expect(reports.flatMap((report) => report.events).sort()).toEqual([
    'ai-tools.budget.exceeded',
    'ai-tools.budget.warning',
  ]);
}, 90_000);

test('a reservation goes back by time when nobody settled it, and is spent all the same by one who was only slow', async () => {
  const [dead, living] = [openStore(), openStore()];
  const budget = freshBudget();
  const slow = await granted(dead, [budget], 60);
  expect(await isGranted(living, [budget], 60)).toBe(false);
  clock += 999;
  expect(await isGranted(living, [budget], 60)).toBe(false);
  clock += 1;
  const next = await granted(living, [budget], 60);
  await slow.settle(50 * CENT);
  expect(await centsOf(living, budget)).toEqual({ spent: 50, reserved: 60 });
  await next.settle(10 * CENT);
  expect(await centsOf(living, budget)).toEqual({ spent: 60, reserved: 0 });
});

test('a call is counted in the month in which it began, and each month begins with all its money', async () => {
  const store = openStore();
  const november = toolBudget('monthly', 1, '2026-11');
  const december = toolBudget('monthly', 1, '2026-12');
  const late = await granted(store, [november], 100);
  const early = await granted(store, [december], 100);
  await late.settle(90 * CENT);
  expect(await centsOf(store, november)).toEqual({ spent: 90, reserved: 0 });
  expect(await centsOf(store, december)).toEqual({ spent: 0, reserved: 100 });
  await early.settle(0);
  expect(await isGranted(store, [december], 100)).toBe(true);
});

test('what fits only one of two budgets is set aside in neither', async () => {
  const store = openStore();
  const [wide, narrow] = [freshBudget(), freshBudget()];
  await granted(store, [narrow], 90);
  const outcome = await reserve(store, [wide, narrow], 20);
  expect(outcome).toEqual({ refusal: { budget: narrow, spentMicros: 0 } });
  expect(await centsOf(store, wide)).toEqual({ spent: 0, reserved: 0 });
  expect(await centsOf(store, narrow)).toEqual({ spent: 0, reserved: 90 });
});

test('reservations over the same budgets in any order do not hold each other up', async () => {
  const [one, other] = [openStore(), openStore()];
  const budgets = [freshBudget(), freshBudget(), freshBudget()];
  const outcomes = await Promise.all(
    Array.from({ length: 150 }, async (_unused, index) => {
      const turned = [...budgets.slice(index % 3), ...budgets.slice(0, index % 3)];
      const outcome = await granted(index % 2 ? one : other, turned, 0.1);
      await outcome.settle(1000);
    }),
  );
  expect(outcomes).toHaveLength(150);
  for (const budget of budgets) expect(await centsOf(one, budget)).toEqual({ spent: 15, reserved: 0 });
});

test('two instances warn of a budget once, and tell of refusals once a minute', async () => {
  const stores = [openStore(), openStore()];
  const budget = freshBudget();
  const spend = async (store: DatabaseBudgetStore, cents: number) => {
    const outcome = await granted(store, [budget], cents);
    await outcome.settle(cents * CENT);
  };
  for (const store of stores) await spend(store, 39);
  expect(events).toEqual([]);
  for (const store of stores) await spend(store, 2);
  for (const store of stores) await reserve(store, [budget], 50);
  expect(events).toEqual([
    `ai-tools.budget.warning ${keyOf(budget)}`,
    `ai-tools.budget.exceeded ${keyOf(budget)}`,
  ]);
  clock += 59_999;
  for (const store of stores) await reserve(store, [budget], 50);
  expect(events).toHaveLength(2);
  clock += 1;
  for (const store of stores) await reserve(store, [budget], 50);
  expect(events.slice(2)).toEqual([`ai-tools.budget.exceeded ${keyOf(budget)}`]);
});

test('a reservation that comes too late to be waited for is given back', async () => {
  const store = openStore({ deadlineMs: 200 });
  const budget = freshBudget();
  await granted(store, [budget], 0.01).then((outcome) => outcome.settle(0));
  const lock = await site.strapi.db.connection.transaction();
  await lock('ai_tools_budgets')
    .where({ budget: keyOf(budget) })
    .update({ warned_at: null });
  await expect(reserve(store, [budget], 50)).rejects.toThrow('within 200 ms');
  await lock.rollback();
  // waits for what is under way, the late reservation and its return
  await store.close();
  expect(await centsOf(store, budget)).toEqual({ spent: 0, reserved: 0 });
  expect(await isGranted(openStore(), [budget], 100)).toBe(true);
});

describe('when the connection breaks after the database has committed', () => {
  let losesNextAnswer: boolean;
  beforeEach(() => {
    losesNextAnswer = false;
  });

  /** The site's database, which may do what it is told and then be unable to say so. */
  const forgetful = (): Site['strapi']['db']['connection'] =>
    new Proxy(site.strapi.db.connection, {
      get: (target, name) => {
        if (name !== 'transaction' || !losesNextAnswer) return Reflect.get(target, name);
        losesNextAnswer = false;
        return async (...work: Parameters<typeof target.transaction>) => {
          await target.transaction(...work);
          throw new Error('Connection terminated unexpectedly');
        };
      },
    });

  test('what was spent is counted once', async () => {
    const budget = freshBudget();
    const store = openStore({ connection: forgetful() });
    const reservation = await granted(store, [budget], 60, 60_000);
    losesNextAnswer = true;
    await reservation.settle(50 * CENT);
    expect(await centsOf(store, budget)).toEqual({ spent: 50, reserved: 0 });
  });

  test('money is not set aside for a run that was told that there is none', async () => {
    const budget = freshBudget();
    const store = openStore({ connection: forgetful() });
    losesNextAnswer = true;
    await expect(reserve(store, [budget], 60, 60_000)).rejects.toThrow('Connection terminated');
    while ((await centsOf(store, budget))?.reserved !== 0) await pause(50);
    expect(await centsOf(store, budget)).toEqual({ spent: 0, reserved: 0 });
  });
});
