import type { Page } from 'playwright-core';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

let panel: Panel;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel?.stop());

const linksOf = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link').allInnerTexts();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

const NO_PERMISSION = "You don't have the permissions to access that content";

describe('somebody who may do everything', () => {
  let page: Page;
  beforeAll(async () => {
    page = await panel.logIn();
  });

  test('finds the plugin in the menu, and all of its pages in a menu of its own', async () => {
    await page.getByRole('link', { name: 'AI Tools' }).click();
    await heading(page, 'Tools');
    expect(await linksOf(page)).toEqual(['Tools', 'Add New', 'Logs', 'Analytics', 'Settings']);

    for (const [link, title] of [
      ['Add New', 'Add a tool'],
      ['Logs', 'Logs'],
      ['Analytics', 'Analytics'],
      ['Settings', 'Settings'],
    ] as const) {
      await page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link', { name: link }).click();
      await heading(page, title);
    }
  });

  test.each(['tools', 'tools/new', 'logs', 'analytics'])(
    'can read the page %s, whatever helps them',
    async (address) => {
      await openPage(page, address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await photograph(page, `empty-${address.replace('/', '-')}`);
    },
  );

  test('sees each page from its top, and the page before where they left it', async () => {
    const fromTop = (): Promise<number> =>
      page.locator('[data-strapi-main-content]').evaluate((frame) => frame.scrollTop);
    await openPage(page, 'settings');
    const sandbox = page.getByRole('link', { name: 'Configure Sandbox (no model)' });
    // the page still grows when the link is there, and the click itself scrolls to it
    const left = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const tell = () => resolve(document.querySelector('[data-strapi-main-content]')?.scrollTop ?? 0);
          addEventListener('click', tell, { capture: true, once: true });
        }),
    );
    await sandbox.click();
    await heading(page, 'Sandbox (no model)');
    expect(await fromTop()).toBe(0);

    await page.goBack();
    await heading(page, 'Settings');
    expect(await left).toBeGreaterThan(100);
    expect(await fromTop()).toBe(await left);
  });

  test('reads it in German when the panel is German', async () => {
    const german = await panel.logIn({ language: 'de' });
    await openPage(german, 'settings');
    await heading(german, 'Einstellungen');
    await german.getByText('In vier Schritten zur ersten Antwort').waitFor();
    await photograph(german, 'settings-german');
  });
});

describe('somebody with fewer rights', () => {
  test('does not see the plugin when they may do nothing in it, and reaches no page', async () => {
    const page = await panel.logIn({ permissions: [] });
    expect(await page.getByRole('link', { name: 'AI Tools' }).count()).toBe(0);
    await openPage(page, 'settings');
    await page.getByText(NO_PERMISSION).waitFor();
  });

  test('sees what they may open, and is told about the rest', async () => {
    const page = await panel.logIn({ permissions: ['readLogs'] });
    await page.getByRole('link', { name: 'AI Tools' }).click();
    await heading(page, 'Logs');
    expect(await linksOf(page)).toEqual(['Logs']);
    await openPage(page, 'tools/new');
    await page.getByText(NO_PERMISSION).waitFor();
  });

  test('who may only read the settings is offered nothing to change', async () => {
    const page = await panel.logIn({ permissions: ['readSettings'] });
    await openPage(page, 'settings');
    await page.getByRole('link', { name: 'View OpenAI' }).click();
    await heading(page, 'OpenAI');
    expect(await page.getByRole('button', { name: 'Test Connection' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByLabel('API key').isDisabled()).toBe(true);
  });
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
