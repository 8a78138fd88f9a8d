import { answerByPath, connectionTo, pathsOf } from '../../../support/connection';
import type { Connection } from '../../../support/connection';
import { readFixture, startFakeProvider } from '../../../support/fake-provider';
import type { FakeProvider } from '../../../support/fake-provider';

const json = (fixture: string) => JSON.parse(readFixture(fixture));

let server: FakeProvider;
let connection: Connection;

const connect = (fields: Record<string, unknown> = {}) => {
  connection?.close();
  connection = connectionTo('replicate', {
    ...{ endpoint: `${server.url}/v1`, api_key: 'r8_test' },
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

const ACCOUNT = json('replicate/account.json');
const MODEL = json('replicate/model.json');
const VERSION = json('replicate/version.json');
const LOOKUP = 'GET /v1/models/meta/meta-llama-3-8b-instruct';
const notFound = [
  404,
  { title: 'Not found', detail: 'The requested resource could not be found.', status: 404 },
];

describe('the test', () => {
  test('asks for the account, which proves the key, and looks the model up', async () => {
    answerByPath(server, { 'GET /v1/account': ACCOUNT, [LOOKUP]: MODEL });
    expect(await connection.test()).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^The key is accepted and meta\/meta-llama-3-8b-instruct is there;/),
      warnings: [],
    });
    const headers = { authorization: 'Bearer r8_test' };
    expect(server.requests).toMatchObject([
      { path: '/v1/account', headers, body: null },
      { path: '/v1/models/meta/meta-llama-3-8b-instruct', headers, body: null },
    ]);
  });

  test('looks a version up below its model', async () => {
    connect({ model: `acme/my-model:${VERSION.id}` });
    answerByPath(server, {
      'GET /v1/account': ACCOUNT,
      [`GET /v1/models/acme/my-model/versions/${VERSION.id}`]: VERSION,
    });
    expect(await connection.test()).toMatchObject({ ok: true, warnings: [] });
  });

  test('a version alone cannot be looked up, and that is said', async () => {
    connect({ model: VERSION.id });
    answerByPath(server, { 'GET /v1/account': ACCOUNT });
    expect(await connection.test()).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^The key is accepted; connected in/),
      warnings: [expect.stringContaining('cannot be looked up')],
    });
  });

  test('a model that Replicate does not run by name is to be named with its version', async () => {
    answerByPath(server, { 'GET /v1/account': ACCOUNT, [LOOKUP]: { ...MODEL, is_official: false } });
    expect(await connection.test()).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining(`meta/meta-llama-3-8b-instruct:${VERSION.id}`)],
    });
  });

  test('encodes the name of the model', async () => {
    connect({ model: 'acme/my model?x=1' });
    answerByPath(server, { 'GET /v1/account': ACCOUNT });
    await connection.test();
    expect(pathsOf(server)[1]).toBe('GET /v1/models/acme/my%20model%3Fx%3D1');
  });

  test.each([
    [
      'a wrong key',
      { 'GET /v1/account': [401, { title: 'Unauthenticated', detail: 'You did not…' }] },
      'wrong_key',
    ],
    ['a missing model', { 'GET /v1/account': ACCOUNT, [LOOKUP]: notFound }, 'model_not_found'],
    ['a wrong address', { 'GET /v1/account': notFound }, 'unexpected_answer'],
  ])('%s is told apart', async (_name, routes, failure) => {
    answerByPath(server, routes);
    expect(await connection.test()).toMatchObject({ failure, suggestions: [] });
  });
});

test('there is no list, and what to do instead is said', async () => {
  await expect(connection.list()).rejects.toMatchObject({
    message: expect.stringContaining('such as meta/meta-llama-3-8b-instruct'),
  });
  expect(server.requests).toHaveLength(0);
});
