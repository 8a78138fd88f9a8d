import { answerByPath, connectionTo } from '../../../support/connection';
import type { Connection } from '../../../support/connection';
import { readFixture, startFakeProvider } from '../../../support/fake-provider';
import type { FakeProvider } from '../../../support/fake-provider';

const json = (fixture: string) => JSON.parse(readFixture(fixture));

let server: FakeProvider;
let connection: Connection;

const connect = (fields: Record<string, unknown> = {}) => {
  connection?.close();
  connection = connectionTo('anthropic', { ...{ endpoint: server.url, api_key: 'sk-ant-test' }, ...fields });
};

beforeEach(async () => {
  server = await startFakeProvider();
  connect();
});
afterEach(async () => {
  connection.close();
  await server.stop();
});

const MODEL = json('anthropic/model.json');
const HEADERS = { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01' };
const notFound = (message: string) => [404, { type: 'error', error: { type: 'not_found_error', message } }];

describe('the test', () => {
  test('looks the model up and tells its window', async () => {
    answerByPath(server, { 'GET /v1/models/claude-haiku-5-5': MODEL });
    expect(await connection.test()).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^The key is accepted and claude-haiku-5-5 is there;/),
      context_window: 1_000_000,
      warnings: [],
    });
    expect(server.requests).toMatchObject([{ headers: HEADERS, body: null }]);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    [{ retires_at: '2026-11-30T00:00:00Z' }, ['Anthropic retires claude-haiku-5-5 on 2026-11-30.']],
    [{ lifecycle: 'deprecated' }, ['Anthropic calls claude-haiku-5-5 deprecated.']],
    [{ lifecycle: { stage: 'unheard of' } }, []],
    [{ lifecycle: undefined, retires_at: undefined, max_input_tokens: undefined }, []],
  ])('warns of %j', async (changes, warnings) => {
    answerByPath(server, { 'GET /v1/models/claude-haiku-5-5': { ...MODEL, ...changes } });
    expect(await connection.test()).toMatchObject({ ok: true, warnings });
  });

  test('a model that is missing brings the nearest of the list', async () => {
    connect({ model: 'claude-haiku-5' });
    answerByPath(server, {
      'GET /v1/models/claude-haiku-5': notFound('model: claude-haiku-5'),
      'GET /v1/models?limit=1000': { ...json('anthropic/models.page-1.json'), has_more: false },
    });
    expect(await connection.test()).toMatchObject({
      failure: 'model_not_found',
      suggestions: ['claude-haiku-5-5', 'claude-sonnet-5-5'],
    });
  });

  test('an endpoint with a path too many is not taken for a missing model, though the error is of the same type', async () => {
    server.answerJson({ type: 'error', error: { type: 'not_found_error', message: 'Not found' } }, 404);
    expect(await connection.test()).toMatchObject({
      failure: 'unexpected_answer',
      message: expect.stringContaining('It usually is https://api.anthropic.com.'),
    });
  });
});

test('the list is fetched page by page', async () => {
  answerByPath(server, {
    'GET /v1/models?limit=1000': json('anthropic/models.page-1.json'),
    'GET /v1/models?limit=1000&after_id=claude-haiku-5-5': json('anthropic/models.page-2.json'),
  });
  expect(await connection.list()).toEqual([
    { id: 'claude-haiku-4-5', label: 'Claude Haiku 4.5', context_window: null },
    { id: 'claude-haiku-5-5', label: 'Claude Haiku 5.5', context_window: 1_000_000 },
    { id: 'claude-sonnet-5-5', label: 'Claude Sonnet 5.5', context_window: 1_000_000 },
  ]);
  expect(server.requests).toMatchObject([{ headers: HEADERS }, { headers: HEADERS }]);
});
