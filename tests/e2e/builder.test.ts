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
  panel = await startPanel({ plugin: { tools: [summarizer({ name: 'From Code' })] } });
  page = await panel.logIn();
});
afterAll(() => panel?.stop());

const on = (target: Page) => ({
  // an input that is needed has an asterisk in its label
  field: (label: string) => target.getByLabel(new RegExp(`^${label}\\*?$`)),
  button: (name: string) => target.getByRole('button', { name, exact: true }),
  heading: (name: string) => target.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
});
const open = async (target: Page, address: string): Promise<void> => {
  await openPage(target, address);
  await target.getByRole('heading', { level: 1 }).waitFor();
};
const storedTools = () => panel.site.strapi.documents(TOOL).findMany({});

const fault = (target: Page, label: string) =>
  on(target)
    .field(label)
    // fallbacks have a model as well, further down
    .first()
    .evaluate(
      (input) =>
        document.querySelector(
          `[data-strapi-field-error]#${CSS.escape(input.getAttribute('aria-describedby') ?? '')}`,
        )?.textContent ?? null,
    );
const slugIs = (target: Page, slug: string) =>
  target.waitForFunction(
    (wanted) => [...document.querySelectorAll('input')].some(({ value }) => value === wanted),
    slug,
  );
const store = async (changes: Parameters<typeof summarizer>[0]): Promise<string> => {
  const data: Record<string, unknown> = { ...summarizer(changes) };
  return (await panel.site.strapi.documents(TOOL).create({ data })).documentId;
};
const stored = (documentId: string) => panel.site.strapi.documents(TOOL).findOne({ documentId });
const saved = (target: Page, name: string) => target.getByText(`“${name}” is saved.`).first().waitFor();

test('a tool is built by clicks and typing, and stays on the screen when it is saved', async () => {
  const { field, button, heading } = on(page);
  await open(page, 'tools/new?template=blank');
  await heading('Add a tool');
  await field('Name').fill('Title Writer');
  await slugIs(page, 'title-writer');
  await field('Description').fill('Writes titles.');
  await field('Provider').click();
  await page.getByRole('option', { name: /^Sandbox/ }).click();
  await field('Prompt template').fill('Write a title.');
  await button('Analysis and summaries').click();
  expect(await field('Temperature').inputValue()).toBe('0.3');
  await field('Stop sequences').fill('END\n\\n##');
  await photograph(page, 'builder-new');
  expect(await findBarriers(page)).toEqual([]);

  await button('Save').click();
  await saved(page, 'Title Writer');
  await heading('Title Writer');
  const [tool] = await storedTools();
  expect(tool).toMatchObject({
    slug: 'title-writer',
    provider: 'sandbox',
    temperature: 0.3,
    max_tokens: 1024,
    prompt_template: 'Write a title.',
    stop: ['END', '\n##'],
  });
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`/tools/${tool?.documentId}$`));
  expect(await button('Save').isDisabled()).toBe(true);
  const current = page.getByRole('navigation', { name: 'AI Tools' }).locator('[aria-current=page]');
  expect(await current.allInnerTexts()).toEqual(['Tools']);
});

test('a preset shows what it sets, also over what was typed', async () => {
  const { field, button } = on(page);
  await field('Temperature').fill('0.9');
  await field('Max tokens').fill('77');
  await button('Analysis and summaries').click();
  expect(await field('Temperature').inputValue()).toBe('0.3');
  expect(await field('Max tokens').inputValue()).toBe('1,024');
  await field('Temperature').fill('');
  await field('Temperature').pressSequentially('0.35');
  expect(await field('Temperature').inputValue()).toBe('0.35');
  await button('Analysis and summaries').click();
  expect(await field('Temperature').inputValue()).toBe('0.3');
});

test('it is changed and saved by the keyboard', async () => {
  const { field } = on(page);
  await field('Description').fill('Writes good titles.');
  // the button is disabled while it saves as well
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.keyboard.press('Control+s');
  expect((await answered).status()).toBe(200);
  expect(await storedTools()).toMatchObject([{ slug: 'title-writer', description: 'Writes good titles.' }]);
  await page.waitForFunction(() => document.querySelector('button[type=submit]')?.hasAttribute('disabled'));
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'description');
});

test('every fault stands at its field at once, the first has the focus, and each goes when it is put right', async () => {
  const { field, button } = on(page);
  await open(page, 'tools/new?template=blank');
  await field('Temperature').fill('7');
  await button('Add function').click();
  await page.locator('[data-json-field="functions[0].parameters"] [contenteditable]').fill('{ "type": ');
  await button('Add fallback').click();
  await button('Save').click();
  await page.locator('[data-strapi-field-error]').first().waitFor();

  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
  for (const label of ['Name', 'Description', 'Temperature', 'Function name']) {
    expect([label, await fault(page, label)]).toEqual([label, expect.stringMatching(/needed|must be/)]);
  }
  expect(await fault(page, 'Temperature')).toBe('must be a number from 0 to 1.');
  await page.getByText('This is no valid JSON.').waitFor();
  await photograph(page, 'builder-faults');
  expect(await findBarriers(page)).toEqual([]);

  await field('Temperature').fill('0.7');
  await page.getByText('must be a number from 0 to 1.').waitFor({ state: 'detached' });
  expect(await field('Temperature').evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await storedTools()).toHaveLength(1);
});

test('JSON that cannot be read has the focus when nothing else is in the way', async () => {
  const other = await panel.logIn();
  const { field, button } = on(other);
  await open(other, 'tools/new?template=blank');
  await field('Name').fill('With JSON');
  await field('Description').fill('Nothing yet.');
  await field('Prompt template').fill('Hello.');
  await button('Add function').click();
  await field('Function name').fill('search');
  await field('What it does').fill('Searches.');
  await other.locator('[data-json-field="functions[0].parameters"] [contenteditable]').fill('{ "type": ');
  await button('Save').click();
  await other.waitForFunction(() =>
    Boolean(document.activeElement?.closest('[data-json-field="functions[0].parameters"]')),
  );
  await other.context().close();
});

test('a slug that is taken can be had in another form, and one typed by hand stays', async () => {
  const { field, button } = on(page);
  await field('Name').fill('Another');
  await slugIs(page, 'another');
  await field('Slug').fill('title-writer');
  await button('Use title-writer-2').click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'slug');
  await page.getByText('This one is free.').waitFor();
  await field('Name').fill('Yet Another');
  await page.getByText('This one is free.').waitFor();
  expect(await field('Slug').inputValue()).toBe('title-writer-2');
  await field('Slug').fill('');
  await field('Description').focus();
  await slugIs(page, 'yet-another');
});

test('what is not saved is not lost by a wrong click', async () => {
  const { field } = on(page);
  await page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link', { name: 'Logs' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await field('Name').inputValue()).toBe('Yet Another');
  await page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link', { name: 'Logs' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await on(page).heading('Logs');
});

test('fallbacks are ordered by the keyboard, and what nobody touched is stored as it was', async () => {
  const { field, button } = on(page);
  const input_schema = {
    type: 'object',
    properties: {
      zeta: { type: 'string', examples: ['b', 'a'], $comment: 'kept' },
      alpha: { type: 'string' },
    },
    required: ['zeta'],
    additionalProperties: false,
  };
  const parameters = {
    type: 'object' as const,
    properties: { id: { type: 'integer', default: { b: 1, a: 2 } } },
  };
  const id = await store({
    name: 'With Everything',
    input_schema,
    prompt_template: '{{zeta}} {{alpha}}',
    functions: [{ name: 'find', description: 'Finds', parameters }],
    fallbacks: [
      { provider: 'sandbox', model: 'first' },
      { provider: 'sandbox', model: 'second' },
      { provider: 'sandbox', model: 'third' },
    ],
  });
  await open(page, `tools/${id}`);
  await button('Move Fallback 3 up').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('li')?.ariaLabel === 'Fallback 2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('li')?.ariaLabel === 'Fallback 1');
  await page.getByRole('button', { name: 'Remove Fallback 3' }).click();
  await field('Name').fill('With Less');
  await photograph(page, 'builder-everything');
  expect(await findBarriers(page)).toEqual([]);
  await button('Save').click();
  await saved(page, 'With Less');
  const tool = await stored(id);
  expect(tool).toMatchObject({
    slug: 'with-everything',
    fallbacks: [
      { provider: 'sandbox', model: 'third' },
      { provider: 'sandbox', model: 'first' },
    ],
  });
  expect(JSON.stringify([tool?.input_schema, tool?.functions])).toBe(
    JSON.stringify([input_schema, [{ name: 'find', description: 'Finds', parameters }]]),
  );
});

test('another slug for a saved tool says what it breaks', async () => {
  await on(page).field('Slug').fill('with-little');
  await page.getByText('Nothing answers at “with-everything” any more').waitFor();
  await page.getByText('Nobody has called the tool').waitFor();
  await photograph(page, 'builder-slug');
  await on(page).field('Slug').fill('with-everything');
});

test('who calls a tool is not guessed when it cannot be found out', async () => {
  await page.route('**/dependents', (route) => route.fulfill({ status: 500, json: {} }));
  await on(page).field('Slug').fill('with-little');
  await page.getByText('Who calls it could not be found out.').waitFor();
  expect(await page.getByText('Nobody has called the tool').count()).toBe(0);
  await page.unroute('**/dependents');
  await on(page).field('Slug').fill('with-everything');
});

test('what only saving finds out stands at its field as well', async () => {
  const { field, button } = on(page);
  const refusal = {
    status: 400,
    name: 'ValidationError',
    message: 'is refused.',
    details: { errors: [{ path: ['model'], message: 'is refused.', name: 'ValidationError' }] },
  };
  await page.route('**/ai-tools/tools/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    return route.fulfill({ status: 400, json: { data: null, error: refusal } });
  });
  await field('Description').fill('Refused once.');
  await button('Save').click();
  await page.getByText('is refused.', { exact: true }).first().waitFor();
  expect(await fault(page, 'Model')).toBe('is refused.');
  await page.unroute('**/ai-tools/tools/*');
  await field('Description').fill('Saved then.');
  await page.getByText('is refused.', { exact: true }).first().waitFor({ state: 'detached' });
  await button('Save').click();
  await saved(page, 'With Less');
});

test('JSON that is wrong has the focus when it is what keeps the tool from being saved', async () => {
  const { button } = on(page);
  await page.locator('[data-json-field="functions[0].parameters"] [contenteditable]').fill('{ "type": ');
  await button('Save').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('[data-json-field]'));
});

test('a fault that no field shows stands at the top and leads to where it is put right', async () => {
  const { button } = on(page);
  const id = await store({ name: 'Tried', examples: [{ name: 'One', inputs: { content: 'x' } }] });
  await page.setViewportSize({ width: 1024, height: 900 });
  await open(page, `tools/${id}`);
  const inputs = page.getByRole('region', { name: 'Inputs' });
  await inputs.getByRole('tab', { name: 'JSON' }).click();
  const schema = {
    type: 'object',
    properties: { content: { type: 'integer' }, max_length: { type: 'integer', default: 100 } },
  };
  await inputs.locator('[contenteditable]').fill(JSON.stringify(schema));
  await button('Playground').click();
  await button('Save').click();
  const top = page.getByRole('alert').filter({ hasText: 'This keeps the tool from being saved' });
  await top.getByText(/^Examples: /).waitFor();
  await photograph(page, 'builder-elsewhere');
  await top.getByRole('button').first().click();
  await page.waitForFunction(() => document.activeElement?.closest('[data-view=playground]'));
  await page.setViewportSize({ width: 1440, height: 900 });
});

describe('when somebody else has changed the tool in the meantime', () => {
  let id: string;
  const change = (data: Record<string, unknown>) =>
    panel.site.strapi.documents(TOOL).update({ documentId: id, data });
  const dialog = () => page.getByRole('dialog');

  beforeAll(async () => {
    id = await store({ name: 'Shared' });
    await open(page, `tools/${id}`);
  });

  test('both versions are shown, and going back loses nothing', async () => {
    const { field, button } = on(page);
    await change({ description: 'Theirs', temperature: 0.1 });
    await field('Description').fill('Mine');
    await field('Top K').fill('7');
    await button('Save').click();
    await dialog().getByText('Theirs', { exact: true }).last().waitFor();
    const rows = await dialog().getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s+/).filter(Boolean).join(' '))).toEqual([
      'Description Both Mine Theirs',
      'Temperature Them (nothing) 0.1',
      'Top K You 7 (nothing)',
    ]);
    await photograph(page, 'builder-conflict');
    await dialog().getByRole('button', { name: 'Back to the form' }).click();
    expect(await field('Description').inputValue()).toBe('Mine');
    expect(await stored(id)).toMatchObject({ description: 'Theirs' });
  });

  test('mine is kept beside what only they have changed', async () => {
    const { button } = on(page);
    await button('Save').click();
    await dialog().getByRole('button', { name: 'Keep mine' }).click();
    await saved(page, 'Shared');
    expect(await stored(id)).toMatchObject({ description: 'Mine', temperature: 0.1, top_k: 7 });
    expect(await on(page).field('Temperature').inputValue()).toBe('0.1');
  });

  test('or theirs is taken', async () => {
    const { field, button } = on(page);
    await change({ description: 'Theirs again' });
    await field('Description').fill('Mine again');
    await button('Save').click();
    await dialog().getByRole('button', { name: 'Take theirs' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await field('Description').inputValue()).toBe('Theirs again');
    expect(await button('Save').isDisabled()).toBe(true);
  });
});

test('a template is where a new tool begins', async () => {
  const { field, button } = on(page);
  await open(page, 'tools/new?template=translator');
  expect(await field('Name').inputValue()).toBe('Translator');
  expect(await field('Prompt template').innerText()).toContain('{{language}}');
  await button('Save').click();
  await saved(page, 'Translator');
  expect(await storedTools()).toContainEqual(expect.objectContaining({ slug: 'translator' }));
});

test('a tool that is saved twice at once is saved once, and one that nobody touched is not sent', async () => {
  await open(page, 'tools/new?template=translator');
  await on(page).field('Name').fill('Saved Once');
  const before = (await storedTools()).length;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (['POST', 'PUT'].includes(request.method()) && /\/tools(\/[^/]+)?$/.test(request.url()))
      sent.push(request.url());
  });
  await page.evaluate(() => {
    const press = () =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }));
    press();
    press();
  });
  await saved(page, 'Saved Once');
  await on(page).heading('Saved Once');
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  expect(await storedTools()).toHaveLength(before + 1);
  expect(sent.filter((url) => !url.endsWith('/check'))).toHaveLength(1);
});

describe('who may not change a tool', () => {
  const expectReadOnly = async (target: Page): Promise<void> => {
    const { field, button } = on(target);
    for (const label of ['Name', 'Slug', 'Temperature', 'Model']) {
      expect([label, await field(label).isDisabled()]).toEqual([label, true]);
    }
    expect(await field('Prompt template').getAttribute('aria-readonly')).toBe('true');
    expect(await button('Save').count()).toBe(0);
    expect(await button('Add fallback').count()).toBe(0);
    expect(await findBarriers(target)).toEqual([]);
  };

  test('because it comes from code sees where it does', async () => {
    await open(page, 'tools/code:from-code');
    await on(page).heading('From Code');
    await page.getByText('This tool comes from the site’s code').waitFor();
    await expectReadOnly(page);
    await photograph(page, 'builder-code');
  });

  test('because of their rights is told so, and cannot make one', async () => {
    const id = await store({ name: 'Only Read' });
    const reader = await panel.logIn({ permissions: ['readTools'] });
    await open(reader, `tools/${id}`);
    await reader.getByText('You may look at this tool, not change it').waitFor();
    await expectReadOnly(reader);
    await openPage(reader, 'tools/new');
    await reader.getByText("You don't have the permissions").waitFor();
  });

  test('because it is gone is told so', async () => {
    await openPage(page, 'tools/no-such-tool');
    await page.getByText('There is no such tool any more.').waitFor();
  });
});

test('it can be read in German', async () => {
  const german = await panel.logIn({ language: 'de' });
  await open(german, 'tools/new?template=translator');
  await german.getByText('Anbieter und Modell').waitFor();
  await photograph(german, 'builder-german');
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
