import { answerByPath, connectionTo } from '../../../support/connection';
import type { Connection } from '../../../support/connection';
import { readFixture, startFakeProvider } from '../../../support/fake-provider';
import type { FakeProvider } from '../../../support/fake-provider';

const json = (fixture: string) => JSON.parse(readFixture(fixture));

let server: FakeProvider;
let connection: Connection;

const connect = (fields: Record<string, unknown> = {}) => {
  connection?.close();
  connection = connectionTo('together', {
    ...{ endpoint: `${server.url}/v1`, api_key: 'together-test' },
    ...fields,
  });
};

beforeEach(async () => {
  server = await startFakeProvider();
  connect();
});
afterEach(async () => {
  connection.close();
  await server.stop();
});

const MODELS = json('together/models.json');
const AUTHORIZATION = { authorization: 'Bearer together-test' };

describe('the test', () => {
  beforeEach(() => answerByPath(server, { 'GET /v1/models': [200, MODELS] }));

  test('looks for the model in the list, which is a bare array', async () => {
    expect(await connection.test()).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^The key is accepted and openai\/gpt-oss-20b is there;/),
      context_window: 131_072,
    });
    expect(server.requests).toMatchObject([
      { method: 'GET', path: '/v1/models', headers: AUTHORIZATION, body: null },
    ]);
  });

  test('a model that is missing brings the nearest that chat, without a second request', async () => {
    connect({ model: 'Llama-3.3-70B-Instruct' });
    expect(await connection.test()).toMatchObject({
      failure: 'model_not_found',
      suggestions: ['meta-llama/Llama-3.3-70B-Instruct-Turbo', 'openai/gpt-oss-20b', 'Qwen/Qwen3-Next'],
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a model that does not chat is not to be used', async () => {
    connect({ model: 'BAAI/bge-base-en-v1.5' });
    expect(await connection.test()).toMatchObject({
      failure: 'model_not_found',
      message: expect.stringContaining('does not answer prompts'),
    });
  });

  test('a wrong key is one', async () => {
    server.answerJson({ error: { message: 'Invalid API key', code: 'invalid_api_key' } }, 401);
    expect(await connection.test()).toMatchObject({ failure: 'wrong_key' });
  });

  test('the list of another API is an unexpected answer', async () => {
    server.answerJson({ data: [] });
    expect(await connection.test()).toMatchObject({
      failure: 'unexpected_answer',
      message: expect.stringContaining('It usually is https://api.together.ai/v1.'),
    });
  });
});

test('the list holds what chats', async () => {
  answerByPath(server, { 'GET /v1/models': [200, MODELS] });
  expect(await connection.list()).toEqual([
    {
      id: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
      label: 'Meta Llama 3.3 70B Instruct Turbo',
      context_window: 131_072,
    },
    { id: 'openai/gpt-oss-20b', label: 'OpenAI GPT-OSS 20B', context_window: 131_072 },
    { id: 'Qwen/Qwen3-Next', label: 'Qwen3 Next', context_window: null },
  ]);
});
