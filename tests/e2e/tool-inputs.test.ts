import type { Locator, Page } from 'playwright-core';
import { toolDocuments } from '../support/documents';
import { summarizer } from '../support/execute';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

/** With much that no row shows, and both ways to say that an input is required. */
const SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    content: { minLength: 1, type: 'string', description: 'The text to summarize' },
    max_length: { type: 'integer', minimum: 1, default: 100, required: true },
    style: { type: 'string', enum: ['formal', 'casual', 'creative'], default: 'formal' },
    source: { anyOf: [{ type: 'string', format: 'uri' }, { $ref: '#/$defs/place' }] },
    tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, maxItems: 5 },
  },
  required: ['content'],
  $defs: { place: { type: 'object', properties: { page: { type: 'integer' } } } },
};

let panel: Panel;
let page: Page;
let id: string;

beforeAll(async () => {
  panel = await startPanel();
  page = await panel.logIn();
  // a page with unsaved changes asks before it is left
  page.on('dialog', (dialog) => void dialog.accept());
});
afterAll(() => panel?.stop());

const region = () => page.getByRole('region', { name: 'Inputs' });
const button = (name: string | RegExp) => region().getByRole('button', { name, exact: true });
const row = (name: string) =>
  region()
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Move ${name}`, exact: true }) });
const line = (name: string) => row(name).locator('button[aria-expanded]');
const field = (name: string, label: string) => row(name).getByLabel(new RegExp(`^${label}\\*?$`));
const names = (): Promise<string[]> =>
  region()
    .getByRole('button', { name: /^Move (?!up|down)/ })
    .evaluateAll((handles) => handles.map((handle) => (handle.textContent ?? '').replace(/^Move /, '')));
const tab = (name: string) => region().getByRole('tab', { name }).click();
const editor = () => region().getByRole('textbox', { name: 'JSON schema' });
const save = async (): Promise<void> => {
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await answered).status()).toBe(200);
};
const clickSave = () => page.getByRole('button', { name: 'Save', exact: true }).click();
/** Until a field has the focus. */
const waitForFocus = async (input: Locator): Promise<void> => {
  const element = await input.elementHandle();
  await page.waitForFunction((wanted) => wanted === document.activeElement, element);
};
const stored = async () => {
  const tool = await toolDocuments(panel.site).findOne({ documentId: id });
  return Object(tool).input_schema;
};
/** Text, because the order counts. */
const text = (value: unknown): string => JSON.stringify(value);

const openTool = async (input_schema: Record<string, unknown> = SCHEMA): Promise<void> => {
  const prompt_template = 'Summarize this.';
  const tool = await toolDocuments(panel.site).create({
    data: summarizer({ input_schema, prompt_template }),
  });
  id = tool.documentId;
  await openPage(page, `tools/${id}`);
  await region().waitFor();
};

const dragOnto = async (handle: Locator, target: Locator): Promise<void> => {
  await handle.scrollIntoViewIfNeeded();
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error('There is nothing to drag.');
  const x = from.x + from.width / 2;
  await page.mouse.move(x, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, from.y + from.height, { steps: 3 });
  await page.mouse.move(x, to.y + to.height * 0.75, { steps: 5 });
};

const typeJson = async (json: string): Promise<void> => {
  await editor().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(json);
};

describe('rows', () => {
  beforeAll(() => openTool());

  test('show each input by its name, type and description, and open to their form', async () => {
    expect(await names()).toEqual(['content', 'max_length', 'style', 'source', 'tags']);
    expect(await line('content').innerText()).toMatch(/content\s+Text\s+REQUIRED\s+The text to summarize/i);
    expect(await line('max_length').innerText()).toMatch(/Whole number\s+REQUIRED\s+Default: 100/i);
    expect(await line('style').innerText()).toMatch(/formal, casual, creative · Default: formal/);
    expect(await line('source').innerText()).toMatch(/Edited in JSON/);
    expect(await findBarriers(page)).toEqual([]);
    await line('max_length').click();
    expect(await field('max_length', 'Default').inputValue()).toBe('100');
    await line('style').click();
    expect(await field('style', 'Allowed values').inputValue()).toBe('formal\ncasual\ncreative');
    await row('max_length').getByText('Also set, and edited in JSON: minimum').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'tool-inputs');
    await line('max_length').click();
    await line('style').click();
  });

  test('are added and filled in by clicks', async () => {
    await button('Add an input').click();
    // its name is only a proposal, and selected
    await page.keyboard.type('words');
    await field('words', 'Type').click();
    await page.getByRole('option', { name: 'Whole number (integer)' }).click();
    await field('words', 'Description').fill('How many words');
    await field('words', 'Allowed values').fill('50\n100');
    await field('words', 'Default').click();
    await page.getByRole('option', { name: '50', exact: true }).click();
    await row('words').getByRole('checkbox', { name: 'Required' }).click();
    await save();
    const { properties, required, ...rest } = SCHEMA;
    const words = { type: 'integer', description: 'How many words', enum: [50, 100], default: 50 };
    expect(text(await stored())).toBe(
      text({
        $schema: rest.$schema,
        type: 'object',
        properties: { ...properties, words },
        required: [...required, 'words'],
        $defs: rest.$defs,
      }),
    );
  });

  test('keep all that they do not show when they are changed', async () => {
    await line('content').click();
    await field('content', 'Description').fill('A text');
    await line('max_length').click();
    await row('max_length').getByRole('checkbox', { name: 'Required' }).click();
    await line('source').click();
    await field('source', 'Name').fill('origin');
    await save();
    const { properties } = await stored();
    expect(text(properties)).toContain(
      text({ content: { minLength: 1, type: 'string', description: 'A text' } }).slice(1, -1),
    );
    expect(text(properties.max_length)).toBe(
      text({ type: 'integer', minimum: 1, default: 100, required: false }),
    );
    expect(Object.keys(properties)).toEqual(['content', 'max_length', 'style', 'origin', 'tags', 'words']);
    expect(properties.origin).toEqual(SCHEMA.properties.source);
    expect(properties.tags).toEqual(SCHEMA.properties.tags);
  });

  test('keep a name that cannot be, until it can', async () => {
    const name = field('content', 'Name');
    await name.fill('style');
    await row('content').getByText('Another input has this name.').waitFor();
    await name.fill('');
    await row('content').getByText('An input needs a name.').waitFor();
    await name.fill('two words');
    await row('content').getByText('Begin with a letter').waitFor();
    await photograph(page, 'tool-inputs-name');
    // closed and opened again it is still there
    await line('content').click();
    await line('content').click();
    expect(await name.inputValue()).toBe('two words');
    expect(await names()).toContain('content');
    await name.fill('body');
    expect(await field('body', 'Name').inputValue()).toBe('body');
    await field('body', 'Name').fill('content');
  });

  test('say what another type cannot hold, and bring it back', async () => {
    await line('style').click();
    await field('style', 'Type').click();
    await page.getByRole('option', { name: 'Number (number)' }).click();
    await row('style').getByText('"formal", "formal", "casual", "creative"').waitFor();
    await row('style').getByRole('button', { name: 'Undo' }).click();
    expect(await field('style', 'Allowed values').inputValue()).toBe('formal\ncasual\ncreative');
    await line('style').click();
  });

  test('come back when they were removed by mistake', async () => {
    await button('Remove max_length').click();
    expect(await names()).not.toContain('max_length');
    await region().getByText('“max_length” was removed.').waitFor();
    await photograph(page, 'tool-inputs-removed');
    await button('Undo').click();
    expect((await names()).slice(0, 3)).toEqual(['content', 'max_length', 'style']);
  });
});

describe('the order', () => {
  beforeAll(() => openTool());

  test('is changed by dragging', async () => {
    await dragOnto(button('Move content'), line('style'));
    await page.screenshot({ path: 'tests/e2e/screenshots/tool-inputs-dragging.png' });
    await page.mouse.up();
    expect(await names()).toEqual(['max_length', 'style', 'content', 'source', 'tags']);
    await dragOnto(button('Move tags'), line('max_length'));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await names()).toEqual(['max_length', 'style', 'content', 'source', 'tags']);
  });

  test('is changed by keyboard, which is told aloud', async () => {
    await button('Move tags').focus();
    await page.keyboard.press('Space');
    await region().getByText('tags lifted, place 5 of 5.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await region().getByText('tags is now at place 4 of 5.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await region().getByText('tags is now at place 3 of 5.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await region().getByText('tags dropped at place 3 of 5.').waitFor({ state: 'attached' });
    expect(await names()).toEqual(['max_length', 'style', 'tags', 'content', 'source']);
    expect(await button('Move tags').evaluate((handle) => handle === document.activeElement)).toBe(true);

    await page.keyboard.press('Enter');
    await region().getByText('tags lifted, place 3 of 5.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await region().getByText('tags is now at place 4 of 5.').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await region().getByText('tags is back at place 3 of 5.').waitFor({ state: 'attached' });
    expect(await names()).toEqual(['max_length', 'style', 'tags', 'content', 'source']);
  });

  test('is changed by buttons, and is saved', async () => {
    await line('source').click();
    await row('source').getByRole('button', { name: 'Move up' }).click();
    await save();
    const order = ['max_length', 'style', 'tags', 'source', 'content'];
    const { properties, ...rest } = await stored();
    expect(Object.keys(properties)).toEqual(order);
    expect({ properties, ...rest }).toEqual(SCHEMA);
    await page.reload();
    await region().waitFor();
    expect(await names()).toEqual(order);
  });
});

describe('the JSON', () => {
  beforeAll(() => openTool());

  test('says what the rows say, and the rows what it says', async () => {
    await line('max_length').click();
    await field('max_length', 'Default').fill('250');
    await tab('JSON');
    await editor().getByText('250').waitFor();
    await typeJson('{ "type": "object", "properties": { "first": { "type": "boolean", "default": true } } }');
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'tool-inputs-json');
    await tab('Rows');
    expect(await names()).toEqual(['first']);
    await line('first').click();
    expect(await field('first', 'Default').innerText()).toBe('true');
    await field('first', 'Description').fill('From a row');
    await tab('JSON');
    await editor().getByText('"From a row"').waitFor();
  });

  test('that is wrong is kept as typed, and the rows wait', async () => {
    await typeJson('{ "type": "object", "properties": { "first": ');
    await region().getByText('This is not JSON yet').waitFor();
    await tab('Rows');
    await region().getByText('The JSON cannot be read.').waitFor();
    expect(await names()).toEqual(['first']);
    expect(await field('first', 'Name').isDisabled()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'tool-inputs-json-wrong');
    await tab('JSON');
    expect(await editor().innerText()).toBe('{ "type": "object", "properties": { "first": ');
    await editor().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('{ "type": "string" } } }');
    await tab('Rows');
    await line('first').getByText('Text').waitFor();
    expect(await field('first', 'Name').isDisabled()).toBe(false);
  });

  test('can be left by keyboard', async () => {
    await tab('JSON');
    await editor().click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editor().evaluate((element) => element.contains(document.activeElement))).toBe(false);
    await tab('Rows');
  });

  test('stands beside the rows where there is room', async () => {
    await page.setViewportSize({ width: 1920, height: 1000 });
    await editor().waitFor();
    expect(await region().getByRole('tab').count()).toBe(0);
    expect(await line('first').isVisible()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.screenshot({ path: 'tests/e2e/screenshots/tool-inputs-light-1920.png' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

test('a fault that the server finds is told at its row and field', async () => {
  await openTool();
  await line('max_length').click();
  await field('max_length', 'Default').fill('0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row('max_length').getByText('breaks its own definition').waitFor();
  const fault = field('max_length', 'Default');
  expect(await fault.getAttribute('aria-invalid')).toBe('true');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  expect(await fault.evaluate((input) => input === document.activeElement)).toBe(true);
  await photograph(page, 'tool-inputs-fault');

  // a row that is closed says it as well, and opens
  await line('max_length').click();
  await row('max_length').getByText('breaks its own definition').first().waitFor();
  await clickSave();
  await waitForFocus(fault);
  expect(await line('max_length').getAttribute('aria-expanded')).toBe('true');
});

describe('what cannot be kept', () => {
  let puts = 0;
  beforeAll(async () => {
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts += 1;
    });
    await openTool();
  });
  beforeEach(() => {
    puts = 0;
  });

  test('is told at its row, and the row opens for whoever would save without it', async () => {
    await line('content').click();
    await field('content', 'Name').fill('style');
    await line('max_length').click();
    await field('max_length', 'Default').fill('many');
    await line('content').click();
    await line('max_length').click();
    await row('content').getByText('Another input has this name.', { exact: false }).first().waitFor();
    await row('max_length').getByText('Default: This is no whole number', { exact: false }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'tool-inputs-unkept');

    await clickSave();
    await waitForFocus(field('content', 'Name'));
    expect(await field('content', 'Name').inputValue()).toBe('style');
    await field('content', 'Name').fill('body');
    await row('body').waitFor();
    await clickSave();
    await waitForFocus(field('max_length', 'Default'));
    expect(await field('max_length', 'Default').inputValue()).toBe('many');
    expect(puts).toBe(0);
    expect(await stored()).toEqual(SCHEMA);

    await field('max_length', 'Default').fill('50');
    await save();
    expect(Object.keys((await stored()).properties)[0]).toBe('body');
    expect((await stored()).properties.max_length.default).toBe(50);
  });

  test('counts as a change, and is gone with its row', async () => {
    const saveButton = page.getByRole('button', { name: 'Save', exact: true });
    expect(await saveButton.isDisabled()).toBe(true);
    await field('max_length', 'Default').fill('many');
    expect(await saveButton.isDisabled()).toBe(false);
    await button('Remove max_length').click();
    await save();
    expect(Object.keys((await stored()).properties)).not.toContain('max_length');
  });

  test('is kept as soon as it can be', async () => {
    await button('Add an input').click();
    await field('input', 'Type').click();
    await page.getByRole('option', { name: 'Number (number)' }).click();
    await field('input', 'Default').fill('many');
    await row('input').getByText('This is no number', { exact: false }).first().waitFor();
    await field('input', 'Type').click();
    await page.getByRole('option', { name: 'Text (string)' }).click();
    await row('input').getByText('This is no number', { exact: false }).waitFor({ state: 'detached' });
    await save();
    expect((await stored()).properties.input).toEqual({ type: 'string', default: 'many' });
  });

  test('is JSON that cannot be read, too, and its editor has the focus', async () => {
    const before = await stored();
    puts = 0;
    await tab('JSON');
    await typeJson('{ "type": "object", ');
    await tab('Rows');
    await clickSave();
    await waitForFocus(editor());
    expect(await editor().innerText()).toBe('{ "type": "object", ');
    expect(puts).toBe(0);
    expect(await stored()).toEqual(before);
    await photograph(page, 'tool-inputs-unkept-json');
    await typeJson('{ "type": "object", "properties": {} }');
    await save();
    expect((await stored()).properties).toEqual({});
  });
});

/** How long after a key what it did is on the screen, in milliseconds. */
const timeTyping = async (input: Locator, typed: string): Promise<string> => {
  await input.focus();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { typingTimes: times });
    const onKey = (event: KeyboardEvent): void => {
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - event.timeStamp)));
    };
    document.addEventListener('keydown', onKey, true);
    Object.assign(window, { stopTiming: () => document.removeEventListener('keydown', onKey, true) });
  });
  await page.keyboard.type(typed, { delay: 100 });
  const times: number[] = await page.evaluate(() => {
    Reflect.get(window, 'stopTiming')();
    return Reflect.get(window, 'typingTimes');
  });
  times.sort((one, other) => one - other);
  const at = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? NaN);
  return `half of the keys within ${at(0.5)} ms, 19 of 20 within ${at(0.95)}, all within ${at(1)}`;
};

test('a schema of 60 inputs is edited as easily', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `input_${index + 1}`,
      { type: 'string', description: `What number ${index + 1} is for`, minLength: 1 },
    ]),
  );
  await openTool({ type: 'object', properties, required: ['input_1'] });
  await photograph(page, 'tool-inputs-60');
  await line('input_30').click();
  const typed = 'What somebody types at the speed of a fast typist.';
  const told: string[] = [];
  for (const place of ['Description', 'Default']) {
    await field('input_30', place).fill('');
    told.push(`${place} of an input: ${await timeTyping(field('input_30', place), typed)}`);
    expect(await field('input_30', place).inputValue()).toBe(typed);
  }
  const ofTool = page.getByRole('region', { name: 'Basics' }).getByLabel(/^Description/);
  await ofTool.fill('');
  told.push(`Description of the tool: ${await timeTyping(ofTool, typed)}`);
  const prompt = page.getByRole('region', { name: 'Prompt' }).getByRole('textbox').first();
  await prompt.fill('');
  told.push(`Prompt: ${await timeTyping(prompt, typed)}`);
  expect(await prompt.innerText()).toBe(typed);
  await page.setViewportSize({ width: 1920, height: 1000 });
  await field('input_30', 'Description').fill('');
  told.push(`With the JSON beside: ${await timeTyping(field('input_30', 'Description'), typed)}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  // for who wants to know: `npx jest tests/e2e/tool-inputs --selectProjects e2e --silent=false`
  process.stdout.write(`Typing with 60 inputs:\n${told.join('\n')}\n`);

  await dragOnto(button('Move input_60'), line('input_58'));
  await page.mouse.up();
  expect((await names()).slice(-3)).toEqual(['input_58', 'input_60', 'input_59']);
  await save();
  expect((await stored()).properties.input_30).toEqual({
    type: 'string',
    description: typed,
    minLength: 1,
    default: typed,
  });
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
