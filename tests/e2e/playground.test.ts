import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { EXECUTE, createUser } from '../support/callers';
import type { TestUser } from '../support/callers';
import { toolDocuments } from '../support/documents';
import { summarizer } from '../support/execute';
import { readFixture, startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const KEY = 'sk-of-a-server-0123456789WXYZ';
const TOOL = 'plugin::ai-tools.tool';

const INPUT_SCHEMA = {
  type: 'object',
  properties: {
    content: { type: 'string', description: 'The text to summarize', required: true },
    max_length: { type: 'integer', default: 100, minimum: 10, description: 'Words, at most' },
    tone: { type: 'string', enum: ['friendly', 'formal'], default: 'friendly' },
    emojis: { type: 'boolean', default: false },
    published: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

let panel: Panel;
let page: Page;
let server: FakeProvider;
let toolId: string;

/** The streams that the provider has been asked for, and not yet been told how they go on. */
const waiting: Stream[] = [];
const takers: ((stream: Stream) => void)[] = [];

type Stream = ReturnType<typeof openStream>;

/** An answer in OpenAI's format, of which the test says each part when it is time. */
const openStream = (model: string, response: ServerResponse) => {
  const send = (more: object) => {
    const chunk = { id: 'c-1', object: 'chat.completion.chunk', created: 1, model, choices: [], ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const hungUp = new Promise<void>((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve();
    });
  });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return {
    model,
    hungUp,
    say: (content: string) => send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
    end: () => {
      send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
      send({ usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } });
      response.end('data: [DONE]\n\n');
    },
  };
};

const nextStream = (): Promise<Stream> => {
  const stream = waiting.shift();
  return stream ? Promise.resolve(stream) : new Promise((resolve) => takers.push(resolve));
};

/** Whatever is asked is answered at once, in one piece. */
const answerAtOnce = (content: string) =>
  server.answer(({ body }, response) => {
    const stream = openStream(String(Object(body).model), response);
    stream.say(content);
    stream.end();
  });

const answerWhenTold = () =>
  server.answer(({ body }, response) => {
    const stream = openStream(String(Object(body).model), response);
    const taker = takers.shift();
    if (taker) taker(stream);
    else waiting.push(stream);
  });

beforeAll(async () => {
  server = await startFakeProvider();
  panel = await startPanel({
    plugin: {
      providers: {
        local: {
          kind: 'openai-compatible',
          label: 'Our server',
          endpoint: `${server.url}/v1`,
          api_key: KEY,
          model: 'cheap',
          system_instruction: 'Be brief.',
        },
      },
      prices: { 'local/cheap': { input: 1000, output: 1000 }, 'local/dear': { input: 5000, output: 5000 } },
    },
  });
  const { documentId } = await toolDocuments(panel.site).create({
    data: {
      ...summarizer({ provider: 'local', max_tokens: 100, input_schema: INPUT_SCHEMA }),
      prompt_template: 'Summarise in {{max_length}} words: {{content}}',
    },
  });
  toolId = documentId;
  page = await panel.logIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(async () => {
  await panel?.stop();
  await server?.stop();
});
beforeEach(() => {
  server.requests.length = 0;
});

const playground = (target = page) => target.getByRole('region', { name: /^(Playground|Ausprobieren)$/ });
const button = (name: string) => playground().getByRole('button', { name, exact: true });
const input = (name: string) => playground().getByLabel(new RegExp(`^${name}\\*?$`));
const result = (name = 'Result') => playground().getByRole('region', { name, exact: true });
const figure = (label: string, name?: string) =>
  result(name)
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .last();
const open = async (target = page): Promise<void> => {
  await openPage(target, `tools/${toolId}`);
  await target.getByRole('heading', { level: 1, name: 'Content Summarizer' }).waitFor();
  // where the page is narrow, this is what it then shows
  await target.getByRole('button', { name: /^(Playground|Ausprobieren)$/ }).click();
};
const save = async (): Promise<void> => {
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await answered).status()).toBe(200);
};
const storedTool = () => panel.site.strapi.db.query(TOOL).findOne({ where: { documentId: toolId } });

test('a draft is run unsaved, and its answer is seen while it is written', async () => {
  answerWhenTold();
  await open();
  expect(await input('content').inputValue()).toBe('The text to summarize');
  await page.getByLabel('Max tokens', { exact: true }).fill('77');
  await input('content').fill('A long text');
  await photograph(page, 'playground');
  await button('Run').click();

  const stream = await nextStream();
  stream.say('The first part');
  await result().getByText('The first part', { exact: true }).waitFor();
  await result().getByRole('status').getByText('running').waitFor({ state: 'attached' });
  stream.say(', and the second.');
  await result().getByText('The first part, and the second.', { exact: true }).waitFor();
  await photograph(page, 'playground-streaming');
  stream.end();

  await figure('Tokens in').getByText('10', { exact: true }).waitFor();
  await figure('Tokens out').getByText('2', { exact: true }).waitFor();
  await figure('Cost').getByText('$0.012', { exact: true }).waitFor();
  await figure('Ended').getByText('Complete', { exact: true }).waitFor();
  expect(await button('Stop').count()).toBe(0);
  expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: 77 });
  expect(await storedTool()).toMatchObject({ max_tokens: 100 });
  expect(await findBarriers(page)).toEqual([]);
});

test('the prompt is shown to the letter', async () => {
  await result().getByRole('tab', { name: 'Prompt' }).click();
  await result().getByText('Summarise in 100 words: A long text', { exact: true }).waitFor();
  await result().getByText('Be brief.', { exact: true }).waitFor();
  await result().getByRole('button', { name: 'Copy: Prompt' }).click();
  await page.getByText('Copied', { exact: true }).first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Summarise in 100 words: A long text',
  );
  await photograph(page, 'playground-prompt');
});

test('what went over the line is shown, without the key', async () => {
  await result().getByRole('tab', { name: 'Requests and responses' }).click();
  const request = result().getByRole('group', { name: 'Request', exact: true });
  const response = result().getByRole('group', { name: 'Response', exact: true });
  expect(await request.innerText()).toContain(`POST ${server.url}/v1/chat/completions`);
  expect(await request.innerText()).toContain('"content": "Summarise in 100 words: A long text"');
  expect(await response.innerText()).toContain('HTTP 200');
  expect((await page.content()).includes(KEY)).toBe(false);
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'playground-raw');
});

test('stopping hangs up at the provider, and keeps what had come', async () => {
  answerWhenTold();
  await input('content').press('Control+Enter');
  const stream = await nextStream();
  await result().getByRole('tab', { name: 'Answer' }).click();
  stream.say('Only the beginning');
  await result().getByText('Only the beginning', { exact: true }).waitFor();
  await input('content').press('Control+Enter');
  expect(server.requests).toHaveLength(1);
  expect(await button('Run').getAttribute('aria-disabled')).toBe('true');
  await button('Stop').click();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H3');
  await stream.hungUp;
  await result().getByText('You stopped this run.', { exact: false }).waitFor();
  await result().getByText('Only the beginning', { exact: true }).waitFor();
  await photograph(page, 'playground-stopped');
});

test('a session that has expired is renewed on the way, as everywhere in the panel', async () => {
  answerAtOnce('After a new token.');
  const tokens: (string | undefined)[] = [];
  await page.route('**/ai-tools/playground/run', async (route) => {
    tokens.push(route.request().headers().authorization);
    if (tokens.length > 1) await route.continue();
    else await route.fulfill({ status: 401, json: { data: null, error: { status: 401 } } });
  });
  const renewed = page.waitForResponse((response) => response.url().endsWith('/admin/access-token'));
  await button('Run').click();
  expect((await renewed).status()).toBe(200);
  await result().getByText('After a new token.', { exact: true }).waitFor();
  expect(new Set(tokens).size).toBe(2);
  await page.unroute('**/ai-tools/playground/run');
});

test('two models run beside each other, and each can be stopped alone', async () => {
  answerWhenTold();
  await button('Compare with another model').click();
  await input('Compare with model').fill('dear');
  await button('Run').click();
  const streams = [await nextStream(), await nextStream()];
  const dear = streams.find(({ model }) => model === 'dear');
  const cheap = streams.find(({ model }) => model === 'cheap');
  cheap?.say('From the cheap one.');
  dear?.say('From the dear one.');
  dear?.end();
  await figure('Cost', 'Other model').getByText('$0.06', { exact: true }).waitFor();
  await result('Other model').getByText('From the dear one.', { exact: true }).waitFor();
  await result('This tool').getByRole('button', { name: 'Stop' }).click();
  await cheap?.hungUp;
  await result('This tool').getByText('You stopped this run.', { exact: false }).waitFor();

  answerAtOnce('The same words.');
  await button('Run').click();
  await figure('Cost', 'This tool').getByText('$0.012', { exact: true }).waitFor();
  await figure('Cost', 'Other model').getByText('$0.06', { exact: true }).waitFor();
  await playground().getByRole('row', { name: 'Cost $0.012 $0.06' }).waitFor();
  // the host's buttons are paler under the pointer
  await page.mouse.move(0, 0);
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'playground-compare');
  await button('Stop comparing').click();
  expect(await result('Other model').count()).toBe(0);
});

test('what is wrong with the inputs is told at the inputs', async () => {
  await input('max_length').fill('3');
  await input('tags').fill('["one"');
  await button('Run').click();
  await playground().getByText('This is not JSON.', { exact: false }).waitFor();
  expect(server.requests).toEqual([]);
  await input('tags').fill('["one", 2]');
  await button('Run').click();
  await playground().getByText('must be >= 10.', { exact: true }).waitFor();
  await playground().getByText('[1] must be of type string, not a number.', { exact: true }).waitFor();
  expect(await input('max_length').getAttribute('aria-invalid')).toBe('true');
  await photograph(page, 'playground-input-faults');
  await input('max_length').fill('');
  expect(await input('max_length').getAttribute('aria-invalid')).not.toBe('true');
});

test('a draft that cannot be run says why, with the field', async () => {
  await page.getByLabel('Max tokens', { exact: true }).fill('99999999');
  await button('Run').click();
  await result().getByText('Max tokens:', { exact: false }).waitFor();
  await result().getByText('must be a whole number', { exact: false }).waitFor();
  await photograph(page, 'playground-refused');
  await page.getByLabel('Max tokens', { exact: true }).fill('77');
});

test('a provider that refuses is told with what to do', async () => {
  server.answerJson({ error: { message: 'Incorrect API key provided' } }, 401);
  await input('tags').fill('');
  await button('Run').click();
  await result().getByText('provider_auth_failed', { exact: false }).waitFor();
  await photograph(page, 'playground-failed');
});

test('inputs are kept as examples with the tool: named, renamed, changed and deleted', async () => {
  await input('content').fill('A text worth keeping');
  await button('Save as example…').click();
  const dialog = page.getByRole('dialog');
  await photograph(page, 'playground-example');
  await dialog.getByLabel('Name').fill('Shrt');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await button('Rename example').click();
  await dialog.getByLabel('Name').fill('Short');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await save();
  expect(await storedTool()).toMatchObject({
    max_tokens: 77,
    examples: [{ name: 'Short', inputs: { content: 'A text worth keeping' } }],
  });

  await open();
  expect(await input('content').inputValue()).toBe('A text worth keeping');
  await input('content').fill('A better text');
  await button('Update example').click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  await button('Save as example…').click();
  await dialog.getByLabel('Name').fill('Short');
  await dialog.getByText('Another example has this name.').waitFor();
  await dialog.getByLabel('Name').fill('Second');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await input('content').fill('Typed over');
  await playground().getByLabel('Example', { exact: true }).click();
  await page.getByRole('option', { name: 'Short' }).click();
  expect(await input('content').inputValue()).toBe('A better text');
  await photograph(page, 'playground-examples');
  await playground().getByLabel('Example', { exact: true }).click();
  await page.getByRole('option', { name: 'Second' }).click();
  await button('Delete example').click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  await save();
  expect(await storedTool()).toMatchObject({
    examples: [{ name: 'Short', inputs: { content: 'A better text' } }],
  });
});

test('an answer in JSON is shown in lines', async () => {
  answerAtOnce('{"summary":"Short.","words":1}');
  await button('Run').click();
  await result().getByRole('group', { name: 'Answer' }).getByText('"words": 1').waitFor();
});

test('what was typed survives that another part of the page is looked at', async () => {
  await input('content').fill('Typed and not run');
  await page.getByRole('button', { name: 'Use it', exact: true }).click();
  await page.getByRole('button', { name: 'Playground', exact: true }).click();
  expect(await input('content').inputValue()).toBe('Typed and not run');
});

describe('how the tool is called', () => {
  const useIt = () => page.getByRole('region', { name: 'Use it' });
  const copy = async (way: string): Promise<string> => {
    await useIt().getByRole('tab', { name: way, exact: true }).click();
    await useIt()
      .getByRole('button', { name: `Copy: ${way}` })
      .click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const runCurl = async (snippet: string, { username, password }: TestUser) => {
    const command = snippet.replace('USERNAME', username).replace('PASSWORD', password);
    const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent`]);
    return JSON.parse(stdout);
  };

  test('the copied curl works as it is for somebody who may call tools, and for nobody else', async () => {
    server.answerJson(JSON.parse(readFixture('openai/completion.json')));
    await open();
    await page.getByRole('button', { name: 'Use it', exact: true }).click();
    const curl = await copy('curl');
    const allowed = await runCurl(curl, await createUser(panel.site, 'caller', [EXECUTE]));
    expect(allowed.choices[0].message.content).toBe(
      JSON.parse(readFixture('openai/completion.json')).choices[0].message.content,
    );
    expect(server.requests.at(-1)?.body).toMatchObject({
      messages: [{}, { content: 'Summarise in 100 words: A better text' }],
    });
    const refused = await runCurl(curl, await createUser(panel.site, 'stranger', []));
    expect(refused.error.status).toBe(403);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'use-it');
  });

  test('there are snippets for the other ways, and the shortcode is one that the site knows', async () => {
    expect(await copy('executeTool')).toContain('.executeTool("content-summarizer"');
    expect(await copy('fetch')).toContain(`${panel.site.url}/api/ai-tools/v1/execute/content-summarizer`);
    const shortcode = await copy('Shortcode');
    expect(shortcode).toContain('[ai_summary tool="content-summarizer"');
    const shortcodes = panel.site.strapi.plugin('ai-tools').service('shortcodes');
    expect(await shortcodes.render(`Before ${shortcode} after`, { content: 'A text' })).toMatch(
      /^Before <div class="ai-summary">.+<\/div> after$/,
    );
    await useIt().getByText('the first text that is required', { exact: false }).waitFor();
    await photograph(page, 'use-it-shortcode');
  });

  test('a browser that gives no clipboard copies all the same', async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    });
    await useIt().getByRole('tab', { name: 'Block', exact: true }).click();
    await useIt().getByRole('button', { name: 'Copy: Block' }).click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('mcp-for-wp/ai-summary');
  });

  test('it says when the tool is switched off, and when there is something to save', async () => {
    await page.getByLabel('Tool on or off').click();
    await useIt().getByText('There are changes that are not saved.', { exact: false }).waitFor();
    await save();
    await useIt().getByText('This tool is switched off', { exact: false }).waitFor();
    await photograph(page, 'use-it-switched-off');
  });

  test('it leads to where the permission is granted', async () => {
    const ownFaults = panel.faults.length;
    await useIt().getByRole('tab', { name: 'curl', exact: true }).click();
    await useIt().getByRole('link', { name: 'API tokens' }).click();
    await page.getByRole('heading', { level: 1, name: 'API Tokens' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Use it', exact: true }).click();
    await useIt().getByRole('link', { name: 'Roles of users' }).click();
    await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    // the pages of the host complain about themselves
    panel.faults.length = ownFaults;
  });
});

test('a yes or no without a default has a third answer: to leave it out', async () => {
  answerAtOnce('Yes.');
  const { documentId } = await toolDocuments(panel.site).create({
    data: {
      ...summarizer({ name: 'Asker', provider: 'local', prompt_template: 'Go.' }),
      slug: 'asker',
      input_schema: {
        type: 'object',
        properties: { content: { type: 'string' }, urgent: { type: 'boolean' } },
        required: ['content'],
      },
    },
  });
  const run = async (): Promise<unknown> => {
    const asked = page.waitForRequest('**/ai-tools/playground/run');
    await button('Run').click();
    return (await asked).postDataJSON().inputs;
  };
  await openPage(page, `tools/${documentId}`);
  await page.getByRole('button', { name: 'Playground', exact: true }).click();
  const urgent = playground().getByRole('combobox', { name: 'urgent' });
  await urgent.getByText('Left out').waitFor();
  expect(await run()).toEqual({ content: 'content' });
  const answers = [
    ['True', { content: 'content', urgent: true }],
    ['False', { content: 'content', urgent: false }],
    ['Left out', { content: 'content' }],
  ] as const;
  for (const [answer, inputs] of answers) {
    await urgent.click();
    await page.getByRole('option', { name: answer, exact: true }).click();
    await urgent.getByText(answer).waitFor();
    expect(await run()).toEqual(inputs);
  }
  // the host's colour beneath the pointer is another matter
  await page.mouse.move(0, 0);
  await photograph(page, 'playground-yes-or-no');
  expect(await findBarriers(page)).toEqual([]);
});

test('who may not run drafts is told so, and has no button for it', async () => {
  const reader = await panel.logIn({ permissions: ['readTools', 'updateTools'] });
  await open(reader);
  await reader.getByRole('button', { name: 'Use it', exact: true }).click();
  await reader.getByText('What the caller needs').waitFor();
  expect(await reader.getByRole('link', { name: /Roles of users|API tokens/ }).count()).toBe(0);
  await reader.getByRole('button', { name: 'Playground', exact: true }).click();
  await playground(reader).getByText('Your role may not run drafts.', { exact: false }).waitFor();
  expect(await playground(reader).getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
  expect(await findBarriers(reader)).toEqual([]);
  await photograph(reader, 'playground-no-permission');
});

test('all of it is there in German', async () => {
  const german = await panel.logIn({ language: 'de' });
  await open(german);
  await playground(german).getByRole('button', { name: 'Ausführen', exact: true }).click();
  await playground(german).getByText('Vollständig', { exact: true }).waitFor();
  await photograph(german, 'playground-german');
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
