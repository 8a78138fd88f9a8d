import { answerByPath, connectionTo } from '../../../support/connection';
import type { Connection } from '../../../support/connection';
import { readFixture, startFakeProvider } from '../../../support/fake-provider';
import type { FakeProvider } from '../../../support/fake-provider';

const json = (fixture: string) => JSON.parse(readFixture(fixture));

let server: FakeProvider;
let connection: Connection;

const connect = (fields: Record<string, unknown> = {}) => {
  connection?.close();
  connection = connectionTo('google', {
    ...{ endpoint: `${server.url}/v1beta`, api_key: 'AIza-test' },
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

const MODEL = json('google/model.json');
const LOOKUP = 'GET /v1beta/models/gemini-3.5-flash-lite';

describe('the test', () => {
  test.each(['gemini-3.5-flash-lite', 'models/gemini-3.5-flash-lite'])(
    'looks the model up and tells its window: %s',
    async (model) => {
      connect({ model });
      answerByPath(server, { [LOOKUP]: MODEL });
      expect(await connection.test()).toMatchObject({ ok: true, model, context_window: 1_048_576 });
      expect(server.requests).toMatchObject([{ headers: { 'x-goog-api-key': 'AIza-test' }, body: null }]);
    },
  );

  test('a model that generates nothing is not to be used, and others are named', async () => {
    answerByPath(server, {
      [LOOKUP]: { ...MODEL, supportedGenerationMethods: ['embedContent'] },
      'GET /v1beta/models?pageSize=1000': json('google/models.page-2.json'),
    });
    expect(await connection.test()).toMatchObject({
      failure: 'model_not_found',
      message: expect.stringContaining('does not answer prompts'),
      suggestions: ['gemini-2.5-flash-lite'],
    });
  });

  test('a bad key is one, although its status is 400', async () => {
    server.answerJson(readFixture('google/error.bad-key.json'), 400);
    expect(await connection.test()).toMatchObject({ failure: 'wrong_key' });
  });

  test('a model that is missing is one', async () => {
    answerByPath(server, {
      [LOOKUP]: [404, { error: { code: 404, message: 'Model is not found', status: 'NOT_FOUND' } }],
      'GET /v1beta/models?pageSize=1000': json('google/models.page-2.json'),
    });
    expect(await connection.test()).toMatchObject({ failure: 'model_not_found' });
  });
});

test('the list is fetched page by page and holds what generates content', async () => {
  answerByPath(server, {
    'GET /v1beta/models?pageSize=1000': json('google/models.page-1.json'),
    'GET /v1beta/models?pageSize=1000&pageToken=Ch1tb2Rl%2FbHM%3D': json('google/models.page-2.json'),
  });
  expect(await connection.list()).toEqual([
    { id: 'gemini-2.5-flash-lite', label: 'Gemini 2.5 Flash-Lite', context_window: 1_048_576 },
    { id: 'gemini-3.5-flash-lite', label: 'Gemini 3.5 Flash-Lite', context_window: 1_048_576 },
  ]);
});
