import { summarizer } from '../support/execute';
import type { Page } from 'playwright-core';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

let panel: Panel;
let page: Page;

beforeAll(async () => {
  panel = await startPanel({ plugin: { tools: [summarizer({ name: 'From Code' })] } });
  page = await panel.logIn();
});
afterAll(() => panel?.stop());

const editor = (label = 'Prompt template') => page.getByRole('textbox', { name: new RegExp(`^${label}`) });
const offers = () => page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
const chip = (name: string, label = 'Prompt template') =>
  page
    .getByRole('group', { name: `Insert an input into: ${label}` })
    .getByRole('button', { name: `{{${name}}}` });
/** As it would be sent: a line of the text is a line of the editor. */
const written = async (label?: string): Promise<string> =>
  (await editor(label).innerText()).replaceAll('​', '');
const colourOf = (text: string): Promise<string> =>
  editor()
    .getByText(text, { exact: true })
    .first()
    .evaluate((node) => getComputedStyle(node).color);

const openTemplate = async (template: string): Promise<void> => {
  await openPage(page, `tools/new?template=${template}`);
  await editor().waitFor();
};
/** A prompt of one's own, on the inputs of the summarizer. */
const begin = async (text: string): Promise<void> => {
  await editor().fill('');
  await editor().focus();
  await page.keyboard.type(text);
};

test('a template opens with its placeholders coloured, each input beside it as a button', async () => {
  await openTemplate('content-summarizer');
  expect(await written()).toContain('Summarize the text between the lines in at most {{max_length}} words');
  expect(await colourOf('max_length')).not.toBe(
    await colourOf(
      'Keep names, numbers and dates. Add nothing that is not in the text. Answer with the summary alone.',
    ),
  );
  expect(await chip('content').textContent()).toBe('{{content}}');
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'prompt-editor');
});

test('two braces offer the inputs, with what they are for, and Enter takes one and closes it', async () => {
  await begin('Shorten: {{');
  await offers().first().waitFor();
  expect(await offers().allTextContents()).toEqual([
    'contentThe text to summarize',
    'max_lengthWords in the summary, at most',
  ]);
  await photograph(page, 'prompt-completion');
  await page.keyboard.type('ma');
  await page.getByRole('option', { name: 'content' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  expect(await written()).toBe('Shorten: {{max_length}}');
});

test('a bar offers filters in words, and a brace with a per cent sign tags', async () => {
  await begin('{{ content | trun');
  await page.getByRole('option', { name: 'truncatewords at most so many words' }).click();
  expect(await written()).toBe('{{ content | truncatewords: 50 }}');
  await begin('{% i');
  await page.getByRole('option', { name: 'if only when something holds' }).click();
  await page.keyboard.type('con');
  await page.getByRole('option', { name: 'content' }).click();
  await page.keyboard.press('End');
  expect(await written()).toBe('{% if content %}{% endif %}');
});

test('a name that no input has is marked, said below and where the pointer is', async () => {
  await begin('Shorten {{contnet}} to {{max_length}}');
  await page.getByRole('status').getByText('No input is called “contnet”.').waitFor();
  const mark = editor().getByText('contnet', { exact: true });
  expect(await mark.evaluate((node) => getComputedStyle(node).textDecorationStyle)).toBe('wavy');
  await mark.hover();
  await page.locator('.cm-tooltip').getByText('No input is called “contnet”.').waitFor();
  await photograph(page, 'prompt-unknown');
  expect(await findBarriers(page)).toEqual([]);
  await begin('Shorten {{content}}');
  await page.getByText('No input is called').first().waitFor({ state: 'detached' });
});

test('an input is written by its button where the cursor was, and says whether it is used', async () => {
  await begin('Shorten this: ');
  await chip('content').getByText('unused').waitFor();
  await chip('content').click();
  expect(await written()).toBe('Shorten this: {{content}}');
  await chip('content').getByText('unused').waitFor({ state: 'detached' });
  await page.keyboard.type(' – to {{ ');
  await page.keyboard.press('Escape');
  await chip('max_length').click();
  expect(await written()).toBe('Shorten this: {{content}} – to {{ max_length }}');
});

test('what was typed can be undone', async () => {
  await begin('One');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  expect((await written()).trim()).toBe('');
  await page.keyboard.press('ControlOrMeta+z');
  expect(await written()).toBe('One');
});

test('Tab leaves the editor, forwards and backwards', async () => {
  await editor().focus();
  await page.keyboard.press('Tab');
  expect(await editor().evaluate((node) => node.contains(document.activeElement))).toBe(false);
  await editor().focus();
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('max_length');
  expect(await written()).toBe('One');
});

test('a fault belongs to the editor: it is brought there, and read with it', async () => {
  await editor().fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  const described = await page.evaluate(
    () =>
      document.getElementById(document.activeElement?.getAttribute('aria-describedby') ?? '')?.textContent,
  );
  expect(described).toMatch(/\w/);
  await photograph(page, 'prompt-fault');
});

test('the system instruction has an editor of its own', async () => {
  await chip('content', 'System instruction').click();
  expect(await written('System instruction')).toMatch(/\{\{content\}\}$/);
  expect((await written()).trim()).toBe('');
});

test('of a tool from code the prompt can be read and not changed', async () => {
  await openPage(page, 'tools');
  await page.getByRole('link', { name: 'From Code' }).click();
  await page.getByRole('heading', { level: 1, name: 'From Code' }).waitFor();
  expect(await editor().getAttribute('aria-readonly')).toBe('true');
  const before = await written();
  expect(before).not.toBe('');
  await editor().focus();
  await page.keyboard.type('x');
  expect(await written()).toBe(before);
  expect(await chip('content').isDisabled()).toBe(true);
});

test('nothing went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
