import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';
import { summarizer } from '../support/execute';

let panel: Panel;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel?.stop());

test('a site without tools leads through the first visit, and takes a file as well', async () => {
  const page = await panel.logIn();
  await openPage(page, 'tools');
  await page.getByText('Content Summarizer').first().waitFor();
  expect(await page.getByRole('button', { name: 'Export all' }).count()).toBe(0);
  await photograph(page, 'tools-empty');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByLabel('Or paste JSON').fill(JSON.stringify(summarizer({ name: 'From A File' })));
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Import 1 tool' }).click();
  await page.getByRole('link', { name: 'From A File' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'ai-tools-list');
});

test('who may make none is told that there is none', async () => {
  await panel.site.strapi.db.query('plugin::ai-tools.tool').deleteMany({});
  const page = await panel.logIn({ permissions: ['readTools'] });
  await openPage(page, 'tools');
  await page.getByText('There is no tool yet.').waitFor();
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
