import { answerByPath, connectionTo } from '../../../support/connection';
import type { Connection } from '../../../support/connection';
import { readFixture, startFakeProvider } from '../../../support/fake-provider';
import type { FakeProvider } from '../../../support/fake-provider';

const json = (fixture: string) => JSON.parse(readFixture(fixture));

let server: FakeProvider;
let connection: Connection;

const connect = (fields: Record<string, unknown> = {}) => {
  connection?.close();
  connection = connectionTo('mistral', { ...{ endpoint: server.url, api_key: 'mistral-test' }, ...fields });
};

beforeEach(async () => {
  server = await startFakeProvider();
  connect();
});
afterEach(async () => {
  connection.close();
  await server.stop();
});

const MODEL = json('mistral/model.json');
const LOOKUP = 'GET /v1/models/mistral-small-latest';
const AUTHORIZATION = { authorization: 'Bearer mistral-test' };

describe('the test', () => {
  test('looks the model up and tells its window', async () => {
    answerByPath(server, { [LOOKUP]: MODEL });
    expect(await connection.test()).toMatchObject({ ok: true, context_window: 262_144, warnings: [] });
    expect(server.requests).toMatchObject([{ headers: AUTHORIZATION, body: null }]);
  });

  test('warns of a deprecated model and names its successor', async () => {
    const deprecation = '2026-12-01T12:00:00Z';
    answerByPath(server, {
      [LOOKUP]: { ...MODEL, deprecation, deprecation_replacement_model: 'ministral-8b-latest' },
    });
    expect(await connection.test()).toMatchObject({
      warnings: [
        'mistral-small-latest is deprecated from 2026-12-01 on. Mistral names ministral-8b-latest as its replacement.',
      ],
    });
  });

  test('a model that does not chat is not to be used', async () => {
    answerByPath(server, { [LOOKUP]: { ...MODEL, capabilities: { completion_chat: false } } });
    expect(await connection.test()).toMatchObject({
      failure: 'model_not_found',
      message: expect.stringContaining('does not answer prompts'),
    });
  });

  test.each([
    [401, { detail: 'Unauthorized' }, 'wrong_key'],
    [404, { object: 'error', message: 'Model not found', type: 'invalid_model' }, 'model_not_found'],
    [404, { message: 'no Route matched with those values' }, 'unexpected_answer'],
  ])('status %i, %j → %s', async (status, body, failure) => {
    answerByPath(server, { [LOOKUP]: [status, body], 'GET /v1/models': json('mistral/models.json') });
    expect(await connection.test()).toMatchObject({ failure });
  });
});

test('the list has each model once, under the name that moves on with it, and only those that chat', async () => {
  answerByPath(server, { 'GET /v1/models': json('mistral/models.json') });
  expect(await connection.list()).toEqual([
    { id: 'mistral-small-latest', label: 'mistral-small-2603', context_window: 262_144 },
    { id: 'open-mistral-7b', label: null, context_window: 32_768 },
  ]);
  expect(server.requests).toMatchObject([{ headers: AUTHORIZATION }]);
});
