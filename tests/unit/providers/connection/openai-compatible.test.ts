import { answerByPath, connectionTo, pathsOf } from '../../../support/connection';
import type { Connection } from '../../../support/connection';
import { readFixture, startFakeProvider } from '../../../support/fake-provider';
import type { FakeProvider } from '../../../support/fake-provider';

const json = (fixture: string) => JSON.parse(readFixture(fixture));

let server: FakeProvider;
let connection: Connection;

const connect = (fields: Record<string, unknown> = {}) => {
  connection?.close();
  connection = connectionTo('openai-compatible', { ...{ endpoint: `${server.url}/v1` }, ...fields });
};

beforeEach(async () => {
  server = await startFakeProvider();
  connect();
});
afterEach(async () => {
  connection.close();
  await server.stop();
});

const COMPLETION = json('openai-compatible/llama-cpp.completion.json');
const VLLM = json('openai-compatible/vllm.models.json');
const LLAMA_CPP = json('openai-compatible/llama-cpp.models.json');
const READY = {
  'GET /health': { status: 'ok' },
  'GET /v1/models': VLLM,
  'POST /v1/chat/completions': COMPLETION,
};

describe('the test', () => {
  test('asks for health without the key, for the list, and for a short answer', async () => {
    connect({ api_key: 'local-key', model: 'Qwen/Qwen3-8B' });
    answerByPath(server, READY);
    expect(await connection.test()).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^Qwen\/Qwen3-8B is ready; connected in \d+ ms\.$/),
      context_window: 40_960,
    });
    expect(pathsOf(server)).toEqual(['GET /health', 'GET /v1/models', 'POST /v1/chat/completions']);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer local-key',
      'Bearer local-key',
    ]);
    expect(server.requests[2]?.body).toEqual({
      model: 'Qwen/Qwen3-8B',
      messages: [{ role: 'user', content: 'Hi' }],
      max_tokens: 16,
    });
  });

  test.each([
    ['no such path', [404, 'Not Found']],
    ['a page', '<!doctype html>'],
    ['a redirect', [307, '']],
    ['a key', [401, { error: { message: 'key' } }]],
    ['a fault', [500, 'boom']],
  ])('health that is answered with %s says nothing', async (_name, answer) => {
    answerByPath(server, { ...READY, 'GET /health': answer });
    expect(await connection.test()).toMatchObject({ ok: true });
  });

  test('a server that is loading its model says so', async () => {
    const loading = { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } };
    answerByPath(server, { ...READY, 'GET /health': [503, loading] });
    expect(await connection.test()).toMatchObject({
      failure: 'provider_failed',
      message: expect.stringContaining('Loading model'),
    });
    expect(pathsOf(server)).toEqual(['GET /health']);
  });

  test.each([401, 403])(
    'a wrong key shows at the answer where the list is for everybody: %i',
    async (status) => {
      connect({ api_key: 'wrong-key-of-mine' });
      const invalid = { error: { code: status, message: 'Invalid API Key', type: 'authentication_error' } };
      answerByPath(server, {
        ...READY,
        'GET /v1/models': LLAMA_CPP,
        'POST /v1/chat/completions': [status, invalid],
      });
      expect(await connection.test()).toMatchObject({ failure: 'wrong_key' });
    },
  );

  test('a key that is missing is asked for', async () => {
    answerByPath(server, { ...READY, 'GET /v1/models': [401, { error: { message: 'Unauthorized' } }] });
    expect(await connection.test()).toMatchObject({
      failure: 'wrong_key',
      message: expect.stringContaining('none is set'),
    });
  });

  test('a deployment that no list names is found by asking it', async () => {
    connect({ model: 'my-deployment' });
    answerByPath(server, READY);
    expect(await connection.test()).toMatchObject({ ok: true, context_window: null });
  });

  test.each([404, 405])('a server without a list (%i) is asked all the same', async (status) => {
    answerByPath(server, { ...READY, 'GET /v1/models': [status, 'no'] });
    expect(await connection.test()).toMatchObject({ ok: true });
  });

  test('llama.cpp takes any name, and tells the window it was started with', async () => {
    answerByPath(server, { ...READY, 'GET /v1/models': LLAMA_CPP });
    expect(await connection.test()).toMatchObject({ ok: true, model: 'default', context_window: 8192 });
  });

  test('llama.cpp with several models does not, so the window of another is not told', async () => {
    const data = LLAMA_CPP.data.map((model: object) => ({ ...model, status: { value: 'unloaded' } }));
    answerByPath(server, { ...READY, 'GET /v1/models': { data } });
    expect(await connection.test()).toMatchObject({ ok: true, context_window: null });
  });

  test.each([
    ['context_length', { id: 'default', context_length: 131_072 }],
    ['context_window', { id: 'default', context_window: 131_072 }],
  ])('the window is read from %s', async (_field, model) => {
    answerByPath(server, { ...READY, 'GET /v1/models': { data: [model] } });
    expect(await connection.test()).toMatchObject({ context_window: 131_072 });
  });

  test.each([
    ['in words', [404, { error: { message: 'The model `Qwen3` does not exist.', code: 404 } }]],
    ['by the path alone', [404, { detail: 'Not Found' }]],
  ])('a model that is missing, told %s, brings the nearest of the list', async (_name, answer) => {
    connect({ model: 'Qwen3' });
    answerByPath(server, { ...READY, 'POST /v1/chat/completions': answer });
    expect(await connection.test()).toMatchObject({
      failure: 'model_not_found',
      suggestions: ['Qwen/Qwen3-8B'],
    });
  });

  test('a model that does not fit into memory is told apart, whatever the status', async () => {
    const message =
      'Failed to load model "x". Error: Model loading was stopped due to insufficient system resources.';
    answerByPath(server, { ...READY, 'POST /v1/chat/completions': [404, { error: { message } }] });
    expect(await connection.test()).toMatchObject({
      failure: 'out_of_memory',
      message: expect.stringContaining('Choose a smaller one'),
    });
  });

  test.each([
    ['without /v1', '', 'Most endpoints of this kind end in /v1.'],
    ['with another path', '/v1', 'Check the endpoint.'],
  ])('an endpoint %s gets a hint', async (_name, path, hint) => {
    connect({ endpoint: `${server.url}${path}` });
    answerByPath(server, {});
    const result = await connection.test();
    expect(result).toMatchObject({ failure: 'unexpected_answer' });
    expect(result.message.endsWith(hint)).toBe(true);
  });

  test('a page in place of the list is an unexpected answer', async () => {
    connect({ endpoint: server.url });
    server.answerJson('<!doctype html><html></html>', 200, { 'content-type': 'text/html' });
    expect(await connection.test()).toMatchObject({
      failure: 'unexpected_answer',
      message: expect.stringMatching(
        /not JSON\. Check its endpoint\. Most endpoints of this kind end in \/v1\.$/,
      ),
    });
  });
});

describe('the list', () => {
  test('tells names and windows', async () => {
    answerByPath(server, { 'GET /v1/models': VLLM });
    expect(await connection.list()).toEqual([{ id: 'Qwen/Qwen3-8B', label: null, context_window: 40_960 }]);
  });

  test('may be a bare array', async () => {
    answerByPath(server, { 'GET /v1/models': [200, [{ id: 'b', name: 'Model B' }, { id: 'a' }]] });
    expect(await connection.list()).toEqual([
      { id: 'a', label: null, context_window: null },
      { id: 'b', label: 'Model B', context_window: null },
    ]);
  });

  test('that is not there is explained', async () => {
    answerByPath(server, {});
    await expect(connection.list()).rejects.toMatchObject({
      message: expect.stringContaining('has no list of models there (status 404). Type the name'),
    });
  });
});
