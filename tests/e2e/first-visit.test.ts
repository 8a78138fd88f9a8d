import type { Page } from 'playwright-core';
import { summarizer } from '../support/execute';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const TOOL = 'plugin::ai-tools.tool';

let panel: Panel;
let page: Page;

beforeAll(async () => {
  panel = await startPanel();
  page = await panel.logIn();
});
afterAll(() => panel?.stop());

const steps = (target = page) =>
  target
    .getByRole('region', { name: /(Four|Two) steps|In vier Schritten/ })
    .getByRole('heading', { level: 3 });
const gallery = (target = page) =>
  target.getByRole('list', { name: /Ways to start a tool|Womit ein Werkzeug beginnen kann/ });
const card = (name: string) => gallery().getByRole('link', { name: new RegExp(`^${name}`) });

test('a site without tools shows the steps to the first one, and what it can begin with', async () => {
  await openPage(page, 'tools');
  await gallery().waitFor();
  expect(await steps().allTextContents()).toEqual(['Set up a provider', 'Test it', 'Make a tool', 'Run it']);
  expect(await gallery().getByRole('link').count()).toBe(11);
  await card('Translator').getByText('Inputs: content, language, formality, glossary').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test('the sandbox is tested on the spot, and the step is ticked, also the next time', async () => {
  await page.getByRole('button', { name: 'Test Sandbox (no model)' }).click();
  await page.getByRole('status').getByText('It works.').waitFor();
  await steps().getByText('(done)').waitFor();
  await photograph(page, 'first-visit');
  await page.reload();
  await gallery().waitFor();
  expect(await steps().allTextContents()).toEqual([
    'Set up a provider',
    'Test it (done)',
    'Make a tool',
    'Run it',
  ]);
});

test('in German the cards are German', async () => {
  const german = await panel.logIn({ language: 'de' });
  await openPage(german, 'tools/new');
  await gallery(german)
    .getByRole('link', { name: /^Schlagwörter aus einer Liste/ })
    .waitFor();
  await photograph(german, 'gallery-german');
  await openPage(german, 'tools');
  await steps(german).first().waitFor();
  await photograph(german, 'first-visit-german');
});

test('Add New asks what to begin with, and the keyboard can choose', async () => {
  await page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link', { name: 'Add New' }).click();
  await page.getByRole('heading', { level: 1, name: 'Add a tool' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'gallery');
  await card('Start from nothing').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /^Name/ }).waitFor();
  expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Content Generator');
});

test('a wrong click on Add New does not lose what has been typed', async () => {
  const name = page.getByRole('textbox', { name: /^Name/ });
  await name.fill('Writer');
  await page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link', { name: 'Add New' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await name.inputValue()).toBe('Writer');
});

test('a template that is saved as it is makes a tool, and the steps lead on to it', async () => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Writer' }).waitFor();
  expect(await panel.site.strapi.documents(TOOL).findMany({})).toMatchObject([
    { slug: 'writer', provider: 'sandbox', examples: [{ name: 'Museum' }] },
  ]);
  await openPage(page, 'settings');
  await steps().getByText('Make a tool (done)').waitFor();
  await photograph(page, 'first-steps-settings');
  await page.getByRole('link', { name: 'Open Writer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Writer' }).waitFor();
});

test('the first run is ticked too', async () => {
  const service = panel.site.strapi.plugin('ai-tools').service('execute');
  expect(await service.executeTool('writer', { topic: 'Ships' })).toMatchObject({
    object: 'chat.completion',
  });
  await panel.site.strapi.plugin('ai-tools').service('logs').flush();
  await openPage(page, 'settings');
  await steps().getByText('Run it (done)').waitFor();
});

test('who may make tools and not see the settings is led through the rest', async () => {
  const window = await panel.logIn({ permissions: ['readTools', 'createTools', 'deleteTools'] });
  await panel.site.strapi.documents(TOOL).delete({
    documentId: (await panel.site.strapi.documents(TOOL).findFirst({}))?.documentId ?? '',
  });
  await openPage(window, 'tools');
  await gallery(window).waitFor();
  expect(await steps(window).allTextContents()).toEqual(['Make a tool', 'Run it']);
  await window.getByRole('heading', { name: 'Two steps to your first answer' }).waitFor();
  expect(await window.getByText('No provider has been set up').count()).toBe(0);
});

test('once a provider is set up as well, the settings lead nobody any more', async () => {
  await panel.site.strapi.documents(TOOL).create({ data: summarizer() });
  await panel.site.strapi.documents('plugin::ai-tools.provider').create({
    data: { provider_id: 'own', kind: 'openai-compatible', endpoint: 'http://127.0.0.1:9', model: 'm' },
  });
  await openPage(page, 'settings');
  await page.getByRole('article', { name: 'OpenAI-compatible server' }).waitFor();
  await steps().first().waitFor({ state: 'detached' });
});

test('nothing went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
