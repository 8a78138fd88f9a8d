import { answerByPath, connectionTo, pathsOf } from '../../../support/connection';
import type { Connection } from '../../../support/connection';
import { readFixture, startFakeProvider } from '../../../support/fake-provider';
import type { FakeProvider } from '../../../support/fake-provider';

const json = (fixture: string) => JSON.parse(readFixture(fixture));

let server: FakeProvider;
let connection: Connection;

const connect = (fields: Record<string, unknown> = {}) => {
  connection?.close();
  connection = connectionTo('openai', {
    ...{ endpoint: `${server.url}/v1`, api_key: 'sk-test-openai' },
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

const MODEL = json('openai/model.json');
const COMPLETION = json('openai/completion.json');
const AUTHORIZATION = { authorization: 'Bearer sk-test-openai' };
const FORBIDDEN = [
  403,
  { error: { message: 'Missing scopes: api.model.read', type: 'invalid_request_error' } },
];

describe('the test', () => {
  test('looks the model up, which costs nothing', async () => {
    answerByPath(server, { 'GET /v1/models/gpt-6-luna': MODEL });
    expect(await connection.test()).toEqual({
      ok: true,
      message: expect.stringMatching(/^The key is accepted and gpt-6-luna is there; connected in \d+ ms\.$/),
      model: 'gpt-6-luna',
      latency_ms: expect.any(Number),
      context_window: null,
      warnings: [],
    });
    expect(server.requests).toEqual([
      {
        method: 'GET',
        path: '/v1/models/gpt-6-luna',
        headers: expect.objectContaining(AUTHORIZATION),
        body: null,
      },
    ]);
  });

  test('encodes the name of the model', async () => {
    connect({ model: 'ft:gpt-4o-mini:acme::9x/../x' });
    await connection.test();
    expect(pathsOf(server)[0]).toBe('GET /v1/models/ft%3Agpt-4o-mini%3Aacme%3A%3A9x%2F..%2Fx');
  });

  test('warns of a model that is about to be shut down', async () => {
    answerByPath(server, { 'GET /v1/models/gpt-6-luna': { ...MODEL, shutdown_date: '2027-01-14' } });
    expect(await connection.test()).toMatchObject({
      ok: true,
      warnings: ['OpenAI shuts gpt-6-luna down on 2027-01-14.'],
    });
  });

  test('asks the model itself with a key that may not look it up', async () => {
    answerByPath(server, { 'GET /v1/models/gpt-6-luna': FORBIDDEN, 'POST /v1/chat/completions': COMPLETION });
    expect(await connection.test()).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^gpt-6-luna is ready; /),
    });
    expect(server.requests[1]).toMatchObject({ headers: AUTHORIZATION });
    expect(server.requests[1]?.body).toEqual({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: 'Hi' }],
      max_completion_tokens: 16,
      reasoning_effort: 'none',
    });
  });

  test('a key that may do neither is a wrong key', async () => {
    answerByPath(server, { 'GET /v1/models/gpt-6-luna': FORBIDDEN, 'POST /v1/chat/completions': FORBIDDEN });
    expect(await connection.test()).toMatchObject({ ok: false, failure: 'wrong_key' });
  });

  test('asks a model itself whose name says that it does something else', async () => {
    connect({ model: 'gpt-5-pro' });
    const words = 'This is not a chat model and thus not supported in the v1/chat/completions endpoint.';
    answerByPath(server, {
      'GET /v1/models/gpt-5-pro': { ...MODEL, id: 'gpt-5-pro' },
      'POST /v1/chat/completions': [400, { error: { message: words } }],
    });
    expect(await connection.test()).toMatchObject({
      ok: false,
      failure: 'provider_failed',
      message: expect.stringContaining(words),
    });
  });

  test('a model that is missing brings the nearest of the list', async () => {
    connect({ model: 'gpt-6-lunar' });
    answerByPath(server, {
      'GET /v1/models/gpt-6-lunar': [
        404,
        { error: { message: 'The model does not exist', code: 'model_not_found' } },
      ],
      'GET /v1/models': json('openai/models.json'),
    });
    expect(await connection.test()).toMatchObject({
      ok: false,
      failure: 'model_not_found',
      message: expect.stringContaining('gpt-6-lunar'),
      suggestions: ['gpt-6-luna', 'gpt-10-luna', 'gpt-6-sol'],
    });
  });

  test('an endpoint without /v1 is told from a missing model', async () => {
    connect({ endpoint: server.url });
    server.answerJson({ error: { message: 'Invalid URL (GET /models/gpt-6-luna)' } }, 404);
    expect(await connection.test()).toMatchObject({
      failure: 'unexpected_answer',
      message: expect.stringContaining('It usually is https://api.openai.com/v1.'),
    });
  });
});

test('the list holds what answers prompts, by name, once each', async () => {
  answerByPath(server, { 'GET /v1/models': json('openai/models.json') });
  expect((await connection.list()).map(({ id }) => id)).toEqual([
    'chatgpt-4o-latest',
    'ft:gpt-4o-mini:acme-production::9x',
    'gpt-4o-mini',
    'gpt-6-luna',
    'gpt-6-sol',
    'gpt-10-luna',
    'o4-mini',
  ]);
  expect(server.requests[0]).toMatchObject({ headers: AUTHORIZATION });
});
