import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { BUILD_KEYS } from './build-keys';
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

const ROOT = path.resolve(__dirname, '../..');

/** Every file below a folder, as [name, content]. */
const readBelow = (folder: string): [string, string][] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(path.join(entry.parentPath, entry.name), 'latin1')]);

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

test('nothing that browsers load holds a key or a secret of the site, though they were there when it was built', () => {
  const ofSite = Object.entries(parseEnv(readFileSync(path.join(ROOT, 'demo/.env'), 'utf8')))
    .filter(([name]) => /KEY|SECRET|SALT|PASSWORD/.test(name))
    .flatMap(([name, value]) =>
      String(value)
        .split(',')
        .map((part): [string, string] => [name, part]),
    );
  const secrets = [...ofSite, ...Object.entries(BUILD_KEYS)];
  expect(ofSite.map(([name]) => name)).toEqual(expect.arrayContaining(['APP_KEYS', 'ENCRYPTION_KEY']));
  for (const [, value] of secrets) expect(value.length).toBeGreaterThan(12);

  const files = [...readBelow('dist/admin'), ...readBelow('demo/dist/build')];
  expect(files.filter(([, text]) => OURS.test(text)).length).toBeGreaterThan(1);
  const found = files.flatMap(([file, text]) =>
    secrets.filter(([, value]) => text.includes(value)).map(([name]) => `${name} in ${file}`),
  );
  expect(found).toEqual([]);
});
