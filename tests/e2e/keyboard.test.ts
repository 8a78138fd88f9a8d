import type { Locator, Page } from 'playwright-core';
import { summarizer } from '../support/execute';
import { walkByKeyboard } from './keyboard-walk';
import type { KeyboardWalk } from './keyboard-walk';
import { startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const TOOL = 'plugin::ai-tools.tool';

let panel: Panel;
let page: Page;
let walk: KeyboardWalk;

beforeAll(async () => {
  panel = await startPanel();
  await panel.site.strapi.documents(TOOL).create({ data: summarizer({ name: 'Earlier Tool' }) });
  page = await panel.logIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  walk = walkByKeyboard(page);
});
afterAll(() => panel?.stop());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });
// an input that is needed has an asterisk in its label
const field = (label: string) => page.getByLabel(new RegExp(`^${label}\\*?$`));
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const told = (message: string | RegExp) => page.getByText(message).first().waitFor();
const menu = (name: string) => page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link', { name });
const inputs = () => page.getByRole('region', { name: 'Inputs' });
const playground = () => page.getByRole('region', { name: 'Playground' });
const useIt = () => page.getByRole('region', { name: 'Use it' });
const prompt = () => page.getByRole('textbox', { name: /^Prompt template/ });
/** As fast as somebody who types well. */
const type = (text: string) => page.keyboard.type(text, { delay: 40 });
const tools = () => panel.site.strapi.documents(TOOL).findMany({});
const inputNames = () =>
  inputs()
    .getByRole('button', { name: /^Move (?!up|down)/ })
    .allInnerTexts();

/** An Enter that comes with the editor's offers was meant for the text, and is not taken for a choice. */
const OFFERS_TAKEN_AFTER_MS = 100;
const standsFor = async (ms: number): Promise<void> => {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((until) => performance.now() >= until, since + ms);
};

const focusIsOn = async (target: Locator): Promise<void> => {
  const handle = await target.elementHandle();
  await page.waitForFunction((wanted) => wanted === document.activeElement, handle);
};
/** What has the focus is part of this, and not the page itself, from where Tab would begin anew. */
const focusIsWithin = async (target: Locator): Promise<void> => {
  const handle = await target.elementHandle();
  await page.waitForFunction((wanted) => wanted?.contains(document.activeElement), handle);
};
const activate = async (target: Locator): Promise<void> => {
  await walk.tabTo(target);
  await walk.press('Enter');
};

describe('without a mouse', () => {
  test('the plugin is opened from the menu of the panel, and a provider is tested', async () => {
    await activate(link('AI Tools'));
    await heading('Tools');
    await activate(menu('Settings'));
    await heading('Settings');
    await activate(link('Configure Sandbox (no model)'));
    await heading('Sandbox (no model)');
    await activate(button('Test Connection'));
    await told('It works.');
    await focusIsOn(button('Test Connection'));
    await photograph(page, 'keyboard-provider');
    // what came of it can be put away, and the focus is still somewhere
    await activate(button('Close'));
    await page.getByText('It works.').waitFor({ state: 'detached' });
    await focusIsWithin(page.locator('main'));
  });

  test('a setting is changed and saved, and the focus stays with the form', async () => {
    await walk.tabTo(field('Temperature'));
    await type('0.5');
    await walk.press('Enter');
    await told('Saved');
    await focusIsWithin(page.locator('main'));
  });

  test('a tool begins with a template', async () => {
    await walk.tabBackTo(menu('Tools'));
    await walk.press('Enter');
    await heading('Tools');
    await activate(link('Add a tool'));
    await heading('Add a tool');
    await activate(page.getByRole('link', { name: /^Content Summarizer/ }));
    await field('Name').waitFor();
  });

  test('it gets another name', async () => {
    await walk.tabTo(field('Name'));
    await walk.press('ControlOrMeta+a');
    await type('Shortener');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value === 'shortener'),
    );
  });

  test('an input is added, named and moved', async () => {
    await activate(inputs().getByRole('button', { name: 'Add an input', exact: true }));
    // its name is a proposal, selected to be typed over
    await focusIsOn(inputs().getByRole('textbox', { name: /^Name/ }));
    await type('tone');
    await walk.tabTo(inputs().getByLabel('Type', { exact: true }));
    await walk.press('Enter');
    await page.getByRole('option', { name: /^Yes or no/ }).waitFor();
    await walk.press('Escape');
    await focusIsOn(inputs().getByLabel('Type', { exact: true }));
    await walk.tabBackTo(inputs().getByRole('button', { name: 'Move tone', exact: true }));
    await walk.press('Space', 'ArrowUp', 'Space');
    expect(await inputNames()).toEqual(['Move content', 'Move tone', 'Move max_length']);
    await focusIsOn(inputs().getByRole('button', { name: 'Move tone', exact: true }));
  });

  test('the prompt is written, completed from its inputs, and left with Tab', async () => {
    await walk.tabTo(prompt());
    await walk.press('ControlOrMeta+a');
    await type('Shorten, {{to');
    await page.getByRole('option', { name: /^tone/ }).waitFor();
    await standsFor(OFFERS_TAKEN_AFTER_MS);
    await walk.press('Enter');
    await type(': {{content}}');
    await photograph(page, 'keyboard-prompt');
    await walk.press('Tab');
    expect(await prompt().evaluate((editor) => editor.contains(document.activeElement))).toBe(false);
    await walk.tabBackTo(prompt(), 2);
  });

  test('it is saved, and the focus stays where it was', async () => {
    await walk.tabBackTo(button('Save'));
    await walk.press('Enter');
    await told('“Shortener” is saved.');
    await heading('Shortener');
    await focusIsWithin(page.locator('main'));
    expect(await tools()).toContainEqual(
      expect.objectContaining({ slug: 'shortener', prompt_template: 'Shorten, {{tone}}: {{content}}' }),
    );
  });

  test('it is run in the playground', async () => {
    await walk.tabTo(playground().getByLabel(/^tone\*?$/));
    await type('friendly');
    await activate(playground().getByRole('button', { name: 'Run', exact: true }));
    await playground().getByText('Complete', { exact: true }).waitFor();
    await focusIsOn(playground().getByRole('button', { name: 'Run', exact: true }));
    await photograph(page, 'keyboard-run');
  });

  test('its curl is copied', async () => {
    await walk.tabBackTo(button('Use it'));
    await walk.press('Enter');
    await activate(useIt().getByRole('button', { name: 'Copy: curl' }));
    await told('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/execute/shortener');
    await focusIsOn(useIt().getByRole('button', { name: 'Copy: curl' }));
  });

  test('in the list it is duplicated, and the copy deleted', async () => {
    // a menu moves its focus a moment after the key
    const choose = async (key: string, name: string): Promise<void> => {
      await walk.press(key);
      await page.locator('[role=menuitem]:focus', { hasText: name }).waitFor();
      await walk.press('Enter');
    };
    await walk.tabBackTo(menu('Tools'));
    await walk.press('Enter');
    await heading('Tools');
    const row = page.getByRole('row').filter({ has: link('Shortener') });
    await row.waitFor();
    // a table is one stop; its arrows go from cell to cell
    await walk.tabTo(page.getByRole('checkbox', { name: 'Select all entries' }));
    const rows = await page.getByRole('grid').getByRole('row').allInnerTexts();
    const down = rows.findIndex((text) => text.includes('Shortener'));
    await walk.press(...Array<string>(down).fill('ArrowDown'));
    await focusIsWithin(row);
    await walk.press('End', 'Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await walk.press('Escape');
    await focusIsOn(button('What to do with Shortener'));
    await walk.press('Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await choose('ArrowDown', 'Duplicate');
    await told(/^The copy is called/);
    const copy = (await tools()).find(({ slug }) => slug !== 'shortener' && slug !== 'earlier-tool');
    await focusIsOn(link(String(copy?.name)));

    await walk.press('End', 'Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await choose('End', 'Delete');
    await page.getByRole('dialog').waitFor();
    await focusIsWithin(page.getByRole('dialog'));
    await walk.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focusIsOn(button(`What to do with ${copy?.name}`));

    await walk.press('Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await choose('End', 'Delete');
    await activate(page.getByRole('dialog').getByRole('button', { name: `Delete ${copy?.name}` }));
    await told(`${copy?.name} is deleted`);
    await focusIsWithin(page.locator('main'));
    expect((await tools()).map(({ slug }) => slug).sort()).toEqual(['earlier-tool', 'shortener']);
  });

  test('the focus was seen at every stop of that way', () => {
    expect(walk.unseen()).toEqual([]);
  });
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
