import { answerByPath, connectionTo, pathsOf } from '../../../support/connection';
import type { Connection } from '../../../support/connection';
import { readFixture, startFakeProvider } from '../../../support/fake-provider';
import type { FakeProvider } from '../../../support/fake-provider';

const json = (fixture: string) => JSON.parse(readFixture(fixture));

let server: FakeProvider;
let connection: Connection;

const connect = (fields: Record<string, unknown> = {}) => {
  connection?.close();
  connection = connectionTo('ollama', { ...{ endpoint: server.url }, ...fields });
};

beforeEach(async () => {
  server = await startFakeProvider();
  connect();
});
afterEach(async () => {
  connection.close();
  await server.stop();
});

const TAGS = json('ollama/tags.json');
const VERSION = { version: '0.14.0' };
const LOADED = json('ollama/chat.load.json');
const SERVER = { 'GET /api/version': VERSION, 'GET /api/tags': TAGS, 'POST /api/chat': LOADED };

describe('the test', () => {
  test('looks for the server and the model, and loads it', async () => {
    answerByPath(server, SERVER);
    expect(await connection.test()).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^llama3\.2 is ready; connected in \d+ ms\.$/),
      warnings: [],
    });
    expect(pathsOf(server)).toEqual(['GET /api/version', 'GET /api/tags', 'POST /api/chat']);
    // no prompt: nothing is generated; `shift` as in a run, which would otherwise load the model again
    expect(server.requests[2]?.body).toEqual({
      model: 'llama3.2',
      messages: [],
      stream: false,
      truncate: false,
      shift: false,
    });
    expect(server.requests.some(({ headers }) => 'authorization' in headers)).toBe(false);
  });

  test('loads the model with the window of a run, else the first run would load it again', async () => {
    connect({ context_window: 16384 });
    answerByPath(server, SERVER);
    await connection.test();
    expect(server.requests[2]?.body).toMatchObject({ messages: [], options: { num_ctx: 16384 } });
  });

  test('sends a key that somebody set with every request', async () => {
    connect({ api_key: 'ollama-test-key' });
    answerByPath(server, SERVER);
    await connection.test();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(3).fill('Bearer ollama-test-key'),
    );
  });

  test.each([
    'llama3.2:latest',
    'Llama3.2',
    'library/llama3.2',
    'registry.ollama.ai/library/llama3.2:latest',
    'qwen3:8b',
    'hf.co/bartowski/Phi-4-GGUF:Q4_K_M',
  ])('finds %s under the name that the server gives it', async (model) => {
    connect({ model });
    answerByPath(server, SERVER);
    expect(await connection.test()).toMatchObject({ ok: true });
  });

  test.each(['llama3.2:70b', 'qwen3', 'phi-4'])('%s is missing: how to fetch it is said', async (model) => {
    connect({ model });
    answerByPath(server, SERVER);
    const result = await connection.test();
    expect(result).toMatchObject({
      ok: false,
      failure: 'model_not_found',
      message: expect.stringContaining(`ollama pull ${model}`),
    });
    expect(pathsOf(server)).not.toContain('POST /api/chat');
  });

  test('a misspelt model brings the nearest of the server, and none that embeds', async () => {
    connect({ model: 'lama3.2' });
    answerByPath(server, SERVER);
    expect(await connection.test()).toMatchObject({
      suggestions: ['llama3.2:latest', 'qwen3:8b', 'hf.co/bartowski/Phi-4-GGUF:Q4_K_M'],
    });
  });

  test('a server without any model says how to fetch one', async () => {
    answerByPath(server, { ...SERVER, 'GET /api/tags': { models: [] } });
    expect(await connection.test()).toMatchObject({
      failure: 'model_not_found',
      message: expect.stringContaining('ollama pull llama3.2'),
      suggestions: [],
    });
  });

  test('a model that embeds is not to be used', async () => {
    connect({ model: 'nomic-embed-text' });
    answerByPath(server, SERVER);
    expect(await connection.test()).toMatchObject({
      failure: 'model_not_found',
      message: expect.stringContaining('does not answer prompts'),
    });
  });

  test('a model that does not fit into memory is told apart', async () => {
    const words = 'model requires more system memory (5.0 GiB) than is available (3.9 GiB)';
    answerByPath(server, { ...SERVER, 'POST /api/chat': [500, { error: words }] });
    const result = await connection.test();
    expect(result).toMatchObject({ ok: false, failure: 'out_of_memory' });
    expect(result.message).toContain('Choose a smaller one');
    expect(result.message).toContain(words);
  });

  test('a proxy that lets only runs and the list through is no obstacle', async () => {
    answerByPath(server, { ...SERVER, 'GET /api/version': [404, 'not here'] });
    expect(await connection.test()).toMatchObject({ ok: true });
  });

  test('the endpoint of its other API is told from a missing model', async () => {
    connect({ endpoint: `${server.url}/v1` });
    answerByPath(server, SERVER);
    expect(await connection.test()).toMatchObject({
      failure: 'unexpected_answer',
      message: expect.stringContaining('It usually is http://127.0.0.1:11434.'),
    });
  });

  test('a server that is busy has a fault of its own', async () => {
    answerByPath(server, {
      ...SERVER,
      'POST /api/chat': [503, { error: 'server busy, please try again.  maximum pending requests exceeded' }],
    });
    expect(await connection.test()).toMatchObject({
      failure: 'provider_failed',
      message: expect.stringContaining('maximum pending requests exceeded'),
    });
  });
});

describe('a model of the cloud', () => {
  const ask = { 'GET /api/version': VERSION, 'POST /api/chat': json('ollama/chat.json') };

  test.each(['qwen3.5:cloud', 'gpt-oss:120b-cloud'])('is asked and not loaded: %s', async (model) => {
    connect({ model });
    answerByPath(server, ask);
    expect(await connection.test()).toMatchObject({ ok: true });
    expect(server.requests.map(({ body }) => body)).toEqual([
      null,
      {
        model,
        messages: [{ role: 'user', content: 'Hi' }],
        stream: false,
        truncate: false,
        shift: false,
        options: { num_predict: 16 },
      },
    ]);
  });

  test('on a server that is not signed in says where to sign in', async () => {
    connect({ model: 'qwen3.5:cloud' });
    const unauthorized = { error: 'unauthorized', signin_url: 'https://ollama.com/connect?name=x&key=y' };
    answerByPath(server, { ...ask, 'POST /api/chat': [401, unauthorized] });
    expect(await connection.test()).toMatchObject({
      failure: 'provider_failed',
      message: expect.stringContaining('ollama signin'),
    });
  });

  test('is asked at ollama.com itself whatever its name, since the list there is for everybody', () => {
    connect({ endpoint: 'https://ollama.com', model: 'gpt-oss:120b', api_key: 'k' });
    const { adapter, model, account } = connection.provider;
    expect(adapter.testSteps(model, account, null).map(({ asks }) => asks)).toEqual(['server', 'run']);
  });
});

test('the list holds the models that answer, without the tag that goes without saying', async () => {
  answerByPath(server, { 'GET /api/tags': TAGS });
  expect(await connection.list()).toEqual([
    { id: 'hf.co/bartowski/Phi-4-GGUF:Q4_K_M', label: null, context_window: null },
    { id: 'llama3.2', label: null, context_window: null },
    { id: 'qwen3:8b', label: null, context_window: null },
  ]);
});
