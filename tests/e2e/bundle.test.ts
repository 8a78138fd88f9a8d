import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { startPanel } from './panel';
import type { Panel } from './panel';

const MAX_BYTES = 300_000;
/** A text of the plugin's pages, which its code and its translations both name. */
const OURS = /first\.title/;

/** What React says to developers only, and so has with it only for them. */
const FOR_DEVELOPERS = /Each child in a list should have a unique/;

const PAGES = [
  ['Tools', 'Tools'],
  ['Add New', 'Add a tool'],
  ['Logs', 'Logs'],
  ['Analytics', 'Analytics'],
  ['Settings', 'Settings'],
] as const;

let panel: Panel;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel?.stop());

/** Gathers the scripts that a page loads from now on. */
const collectScripts = (page: Page) => {
  const addresses = new Set<string>();
  const onResponse = (response: Response): void => {
    if (new URL(response.url()).pathname.endsWith('.js')) addresses.add(response.url());
  };
  page.on('response', onResponse);
  return (): Promise<string[]> => {
    page.off('response', onResponse);
    // the browser does not keep what it was answered for as long as it takes to ask for it
    return Promise.all([...addresses].map(async (address) => (await fetch(address)).text()));
  };
};

test('the pages are loaded when they are opened, and all of them together weigh little', async () => {
  const page = await panel.logIn();
  const collectBefore = collectScripts(page);
  await page.reload();
  await page.getByRole('link', { name: 'AI Tools' }).waitFor();
  await page.waitForLoadState('networkidle');
  const before = await collectBefore();
  expect(before.length).toBeGreaterThan(0);
  expect(before.filter((script) => OURS.test(script))).toEqual([]);
  expect(before.filter((script) => FOR_DEVELOPERS.test(script))).toEqual([]);

  const collectOpened = collectScripts(page);
  await page.getByRole('link', { name: 'AI Tools' }).click();
  const menu = page.getByRole('navigation', { name: 'AI Tools' });
  await menu.waitFor();
  for (const [link, title] of PAGES) {
    await menu.getByRole('link', { name: link }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await page.getByRole('article').first().waitFor();
  const opened = await collectOpened();
  expect(opened.filter((script) => OURS.test(script)).length).toBeGreaterThan(0);
  const bytes = opened.reduce((sum, script) => sum + gzipSync(script).byteLength, 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
  // for who wants to know: `npx jest tests/e2e/bundle --selectProjects e2e --silent=false`
  process.stdout.write(`The plugin's pages weigh ${Math.round(bytes / 1000)} kB compressed.\n`);
});
