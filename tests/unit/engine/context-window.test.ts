import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

let server: FakeProvider;
let site: TestSite | undefined;

beforeEach(async () => {
  server = await startFakeProvider();
  server.answerJson(readFixture('ollama/chat.json'));
});
afterEach(async () => {
  site?.close();
  await server.stop();
});

/** Runs a tool on Ollama with a prompt of so many words, each of them about one token. */
const run = (words: number, tool: object, provider: object = {}) => {
  site?.close();
  site = createTestSite({
    providers: { ollama: { endpoint: server.url, ...provider } },
    tools: [summarizer({ provider: 'ollama', method: 'chat', ...tool })],
  });
  return site.execute('content-summarizer', { content: 'word '.repeat(words) });
};

test('prompt and answer that cannot both fit are refused before anything is sent', async () => {
  const error = errorOf(await run(3000, { model: 'llama2', max_tokens: 2000 }));
  expect(error).toMatchObject({ status: 422, code: 'context_window_exceeded' });
  expect(error.message).toMatch(/about 3\d\d\d tokens.*max_tokens \(2000\).*4096 tokens.*"llama2"/);
  expect(server.requests).toEqual([]);
  expect(site?.logs).toMatchObject([{ status: 'error', error_code: 'context_window_exceeded', attempts: 0 }]);
});

test.each([
  ['a shorter answer', { model: 'llama2', max_tokens: 500 }, {}],
  ['a larger model', { model: 'llama3', max_tokens: 2000 }, {}],
  [
    'a window that the administrator has set',
    { model: 'llama2', max_tokens: 2000 },
    { context_window: 16000 },
  ],
  ['a model that nobody knows the window of', { model: 'my-own', max_tokens: 8000 }, {}],
])('the same prompt goes out with %s', async (_name, tool, provider) => {
  expect(textOf(await run(3000, tool, provider))).toBe('Strapi manages content.');
});

test('a window that the administrator has set smaller holds, too', async () => {
  const answer = await run(3000, { model: 'llama3', max_tokens: 500 }, { context_window: 2048 });
  expect(errorOf(answer)).toMatchObject({ code: 'context_window_exceeded' });
});

test('the default for max_tokens counts, for it is sent', async () => {
  expect(errorOf(await run(3000, { model: 'llama2' }))).toMatchObject({ code: 'context_window_exceeded' });
});

test('the instruction, the functions and the schema are part of the prompt', async () => {
  const long = 'word '.repeat(2000);
  const parts = [
    { system_instruction: long },
    { functions: [{ name: 'f', description: long, parameters: { type: 'object', properties: {} } }] },
    { response_schema: { type: 'object', description: long } },
  ];
  for (const part of parts) {
    const answer = await run(1500, { model: 'llama2', max_tokens: 1000, ...part });
    expect(errorOf(answer)).toMatchObject({ code: 'context_window_exceeded' });
  }
  expect(server.requests).toEqual([]);
});

test('Ollama is told the window, so that it does not cut the prompt at a smaller one of its own', async () => {
  await run(10, { model: 'llama3.1:8b' });
  await run(10, { model: 'my-own' }, { context_window: 32768 });
  await run(10, { model: 'my-own' });
  const windows = server.requests.map(({ body }) => Object(body).options.num_ctx);
  expect(windows).toEqual([8192, 32768, undefined]);
});
