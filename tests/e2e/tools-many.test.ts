import type { Page } from 'playwright-core';
import { TOOL_UID } from '../../contracts/plugin-id';
import { createAdminCaller } from '../support/admin-caller';
import { summarizer } from '../support/execute';
import { logRow } from '../support/log-rows';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';

const TOOLS = 500;
const ROWS = 20_000;
const TIMES = 5;

let panel: Panel;
let page: Page;

beforeAll(async () => {
  panel = await startPanel();
  const admin = await createAdminCaller(panel.site);
  const { status } = await admin('POST', 'tools', { tool: summarizer({ name: 'Tool 0' }) });
  expect(status).toBe(201);
  // the others as rows like it: the host takes a while to make so many one by one
  const tools = panel.site.strapi.db.query(TOOL_UID);
  const { id: _, ...row } = await tools.findOne({ where: { slug: 'tool-0' } });
  await tools.createMany({
    data: Array.from({ length: TOOLS - 1 }, (_, index) => {
      const number = index + 1;
      return { ...row, documentId: `tool${number}`, name: `Tool ${number}`, slug: `tool-${number}` };
    }),
  });
  const logs = panel.site.strapi.plugin('ai-tools').service('logs');
  const rows = Array.from({ length: ROWS }, (_, index) =>
    logRow({ tool_slug: `tool-${index % TOOLS}`, source: 'rest', cost_micros: index }),
  );
  await Promise.all(rows.map((row) => logs.record(row)));
  await logs.flush();
  page = await panel.logIn();
}, 300_000);
afterAll(() => panel?.stop());

/** Milliseconds from the click on the menu until the rows are painted. */
const openByMenu = async (rows: number): Promise<number> => {
  await page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const look = (): void => {
          const isThere = document.querySelectorAll('tbody tr').length >= wanted;
          // the frame after the one that has them is when they are seen
          if (isThere) requestAnimationFrame(() => resolve(performance.now() - start));
          else requestAnimationFrame(look);
        };
        document.querySelector<HTMLElement>('a[href$="/plugins/ai-tools/tools"]')?.click();
        look();
      }),
    rows,
  );
};

const serverTimes = (): Promise<number[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /ai-tools\/tools\?/.test(name))
      .map(({ duration }) => Math.round(duration)),
  );

// for who wants to know: `npx jest tests/e2e/tools-many --selectProjects e2e --silent=false`
test(`the list opens with ${TOOLS} tools, a page of them at a time`, async () => {
  await openPage(page, 'settings');
  await page.getByRole('navigation', { name: 'AI Tools' }).waitFor();
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) times.push(Math.round(await openByMenu(50)));
  process.stdout.write(
    `${TOOLS} tools, ${ROWS} rows in the log: list seen after ${times.join(', ')} ms; the server's part ${(await serverTimes()).join(', ')} ms\n`,
  );
  await page.getByText('500 tools').waitFor();

  const start = Date.now();
  await openPage(page, 'tools?pageSize=100');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 100);
  process.stdout.write(`with the whole panel loaded anew, 100 to a page: ${Date.now() - start} ms\n`);
}, 120_000);
