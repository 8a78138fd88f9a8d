import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { EXECUTE, createUser } from '../support/callers';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider, SeenRequest } from '../support/fake-provider';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const TOOL = 'plugin::ai-tools.tool';
const KEY = 'sk-of-a-server-0123456789WXYZ';
const FIRST_PART = 'Ships in harbours';
const SECOND_PART = ', seen by the hour.';

let panel: Panel;
let page: Page;
let server: FakeProvider;
/** lets the streamed answer go on after its first part */
let goOn: () => void = () => {};

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

const stream = (response: ServerResponse): void => {
  const send = (more: object) => {
    const chunk = { id: 'c-1', object: 'chat.completion.chunk', created: 1, model: 'small-model', ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const say = (content: string) => send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  say(FIRST_PART);
  goOn = () => {
    say(SECOND_PART);
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    send({ choices: [], usage });
    response.end('data: [DONE]\n\n');
  };
};

const promptOf = ({ body }: SeenRequest): string => Object(body).messages?.at(-1)?.content ?? '';

/** Speaks OpenAI's format and knows one key and one model; what is not streamed is answered with its own prompt. */
const serve = (request: SeenRequest, response: ServerResponse): void => {
  const json = (status: number, content: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  if (request.headers.authorization !== `Bearer ${KEY}`) {
    json(401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } });
  } else if (request.path.endsWith('/models')) {
    json(200, { object: 'list', data: [{ id: 'small-model' }] });
  } else if (Object(request.body).stream) {
    stream(response);
  } else {
    const message = { role: 'assistant', content: `Asked: ${promptOf(request)}` };
    json(200, {
      id: 'c-2',
      object: 'chat.completion',
      created: 1,
      model: 'small-model',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    });
  }
};

beforeAll(async () => {
  server = await startFakeProvider();
  server.answer(serve);
  panel = await startPanel();
  page = await panel.logIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(async () => {
  await panel?.stop();
  await server?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
// an input that is needed has an asterisk in its label
const field = (label: string) => page.getByLabel(new RegExp(`^${label}\\*?$`));
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const told = (message: string | RegExp) => page.getByText(message).first().waitFor();
const option = (name: string | RegExp) => page.getByRole('option', { name }).click();
const menu = (name: string) => page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link', { name });
const testResult = (title: string) => page.getByRole('status').filter({ hasText: title }).first();
const inputs = () => page.getByRole('region', { name: 'Inputs' });
const inputRow = (name: string) =>
  inputs()
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Move ${name}`, exact: true }) });
const inputField = (name: string, label: string) => inputRow(name).getByLabel(new RegExp(`^${label}\\*?$`));
const playground = () => page.getByRole('region', { name: 'Playground' });
const useIt = () => page.getByRole('region', { name: 'Use it' });
const tools = () => panel.site.strapi.documents(TOOL).findMany({});
const OWN_FIELDS = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt'];
/** Without what every copy of a tool has of its own. */
const contentOf = (tool: Record<string, unknown> | undefined) =>
  Object.fromEntries(Object.entries(tool ?? {}).filter(([field]) => !OWN_FIELDS.includes(field)));
const save = async (name: string): Promise<void> => {
  await button('Save').click();
  await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
  await told(`“${name}” is saved.`);
};
const look = async (name: string): Promise<void> => {
  // the host's buttons are paler under the pointer
  await page.mouse.move(0, 0);
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, `story-${name}`);
};
const choose = async (name: string, action: string): Promise<void> => {
  await button(`What to do with ${name}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const call = async (curl: string, username: string, password: string) => {
  const command = curl.replace('USERNAME', username).replace('PASSWORD', password);
  const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent`]);
  return JSON.parse(stdout);
};

describe('a provider', () => {
  test('is chosen from the steps that an empty site shows', async () => {
    await link('AI Tools').click();
    await heading('Tools');
    await look('empty');
    await link('Choose a provider').click();
    await heading('Settings');
    await link('Add provider').click();
    await heading('Add a provider');
  });

  test('with a wrong key is red, and says what to do next', async () => {
    await field('Kind').click();
    await option('OpenAI-compatible server');
    await field('Id').fill('our-server');
    await field('Endpoint').fill(server.url);
    await field('Model').fill('small-model');
    await field('API key').fill('sk-mistyped');
    await button('Test Connection').click();
    const result = testResult('It does not work yet.');
    await result.waitFor();
    expect(await result.innerText()).toMatch(/key/i);
    await look('provider-red');
  });

  test('with the right key is green, with the model and the time, and is saved', async () => {
    await field('API key').fill(KEY);
    await button('Test Connection').click();
    const result = testResult('It works.');
    await result.waitFor();
    expect(await result.innerText()).toMatch(/small-model.*\d\s?m?s/s);
    await look('provider-green');
    await button('Save').click();
    await page
      .getByRole('article', { name: 'OpenAI-compatible server' })
      .getByText('Ready', { exact: true })
      .waitFor();
    await look('settings');
  });
});

describe('a tool', () => {
  test('is built by clicks and typing from nothing', async () => {
    await menu('Add New').click();
    await page.getByRole('link', { name: /^Start from nothing/ }).click();
    await heading('Add a tool');
    await field('Name').fill('Title Writer');
    await field('Description').fill('Writes a title for a text.');
    await field('Provider').click();
    await option(/^OpenAI-compatible server/);

    await inputs().getByRole('button', { name: 'Add an input', exact: true }).click();
    // its name is only a proposal, and selected
    await page.keyboard.type('content');
    await inputField('content', 'Description').fill('The text');
    await inputRow('content').getByRole('checkbox', { name: 'Required' }).click();
    await inputs().getByRole('button', { name: 'Add an input', exact: true }).click();
    await page.keyboard.type('words');
    await inputField('words', 'Type').click();
    await option('Whole number (integer)');
    await inputField('words', 'Default').fill('8');

    await page.getByRole('textbox', { name: /^Prompt template/ }).click();
    await page.keyboard.type('A title of ');
    const chips = page.getByRole('group', { name: 'Insert an input into: Prompt template' });
    await chips.getByRole('button', { name: '{{words}}' }).click();
    await page.keyboard.type(' words for: ');
    await chips.getByRole('button', { name: '{{content}}' }).click();
    await look('built');
  });

  test('is run before it is saved, and its answer is seen while it comes', async () => {
    await playground()
      .getByLabel(/^content\*?$/)
      .fill('A report on ships');
    await playground().getByRole('button', { name: 'Run', exact: true }).click();
    await playground().getByText(FIRST_PART, { exact: true }).waitFor();
    await look('streaming');
    goOn();
    await playground().getByText(`${FIRST_PART}${SECOND_PART}`, { exact: true }).waitFor();
    await playground().getByText('Complete', { exact: true }).waitFor();
    expect(server.requests.map(promptOf).at(-1)).toBe('A title of 8 words for: A report on ships');
    expect(await tools()).toEqual([]);
    await look('answered');
  });

  test('is saved', async () => {
    await save('Title Writer');
    await heading('Title Writer');
    expect(await tools()).toMatchObject([
      {
        slug: 'title-writer',
        provider: 'our-server',
        prompt_template: 'A title of {{words}} words for: {{content}}',
      },
    ]);
    await look('saved');
  });

  test('answers to the copied curl, for a user who may call tools', async () => {
    await button('Use it').click();
    await look('use-it');
    await useIt().getByRole('button', { name: 'Copy: curl' }).click();
    await told('Copied');
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    const { username, password } = await createUser(panel.site, 'caller', [EXECUTE]);
    const answer = await call(curl, username, password);
    expect(answer.choices[0].message.content).toMatch(/^Asked: A title of 8 words for: /);
    const stranger = await createUser(panel.site, 'stranger', []);
    expect((await call(curl, stranger.username, stranger.password)).error.status).toBe(403);
  });

  test('is edited, and answers as it is now', async () => {
    await menu('Tools').click();
    await link('Title Writer').click();
    await heading('Title Writer');
    await field('Description').fill('Writes a good title.');
    await inputs()
      .getByRole('button', { name: /^words/ })
      .click();
    await inputField('words', 'Default').fill('5');
    await save('Title Writer');
    expect(await tools()).toMatchObject([{ description: 'Writes a good title.' }]);
    const execute = panel.site.strapi.plugin('ai-tools').service('execute');
    const { choices } = await execute.executeTool('title-writer', { content: 'Ships' });
    expect(choices[0].message.content).toBe('Asked: A title of 5 words for: Ships');
  });
});

describe('in the list', () => {
  let file: string;
  let original: Record<string, unknown>;

  test('it stands with its runs, and is duplicated', async () => {
    await panel.site.strapi.plugin('ai-tools').service('logs').flush();
    original = contentOf((await tools())[0]);
    await menu('Tools').click();
    await heading('Tools');
    const row = page.getByRole('row').filter({ has: link('Title Writer') });
    // the curl, the one that was refused, and the code; the playground is no use of it
    expect((await row.getByRole('gridcell').allInnerTexts())[3]).toBe('3');
    await choose('Title Writer', 'Duplicate');
    await told(/^The copy is called/);
    const copies = (await tools()).filter(({ slug }) => slug !== 'title-writer');
    expect(copies).toMatchObject([
      { enabled: false, prompt_template: 'A title of {{words}} words for: {{content}}' },
    ]);
    await link(String(copies[0]?.name)).waitFor();
    await look('list');
  });

  test('it is exported', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), choose('Title Writer', 'Export')]);
    file = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(file).tools).toMatchObject([{ slug: 'title-writer' }]);
    expect(file).not.toContain(KEY);
  });

  test('it is deleted, after it was told who used it, and answers no more', async () => {
    await choose('Title Writer', 'Delete');
    await page.getByRole('dialog').getByRole('row').filter({ hasText: 'User caller' }).waitFor();
    await look('delete');
    await button('Delete Title Writer').click();
    await told('Title Writer is deleted');
    await link('Title Writer').waitFor({ state: 'detached' });
    const execute = panel.site.strapi.plugin('ai-tools').service('execute');
    expect(await execute.executeTool('title-writer', { content: 'Ships' })).toMatchObject({
      error: { code: 'tool_not_found' },
    });
  });

  test('it comes back from its file as it was, and answers again', async () => {
    await button('Import').click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'tools.json', mimeType: 'application/json', buffer: Buffer.from(file) });
    await page.getByRole('dialog').getByText('1 tool in the file. 1 is new.').waitFor();
    await look('import');
    await button('Import 1 tool').click();
    await told('1 tool is imported');
    await link('Title Writer').waitFor();
    const back = (await tools()).find(({ slug }) => slug === 'title-writer');
    expect(contentOf(back)).toEqual(original);
    const execute = panel.site.strapi.plugin('ai-tools').service('execute');
    const { choices } = await execute.executeTool('title-writer', { content: 'Ships' });
    expect(choices[0].message.content).toBe('Asked: A title of 5 words for: Ships');
  });

  test('its row opens it again, as it was built', async () => {
    await link('Title Writer').click();
    await heading('Title Writer');
    expect(await field('Description').inputValue()).toBe('Writes a good title.');
    await inputs().getByText('The text', { exact: true }).waitFor();
    await openPage(page, 'settings');
    await page.getByRole('article', { name: 'OpenAI-compatible server' }).waitFor();
    // the way has been gone: nothing leads along it any more
    expect(await page.getByRole('region', { name: /^(Four|Three) steps/ }).count()).toBe(0);
  });
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
