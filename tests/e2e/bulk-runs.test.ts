import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { actionId } from '../../contracts/permissions';
import type { PermissionName } from '../../contracts/permissions';
import { ARTICLE, withArticles } from '../support/article-site';
import {
  answerAll,
  articlesOf,
  bulkPlugin,
  completionOf,
  contentOf,
  createArticles,
} from '../support/bulk-site';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { until } from './article-editor';
import { startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const LIST = `/admin/content-manager/collection-types/${ARTICLE}?page=1&pageSize=50&sort=id:ASC&plugins[i18n][locale]=en`;
const ENTRIES = 12;

let provider: FakeProvider;
let panel: Panel;
let page: Page;
let ids: string[];
let empty: string;

/** The texts that the provider keeps until they are let go. */
const held = new Map<string, () => void>();
let isHolding = (_text: string): boolean => false;

const hold = (isHeld: (text: string) => boolean): void => {
  isHolding = isHeld;
};
const letGo = (): void => {
  isHolding = () => false;
  held.forEach((release) => release());
  held.clear();
};

beforeAll(async () => {
  provider = await startFakeProvider();
  panel = await startPanel(withArticles({ plugin: bulkPlugin(provider) }));
  ids = await createArticles(panel.site, ENTRIES);
  [empty = ''] = await createArticles(panel.site, 1, { title: 'Nothing in it', content: '' });
  await articlesOf(panel.site).publish({ documentId: String(ids[0]) });
  answerAll(provider, async (text) => {
    if (isHolding(text)) await new Promise<void>((resolve) => void held.set(text, resolve));
  });
  page = await panel.logIn();
});
afterAll(async () => {
  letGo();
  await panel?.stop();
  await provider?.stop();
});

const dialog = (on = page) => on.getByRole('dialog');
const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });
const told = (message: string | RegExp, on = page) => on.getByText(message).first().waitFor();
const pick = async (label: string | RegExp, option: string, on = page): Promise<void> => {
  await on.getByRole('combobox', { name: label }).click();
  await on.getByRole('option', { name: option, exact: true }).click();
};
const openList = async (on = page): Promise<void> => {
  await on.goto(new URL(LIST, on.url()).href);
  await on.getByRole('row').nth(ENTRIES).waitFor();
};
const selectAll = (on = page) => on.getByRole('checkbox').first().click();
const summaryOf = async (documentId: unknown, status?: 'published'): Promise<unknown> => {
  const entry = await articlesOf(panel.site).findOne({ documentId: String(documentId), status });
  return entry?.summary;
};
const summaries = () => Promise.all(ids.map((id) => summaryOf(id)));
/** The window stands outside the page's own part of the panel. */
const barriers = async (selector: string): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (wanted) => window.axe.run(document.querySelector(wanted) ?? document),
    selector,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
};

test('somebody chooses a tool, sees what it would make of an entry, and what all of them would cost', async () => {
  await openList();
  await selectAll();
  await button('Run an AI tool').click();
  await told('Run an AI tool over 13 entries');
  await button('Preview').click();
  await told('Choose the tool that shall be run.');
  await pick(/^Tool/, 'Content Summarizer');
  // guessed from the names of inputs, fields and tool
  await page
    .getByRole('combobox', { name: /^content/ })
    .getByText('From the field content')
    .waitFor();
  await page
    .getByRole('combobox', { name: /^Write the answer to/ })
    .getByText('summary')
    .waitFor();
  await page.getByRole('textbox', { name: 'Value of max_length' }).fill('20');
  expect(await barriers('[role=dialog]')).toEqual([]);
  await photograph(page, 'bulk-setup');

  await button('Preview').click();
  await told('About Text 1');
  expect(await page.getByRole('region', { name: 'Before', exact: true }).innerText()).toBe('Old 1');
  expect(await page.getByRole('region', { name: 'After', exact: true }).innerText()).toBe('About Text 1');
  await button('Run over 12 entries').waitFor();
  await told('1 entry is left out');
  await page.getByRole('link', { name: 'Nothing in it' }).waitFor();
  // twelve prompts, and answers of 50 tokens at 1000 dollars a million
  expect(await page.getByText('Cost at most').locator('xpath=following-sibling::*').innerText()).toMatch(
    /^\$0\.\d+$/,
  );
  await button('Another entry').click();
  await told('About Text 2');
  expect(await summaries()).toEqual(ids.map((_id, index) => `Old ${index + 1}`));
  expect(await barriers('[role=dialog]')).toEqual([]);
  await photograph(page, 'bulk-preview');
});

test('a run shows how far it is, goes on without its window, and survives a reload and a broken line', async () => {
  let passed = 0;
  hold(() => (passed += 1) > 4);
  await button('Run over 12 entries').click();
  const bar = page.getByRole('progressbar', { name: 'Progress of the run' });
  await page.locator('[role=progressbar][aria-valuetext="4 of 12 entries"]').waitFor();
  expect(await bar.getAttribute('aria-valuenow')).toBe('33');
  await told(/^\$0\.\d+ so far$/);
  expect(await barriers('[role=dialog]')).toEqual([]);
  await photograph(page, 'bulk-running');

  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await button('AI run: 4 of 12 entries').waitFor();
  // they are in a run now
  await button('Run an AI tool').waitFor({ state: 'hidden' });
  await photograph(page, 'bulk-list-running');

  await page.reload();
  await button('AI run: 4 of 12 entries').click();
  await page.locator('[role=progressbar][aria-valuetext="4 of 12 entries"]').waitFor();
  await page.route('**/ai-tools/bulk-runs/*', (route) => route.abort());
  await told('The site does not answer at the moment.');
  await page.unroute('**/ai-tools/bulk-runs/*');
  await page.getByText('The site does not answer at the moment.').waitFor({ state: 'hidden' });
});

test('a run is stopped and resumed; what fails or was changed meanwhile is listed with its reason', async () => {
  await button('Stop').click();
  await button('Resume').waitFor();
  letGo();
  await dialog().getByText('Stopped', { exact: true }).waitFor();
  expect(await page.locator('[role=progressbar]').getAttribute('aria-valuetext')).toBe('4 of 12 entries');
  const written = (await summaries()).filter((summary) => String(summary).startsWith('About')).length;
  expect(written).toBe(4);

  provider.answer((request, response) => {
    const text = contentOf(request);
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (text === 'Text 11') answer(400, { error: { message: 'No eleventh text, please.' } });
    else if (text === 'Text 12') held.set(text, () => answer(200, completionOf(`About ${text}`)));
    else answer(200, completionOf(`About ${text}`));
  });
  await button('Resume').click();
  await page.locator('[role=progressbar][aria-valuetext="11 of 12 entries"]').waitFor();
  // only then the run has read the twelfth
  await until(
    () => Promise.resolve([...held.keys()]),
    (texts) => texts.includes('Text 12'),
  );
  await articlesOf(panel.site).update({
    documentId: String(ids[11]),
    data: { summary: 'Mine' },
    locale: 'en',
  });
  letGo();
  await dialog().getByText('Finished', { exact: true }).waitFor();
  await told('1 failed, 1 changed meanwhile, 10 written.');

  const failed = page.getByRole('list', { name: 'failed', exact: true });
  await failed.getByRole('link', { name: 'Title 11' }).waitFor();
  await failed.getByText('No eleventh text, please.').waitFor();
  await dialog().getByRole('button', { name: '1 changed meanwhile' }).click();
  const changed = page.getByRole('list', { name: 'changed meanwhile', exact: true });
  const address = await changed.getByRole('link', { name: 'Title 12' }).getAttribute('href');
  expect(address).toContain(`/${ARTICLE}/${ids[11]}?plugins[i18n][locale]=en`);
  expect(await summaries()).toEqual(
    ids.map((_id, index) => ['Old 11', 'Mine'][index - 10] ?? `About Text ${index + 1}`),
  );
  expect(await summaryOf(ids[0], 'published')).toBe('Old 1');
  expect(await summaryOf(empty)).toBe('Old 1');
  expect(await barriers('[role=dialog]')).toEqual([]);
  await photograph(page, 'bulk-finished');

  await page.keyboard.press('Escape');
  // nobody has loaded the page again: the host's list was told
  await page.getByRole('gridcell', { name: 'About Text 8' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'AI runs');
});

test('an undo says what it spares, and spares it', async () => {
  await articlesOf(panel.site).update({
    documentId: String(ids[1]),
    data: { summary: 'Edited by hand' },
    locale: 'en',
  });
  await button('AI runs').click();
  await page.getByRole('button', { name: /^Content Summarizer → summary/ }).click();
  await button('Undo').click();
  const question = page.getByRole('alertdialog');
  await question.getByText('10 entries get back what was in “summary” before the run.').waitFor();
  await question.getByText(/^Where somebody has edited “summary” since, it is left as it is\./).waitFor();
  expect(await barriers('[role=alertdialog]')).toEqual([]);
  await photograph(page, 'bulk-undo');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await summaryOf(ids[2])).toBe('About Text 3');

  await button('Undo').click();
  await button('Undo the run').click();
  await dialog().getByText('Undone', { exact: true }).waitFor();
  const kept = page.getByRole('list', { name: 'kept', exact: true });
  await kept.getByRole('link', { name: 'Title 2', exact: true }).waitFor();
  expect(await summaries()).toEqual(
    ids.map((_id, index) => (index === 1 ? 'Edited by hand' : index === 11 ? 'Mine' : `Old ${index + 1}`)),
  );
  await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('gridcell', { name: 'Old 8' }).waitFor();
});

test('how the tool was used is remembered for the next run', async () => {
  await openList();
  await selectAll();
  await button('Run an AI tool').click();
  await pick(/^Tool/, 'Content Summarizer');
  const length = page.getByRole('textbox', { name: 'Value of max_length' });
  await length.waitFor();
  expect(await length.inputValue()).toBe('20');
  await page.keyboard.press('Escape');
});

/** Somebody who may read articles, and change some of their fields. */
const logInEditor = async (
  plugin: readonly PermissionName[],
  fields: readonly string[],
  language: 'en' | 'de' = 'en',
): Promise<Page> => {
  const editor = await panel.logIn({ permissions: plugin, language });
  const { strapi } = panel.site;
  const [role] = await strapi.db.query('admin::role').findMany({ orderBy: { id: 'desc' }, limit: 1 });
  const all = ['title', 'content', 'summary', 'story', 'secret'];
  const onArticles = (name: string, allowed: readonly string[]) => ({
    action: `plugin::content-manager.explorer.${name}`,
    subject: ARTICLE,
    properties: { fields: allowed, locales: ['en'] },
    conditions: [],
  });
  await strapi
    .service('admin::role')
    .assignPermissions(role.id, [
      ...plugin.map((name) => ({ action: actionId(name), subject: null, properties: {}, conditions: [] })),
      onArticles('read', all),
      onArticles('delete', all),
      ...(fields.length > 0 ? [onArticles('update', fields)] : []),
    ]);
  await openList(editor);
  await selectAll(editor);
  return editor;
};

test('who may not run tools over many entries is not offered it, and sees no runs', async () => {
  const editor = await logInEditor(['runInContent'], ['title', 'summary']);
  await button('Delete', editor).waitFor();
  expect(await button('Run an AI tool', editor).count()).toBe(0);
  expect(await button('AI runs', editor).count()).toBe(0);
});

test('who may change only some fields is offered only those', async () => {
  const editor = await logInEditor(['runInContent', 'runInBulk'], ['title', 'story'], 'de');
  await button('KI-Werkzeug ausführen', editor).click();
  await pick(/^Werkzeug/, 'Content Summarizer', editor);
  await editor.getByRole('combobox', { name: /^Antwort schreiben in/ }).click();
  await editor.getByRole('option', { name: 'story' }).waitFor();
  expect(await editor.getByRole('option').allInnerTexts()).toEqual(['title', 'story']);
  await editor.keyboard.press('Escape');
  await editor.emulateMedia({ reducedMotion: 'reduce' });
  await photograph(editor, 'bulk-setup-de');
});

test('who may change no field, or see no tool, is told so', async () => {
  const reader = await logInEditor(['runInContent', 'runInBulk'], []);
  await button('Run an AI tool', reader).click();
  await told(/^Your role may not change any text of these entries/, reader);
  const blind = await logInEditor(['runInBulk'], ['summary']);
  await button('Run an AI tool', blind).click();
  await told(/^Your role may run tools over many entries, but not see which there are/, blind);
});

test('nothing went wrong that nobody caught', () => {
  expect(panel.faults).toEqual([]);
});
