import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { generateLogRows } from '../../bench/log-rows';
import { LOG_TABLE } from '../support/analytics-database';
import { summarizer } from '../support/execute';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const ROWS = 100_000;
const DAY_MS = 24 * 3600 * 1000;
const TOOL = 'plugin::ai-tools.tool';

let panel: Panel;
let page: Page;

const knex = () => panel.site.strapi.db.connection;

beforeAll(async () => {
  panel = await startPanel();
  await generateLogRows(knex(), ROWS, Date.now());
  const newest = await knex()(LOG_TABLE).max('id as id').first();
  const { rolledUpTo } = panel.site.strapi.plugin('ai-tools').service('analytics');
  while ((await rolledUpTo()) < newest?.id) await pause(100);
  page = await panel.logIn({ timeZone: 'UTC' });
}, 300_000);
afterAll(() => panel?.stop());

interface Counted {
  runs: number;
  errors: number;
  limited: number;
  cached: number;
  cost: number;
  unknown: number;
  tokens: number;
}

interface Span {
  from: string;
  to: string;
}

const rowsOf = ({ from, to }: Span, where: Record<string, string> = {}) =>
  knex()(LOG_TABLE)
    .where('created_at', '>=', Date.parse(from))
    .andWhere('created_at', '<', Date.parse(to))
    .whereNotIn('source', ['playground', 'test-connection'])
    .andWhere(where);

/** What the rows come to, told by the database itself. */
const count = async (span: Span, where?: Record<string, string>): Promise<Counted> => {
  const sum = (condition: string) => `coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`;
  const [row] = await rowsOf(span, where).select(
    knex().raw(`count(*) AS runs, ${sum("status = 'error'")} AS errors,
      ${sum("error_code = 'rate_limit_exceeded'")} AS limited, ${sum('cached')} AS cached,
      coalesce(sum(cost_micros), 0) AS cost,
      ${sum("status = 'success' AND NOT cached AND cost_micros IS NULL")} AS unknown,
      coalesce(sum(prompt_tokens), 0) + coalesce(sum(completion_tokens), 0) AS tokens`),
  );
  return row;
};

/** The latency that so many of the runs are below that were answered or got as far as a provider. */
const percentile = async (span: Span, part: number, where?: Record<string, string>): Promise<number> => {
  const latencies: number[] = await rowsOf(span, where)
    .andWhereRaw("(status = 'success' OR attempts > 0)")
    .orderBy('latency_ms')
    .pluck('latency_ms');
  return latencies[Math.floor(part * latencies.length)] ?? NaN;
};

const number = (value: number): string => value.toLocaleString('en');
const percent = (value: number): string =>
  value.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });
const money = (micros: number): string =>
  (micros / 1e6).toLocaleString('en', { style: 'currency', currency: 'USD' });

const on = (target: Page) => ({
  region: (name: string) => target.getByRole('region', { name, exact: true }),
  button: (name: string) => target.getByRole('button', { name, exact: true }),
  card: (title: string) =>
    target
      .getByRole('region', { name: 'Figures' })
      .getByRole('listitem')
      .filter({ has: target.getByText(title, { exact: true }) }),
  figure: (title: string) =>
    target.getByRole('region', { name: 'Figures' }).getByRole('link', { name: `${title}: ` }),
});

const open = async (target: Page, search = ''): Promise<void> => {
  await openPage(target, `analytics${search}`);
  await target.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
};
const shown = (target: Page) => on(target).region('Figures').waitFor();
const choose = async (target: Page, label: string, option: string): Promise<void> => {
  await target.getByRole('combobox', { name: label, exact: true }).click();
  await target.getByRole('option', { name: option, exact: true }).click();
};
/** When a day began, so many days before this one; midnight may come while a test runs. */
const startOfDay = (daysAgo: number): string => {
  const today = new Date().toISOString().slice(0, 10);
  return new Date(Date.parse(today) - daysAgo * DAY_MS).toISOString();
};
/** The time of the figures, as their links to the log have it. */
const spanOf = async (target: Page): Promise<Span> => {
  const address = new URL((await on(target).figure('Runs').getAttribute('href')) ?? '', 'http://panel');
  return { from: address.searchParams.get('from') ?? '', to: address.searchParams.get('to') ?? '' };
};
const runsAre = async (target: Page, wanted: number): Promise<void> => {
  await on(target)
    .region('Figures')
    .getByRole('link', { name: `Runs: ${number(wanted)}, look at the runs` })
    .waitFor();
};
/** The lines of a table, each cell as it is read. The host's own tables are grids. */
const cellsOf = (target: Page, name: string, role: 'table' | 'grid' = 'table'): Promise<string[][]> =>
  target
    .getByRole(role, { name, exact: true })
    .evaluate((table) =>
      [...table.querySelectorAll('tr')].map((line) =>
        [...line.querySelectorAll('th, td')].map(({ textContent }) => textContent ?? ''),
      ),
    );

test('the figures are those of the rows', async () => {
  const from = startOfDay(29);
  await open(page);
  await shown(page);
  const span = await spanOf(page);
  expect([from, startOfDay(29)]).toContain(span.from);
  const counted = await count(span);
  expect(counted.runs).toBeGreaterThan(90_000);

  const { figure, card } = on(page);
  expect(await figure('Runs').innerText()).toBe(number(counted.runs));
  expect(await figure('Error rate').innerText()).toBe(percent(counted.errors / counted.runs));
  expect(await figure('Cost').innerText()).toBe(money(counted.cost));
  expect(await figure('Answered from the cache').innerText()).toBe(percent(counted.cached / counted.runs));
  expect(await figure('Tokens').innerText()).toBe(
    counted.tokens.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 4 }),
  );
  await card('Cost')
    .getByText(`and ${number(counted.unknown)} runs at unknown price`)
    .waitFor();
  await card('Error rate')
    .getByText(`${number(counted.limited)} runs turned away by a rate limit`)
    .waitFor();

  for (const [title, part] of [
    ['Half are done within', 0.5],
    ['95 % are done within', 0.95],
  ] as const) {
    const [amount = '', unit] = (await figure(title).innerText()).split(' ');
    const told = Number(amount) * (unit === 'sec' ? 1000 : 1);
    const exact = await percentile(span, part);
    expect(Math.abs(told - exact) / exact).toBeLessThan(0.08);
  }
});

test('and each is compared with the time just as long before', async () => {
  const { from, to } = await spanOf(page);
  const before = {
    from: new Date(2 * Date.parse(from) - Date.parse(to)).toISOString(),
    to: from,
  };
  const [now, then] = [await count({ from, to }), await count(before)];
  const { card } = on(page);
  await card('Runs')
    .getByText(`${percent(now.runs / then.runs - 1)} more than before`)
    .waitFor();
  const points = 100 * (now.errors / now.runs - then.errors / then.runs);
  const change =
    Math.abs(points) < 0.05
      ? 'As before'
      : `${Math.abs(points).toLocaleString('en', { maximumFractionDigits: 1 })} points ${points > 0 ? 'more' : 'less'} than before`;
  await card('Error rate').getByText(change).waitFor();
});

test('each chart can be read as a table, day by day, and taken along as a file', async () => {
  const { button } = on(page);
  await button('Runs by status as a table').click();
  const [head, ...lines] = await cellsOf(page, 'Runs by status');
  expect(head).toEqual(['Time', 'Success', 'Error', 'Cancelled', 'Refused']);
  const span = await spanOf(page);
  const byDay: { day: string; success: number; error: number }[] = await rowsOf(span)
    .select(
      knex().raw(`date(created_at / 1000, 'unixepoch') AS day, sum(status = 'success') AS success,
        sum(status = 'error') AS error`),
    )
    .groupBy('day')
    .orderBy('day');
  expect(lines.map(([, ...figures]) => figures)).toEqual(
    byDay.map(({ success, error }) => [number(success), number(error), '0', '0']),
  );

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button('Runs by status as a CSV file').click(),
  ]);
  const file = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '');
  expect(file.trimEnd().split('\r\n')).toEqual([
    'Time,Success,Error,Cancelled,Refused',
    ...byDay.map(({ day, success, error }) => `${day}T00:00:00.000Z,${success},${error},0,0`),
  ]);
  await button('Runs by status as a chart').click();
});

test('the cost is told apart by tool, provider or model', async () => {
  const { button } = on(page);
  await choose(page, 'Cost told apart by', 'By provider');
  await button('Cost as a table').click();
  const [head] = await cellsOf(page, 'Cost');
  const span = await spanOf(page);
  const providers = await rowsOf(span)
    .groupBy('provider')
    .select('provider')
    .sum('cost_micros as cost')
    .orderBy('cost', 'desc');
  expect(head).toEqual(['Time', ...providers.map(({ provider }) => provider)]);
  expect(new URL(page.url()).searchParams.get('cost')).toBe('provider');
  await button('Cost as a chart').click();
});

test('every figure leads to its rows', async () => {
  const { figure, region } = on(page);
  const span = await spanOf(page);
  const addressOf = async (link: ReturnType<typeof figure>) =>
    Object.fromEntries(new URL((await link.getAttribute('href')) ?? '', 'http://panel').searchParams);
  expect(await addressOf(figure('Error rate'))).toEqual({ ...span, status: 'error' });
  expect(await addressOf(figure('Cost'))).toEqual({ ...span, sort: 'cost' });
  expect(await addressOf(figure('Answered from the cache'))).toEqual({ ...span, cached: 'true' });
  const tools = region('Tools');
  expect(await addressOf(tools.getByRole('link', { name: 'tool-0, look at the runs' }))).toEqual({
    ...span,
    tool: 'tool-0',
  });
  await figure('Error rate').click();
  await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('error');
  await page.goBack();
  await shown(page);
});

test('the tools are those of the rows, in any order', async () => {
  const span = await spanOf(page);
  const lines = await cellsOf(page, 'Tools', 'grid');
  const counted = await count(span, { tool_slug: 'tool-0' });
  const line = lines.find(([name]) => name === 'tool-0') ?? [];
  expect([line[1], line[2], line[5]]).toEqual([
    number(counted.runs),
    percent(counted.errors / counted.runs),
    money(counted.cost),
  ]);
  expect(line[6]).toBe(
    (counted.cost / 1e6 / counted.runs).toLocaleString('en', {
      style: 'currency',
      currency: 'USD',
      maximumSignificantDigits: 2,
    }),
  );
  expect(lines).toHaveLength(13);

  // a percentile is told to 5 %, so two tools that are nearer to each other may stand either way round
  const exact = new Map<string, number>();
  for (const [name = ''] of lines.slice(1))
    exact.set(name, await percentile(span, 0.95, { tool_slug: name }));
  const inOrder = async (direction: 'ASC' | 'DESC'): Promise<boolean> => {
    const shownTools = (await cellsOf(page, 'Tools', 'grid')).slice(1).map(([name = '']) => name);
    const sign = direction === 'ASC' ? 1 : -1;
    return shownTools.every((name, index) => {
      const [before, after] = [exact.get(shownTools[index - 1] ?? name), exact.get(name)];
      return (
        before !== undefined &&
        after !== undefined &&
        (sign * (after - before) >= 0 || Math.abs(after - before) <= 0.1 * before)
      );
    });
  };
  const byP95 = page.getByRole('grid', { name: 'Tools' }).getByText('p95', { exact: true });
  for (const direction of ['ASC', 'DESC'] as const) {
    await byP95.click();
    await page.waitForFunction((sort) => location.search.includes(sort), `sort=p95:${direction}`);
    while (!(await inOrder(direction))) await pause(50);
  }
});

test('filters, range and bucket are kept in the address and survive a reload', async () => {
  await choose(page, 'Tool', 'tool-1');
  await choose(page, 'Time range', 'Last 7 days');
  await choose(page, 'Told apart by', 'By the hour');
  await page.waitForFunction(() => location.search.includes('bucket=hour'));
  const from = startOfDay(6);
  await page.reload();
  await shown(page);
  const span = await spanOf(page);
  expect([from, startOfDay(6)]).toContain(span.from);
  await runsAre(page, (await count(span, { tool_slug: 'tool-1' })).runs);
  expect((await cellsOf(page, 'Tools', 'grid')).map(([name]) => name)).toEqual(['Tool', 'tool-1']);

  await page.getByRole('button', { name: 'Clear the filter Tool' }).click();
  await runsAre(page, (await count(span)).runs);
});

test('days of one’s own choice, and a time in which nothing ran', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  await open(page, `?range=custom&from=${day(12)}&to=${day(10)}`);
  const span = { from: `${day(12)}T00:00:00.000Z`, to: `${day(9)}T00:00:00.000Z` };
  await runsAre(page, (await count(span)).runs);
  await page.getByLabel('Last day').fill(day(11));
  await runsAre(page, (await count({ ...span, to: `${day(10)}T00:00:00.000Z` })).runs);
  await open(page, '?range=custom&from=2001-01-01&to=2001-01-02');
  await page.getByText('Nothing ran in this time.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'analytics-nothing');
  await open(page, '?range=custom&from=nonsense&bucket=century&tool=unheard-of');
  await page.getByText('No run of this time fits the filters.').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await shown(page);
});

test('days begin when they begin where the person is', async () => {
  const there = await panel.logIn({ timeZone: 'Asia/Kolkata' });
  await open(there);
  await shown(there);
  const span = await spanOf(there);
  expect(span.from).toMatch(/T18:30:00.000Z$/);
  await runsAre(there, (await count(span)).runs);
  await on(there).button('Runs by status as a table').click();
  const [, ...lines] = await cellsOf(there, 'Runs by status');
  const byDay = await rowsOf(span)
    .select(
      knex().raw(`date(created_at / 1000 + 19800, 'unixepoch') AS day, sum(status = 'success') AS success`),
    )
    .groupBy('day')
    .orderBy('day');
  expect(lines.map(([, success]) => success)).toEqual(byDay.map(({ success }) => number(success)));
  await there.context().close();
});

test('budgets are shown with where they will end', async () => {
  const { region } = on(page);
  await region('Budgets of this month').getByText('Neither the site nor a tool has a budget.').waitFor();
  await panel.site.strapi
    .documents(TOOL)
    .create({ data: summarizer({ name: 'Tool 0', slug: 'tool-0', budget_usd: 1 }) });
  await panel.site.strapi
    .documents(TOOL)
    .create({ data: summarizer({ name: 'Tool 9', slug: 'tool-9', budget_usd: 5000 }) });
  await panel.site.strapi
    .documents(TOOL)
    .create({ data: summarizer({ name: 'Tool 8', slug: 'tool-8', budget_usd: 0 }) });
  await open(page);
  const budgets = region('Budgets of this month');
  await budgets.getByText('$0.00 of $1.00').waitFor();
  await budgets.getByText(/^About \$[\d.,]+ by the end of \w+: more than there is$/).waitFor();
  await budgets.getByText(/^About \$[\d.,]+ by the end of \w+$/).waitFor();
  await budgets.getByText(/^Used up: calls are refused until the end of \w+$/).waitFor();
});

test('it looks well, and can be used by everybody', async () => {
  await open(page);
  await shown(page);
  await page.locator('canvas').nth(5).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'analytics');
  await on(page).button('Errors by code as a table').click();
  await on(page).button('Time taken as a table').click();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'analytics-tables');
});

/** Whether a request is for the figures; the page's own address is like theirs. */
const asksForFigures = ({ pathname }: URL): boolean => pathname === '/ai-tools/analytics';

test('it says when it fails', async () => {
  const error = { status: 500, name: 'InternalServerError', message: 'Internal Server Error' };
  await page.route(asksForFigures, (route) => route.fulfill({ status: 500, json: { data: null, error } }));
  await open(page, '?range=today');
  await page.getByRole('alert').getByText('The figures could not be read.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'analytics-failed');
  await page.unroute(asksForFigures);
  await page.getByRole('button', { name: 'Try again' }).click();
  await shown(page);
  await page.getByText('The figures could not be read.').waitFor({ state: 'detached' });
});

test('it says that it is still counting, until it is not', async () => {
  let isCounting = true;
  await page.route(asksForFigures, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: { ...data, complete: !isCounting } } });
  });
  await open(page, '?range=7-days');
  await page.getByText(/^Still counting/).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'analytics-counting');
  isCounting = false;
  await page.getByText(/^Still counting/).waitFor({ state: 'detached' });
  await page.unroute(asksForFigures);
});

test('a tool’s page has its own figures', async () => {
  const [tool] = await panel.site.strapi.documents(TOOL).findMany({ filters: { slug: 'tool-0' } });
  await openPage(page, `tools/${tool?.documentId}`);
  await on(page).button('Analytics').click();
  const usage = on(page).region('Analytics');
  const link = usage.getByRole('link', { name: /^Runs: / });
  await link.waitFor();
  const address = new URL((await link.getAttribute('href')) ?? '', 'http://panel').searchParams;
  expect(address.get('tool')).toBe('tool-0');
  const span = { from: address.get('from') ?? '', to: address.get('to') ?? '' };
  const counted = await count(span, { tool_slug: 'tool-0' });
  expect(await link.innerText()).toBe(number(counted.runs));
  expect(await usage.getByRole('link', { name: /^Cost: / }).innerText()).toBe(money(counted.cost));
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'tool-analytics');
  await usage.getByRole('link', { name: 'Look at its analytics' }).click();
  await shown(page);
  await runsAre(page, counted.runs);
});

describe('on the home page', () => {
  const widget = (target: Page) => target.getByText('AI Tools in the last 7 days');
  const home = (target: Page) => target.goto(new URL('/admin', target.url()).href);

  test('are the runs, errors and cost of the last seven days', async () => {
    await home(page);
    await widget(page).waitFor();
    const link = page.getByRole('link', { name: /^Runs: / });
    await link.waitFor();
    const address = new URL((await link.getAttribute('href')) ?? '', 'http://panel').searchParams;
    const counted = await count({ from: address.get('from') ?? '', to: address.get('to') ?? '' });
    expect(await link.innerText()).toBe(number(counted.runs));
    expect(await page.getByRole('link', { name: /^Errors: / }).innerText()).toBe(number(counted.errors));
    expect(await page.getByRole('link', { name: /^Cost: / }).innerText()).toBe(money(counted.cost));
    await photograph(page, 'home-widget');
  });

  test('in German as well', async () => {
    const german = await panel.logIn({ language: 'de' });
    await german.getByText('AI Tools in den letzten 7 Tagen').waitFor();
    await openPage(german, 'analytics');
    await german.getByRole('heading', { level: 1, name: 'Auswertung' }).waitFor();
    await german.getByRole('region', { name: 'Kennzahlen' }).waitFor();
    await photograph(german, 'analytics-german');
    await german.context().close();
  });

  test('and nothing for those who may not see them', async () => {
    const stranger = await panel.logIn({ permissions: ['readTools'] });
    await stranger.getByRole('heading', { level: 1 }).waitFor();
    await stranger.waitForLoadState('networkidle');
    expect(await widget(stranger).count()).toBe(0);
    await openPage(stranger, 'analytics');
    await stranger.getByText("You don't have the permissions to access that content").waitFor();
    const [tool] = await panel.site.strapi.documents(TOOL).findMany({ filters: { slug: 'tool-0' } });
    await openPage(stranger, `tools/${tool?.documentId}`);
    await on(stranger).button('Use it').waitFor();
    expect(await on(stranger).button('Analytics').count()).toBe(0);
    await stranger.context().close();
  });

  test('who may not read the log gets figures without links', async () => {
    const watcher = await panel.logIn({ permissions: ['readAnalytics'], timeZone: 'UTC' });
    await widget(watcher).waitFor();
    await open(watcher);
    await shown(watcher);
    expect(await on(watcher).region('Figures').getByRole('link').count()).toBe(0);
    expect(await on(watcher).region('Tools').getByRole('link').count()).toBe(0);
    await watcher.context().close();
  });
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});

// for who wants to know: `npx jest tests/e2e/analytics --selectProjects e2e --silent=false`
test('how long it takes', async () => {
  const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = performance.now();
    await work();
    return Math.round(performance.now() - before);
  };
  const ready = async (): Promise<void> => {
    await shown(page);
    await page.locator('canvas').nth(5).waitFor();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  };
  const opened = await timeOf(async () => {
    await open(page);
    await ready();
  });
  await openPage(page, 'logs');
  await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
  await page.waitForLoadState('networkidle');
  const clicked = await timeOf(async () => {
    await page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link', { name: 'Analytics' }).click();
    await ready();
  });
  const wanted = (await count(await spanOf(page), { tool_slug: 'tool-2' })).runs;
  await page.getByRole('combobox', { name: 'Tool', exact: true }).click();
  const filtered = await timeOf(async () => {
    await page.getByRole('option', { name: 'tool-2', exact: true }).click();
    await runsAre(page, wanted);
  });
  const answered = await page.evaluate(() => {
    const requests = window.performance.getEntriesByType('resource');
    const last = requests.findLast(({ name }) => name.includes('/ai-tools/analytics?'));
    return Math.round(last?.duration ?? NaN);
  });
  process.stdout.write(
    `Analytics of ${number(ROWS)} rows: ${opened} ms with the whole panel, ${clicked} ms from the menu, ${filtered} ms for a filter, of which ${answered} ms for the answer.\n`,
  );
});
