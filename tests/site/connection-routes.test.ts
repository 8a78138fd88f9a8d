import { createAdminCaller, faultyFields, recordingAnswers } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { readFixture, startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const KEY = 'canary-stored-key-0123456789';
const WRONG_KEY = 'canary-wrong-key-0123456789';
const CODE_KEY = 'canary-code-key-0123456789';
const UID = 'plugin::ai-tools.provider';

let site: Site;
let admin: AdminCaller;
let server: FakeProvider;
/** where no key must arrive that was not typed for it */
let elsewhere: FakeProvider;
let models: string[];
const answers: string[] = [];

/** A server that speaks OpenAI's format, knows some models and one key, and quotes the key it refuses. */
const serve = (fake: FakeProvider): void =>
  fake.answer(({ path, headers, body }, response) => {
    const answer = (status: number, content: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof content === 'string' ? content : JSON.stringify(content));
    };
    const key = headers.authorization?.replace('Bearer ', '');
    if (key !== KEY) {
      const message = `Incorrect API key provided: ${key}`;
      return answer(401, { error: { message, code: 'invalid_api_key' } });
    }
    if (path.endsWith('/models')) return answer(200, { object: 'list', data: models.map((id) => ({ id })) });
    const { model } = Object(body);
    if (models.includes(model)) return answer(200, readFixture('openai/completion.json'));
    return answer(404, {
      error: { message: `The model \`${model}\` does not exist.`, code: 'model_not_found' },
    });
  });

const listRequests = (fake: FakeProvider): number =>
  fake.requests.filter(({ path }) => path.endsWith('/models')).length;

beforeAll(async () => {
  server = await startFakeProvider();
  elsewhere = await startFakeProvider();
  serve(server);
  serve(elsewhere);
  site = await startSite({
    plugin: {
      providers: { mistral: { api_key: CODE_KEY } },
      network: { allow_private_endpoints: ['ollama', 'openai-compatible', 'mistral'] },
    },
    files: HOST_LOG_FILES,
  });
  admin = recordingAnswers(await createAdminCaller(site), answers);
});
afterAll(async () => {
  await site?.stop();
  await server.stop();
  await elsewhere.stop();
});
beforeEach(async () => {
  models = ['small-model', 'large-model'];
  elsewhere.requests.length = 0;
  await admin('PUT', 'providers/local', {
    kind: 'openai-compatible',
    endpoint: server.url,
    api_key: KEY,
    model: 'small-model',
  });
  server.requests.length = 0;
});
afterEach(() => site.strapi.db.query(UID).deleteMany({}));

const testOf = async (id: string, typed: object = {}) => {
  const { status, body } = await admin('POST', `providers/${id}/test`, typed);
  expect(status).toBe(200);
  return body.data;
};

const modelsOf = async (id: string, typed: object = {}) => {
  const { status, body } = await admin('POST', `providers/${id}/models`, typed);
  expect(status).toBe(200);
  return body.data;
};

const ids = (list: { models: { id: string }[] }): string[] => list.models.map(({ id }) => id).sort();

describe('a connection test', () => {
  test('of what is stored is green when the provider answers', async () => {
    expect(await testOf('local')).toMatchObject({
      ok: true,
      message: expect.any(String),
      latency_ms: expect.any(Number),
    });
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test('takes what has been typed before what is stored, and stores nothing of it', async () => {
    const before = await site.strapi.db.query(UID).findMany({});
    expect(await testOf('local', { api_key: WRONG_KEY, model: 'large-model' })).toMatchObject({
      ok: false,
      failure: 'wrong_key',
    });
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${WRONG_KEY}`);
    expect(await site.strapi.db.query(UID).findMany({})).toEqual(before);
  });

  test('is there for a provider that is only being typed, and for one that is switched off', async () => {
    const typed = { kind: 'openai-compatible', endpoint: server.url, api_key: KEY, model: 'large-model' };
    expect(await testOf('brand-new', typed)).toMatchObject({ ok: true });
    expect(await site.strapi.db.query(UID).count({ where: { provider_id: 'brand-new' } })).toBe(0);

    await admin('PUT', 'providers/local', { enabled: false });
    expect(await testOf('local')).toMatchObject({ ok: true });
    expect(await testOf('sandbox')).toMatchObject({ ok: true });
  });

  test('says which model was meant when there is none of that name', async () => {
    expect(await testOf('local', { model: 'smal-model' })).toMatchObject({
      ok: false,
      failure: 'model_not_found',
      suggestions: expect.arrayContaining(['small-model']),
    });
  });

  test('says that nobody listens', async () => {
    const gone = await startFakeProvider();
    await gone.stop();
    expect(await testOf('local', { endpoint: gone.url, api_key: KEY })).toMatchObject({
      ok: false,
      failure: 'connection_failed',
    });
  });

  test('says where a key is missing', async () => {
    expect(await testOf('google')).toMatchObject({
      ok: false,
      failure: 'not_configured',
      message: expect.stringContaining('GOOGLE_API_KEY'),
    });
  });

  test('sends nothing to an address that is not allowed', async () => {
    for (const [id, endpoint] of [
      ['local', 'http://169.254.169.254/latest'],
      ['openai', elsewhere.url],
      ['openai', elsewhere.url.replace('127.0.0.1', 'localhost')],
    ] as const) {
      expect([endpoint, await testOf(id, { endpoint, api_key: KEY })]).toMatchObject([
        endpoint,
        { ok: false, failure: 'endpoint_not_allowed' },
      ]);
    }
    expect(elsewhere.requests).toEqual([]);
  });

  test('sends a stored key to no other host than the one it was typed for', async () => {
    const moved = { endpoint: elsewhere.url };
    expect(await testOf('local', moved)).toMatchObject({
      ok: false,
      failure: 'not_configured',
      message: expect.stringMatching(/type the key again/i),
    });
    expect(await modelsOf('local', moved)).toMatchObject({
      models: [],
      problem: expect.stringMatching(/type the key again/i),
    });
    expect(elsewhere.requests).toEqual([]);

    expect(await testOf('local', { ...moved, api_key: KEY })).toMatchObject({ ok: true });
    expect(await testOf('local', { ...moved, api_key: null })).toMatchObject({ failure: 'wrong_key' });
    expect(elsewhere.requests.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  test('sends a key from code to no endpoint that was typed', async () => {
    expect(await testOf('mistral', { endpoint: elsewhere.url })).toMatchObject({
      ok: false,
      failure: 'not_configured',
      message: expect.stringContaining('providers.mistral.endpoint'),
    });
    expect((await modelsOf('mistral', { endpoint: elsewhere.url })).problem).toContain('not sent');
    expect(faultyFields(await admin('POST', 'providers/mistral/test', { api_key: KEY }))).toEqual([
      'api_key',
    ]);
    expect(elsewhere.requests).toEqual([]);
  });

  test('finds every fault of what was typed at once, and tries nothing', async () => {
    const typed = { temperature: 7, context_window: 0, colour: 'blue', endpoint: 'ftp://server' };
    for (const action of ['test', 'models']) {
      expect(faultyFields(await admin('POST', `providers/local/${action}`, typed))).toEqual([
        'colour',
        'context_window',
        'endpoint',
        'temperature',
      ]);
      expect(faultyFields(await admin('POST', `providers/nowhere/${action}`, {}))).toEqual(['kind']);
    }
    expect(server.requests).toEqual([]);
  });

  test('is called off when whoever asked for it leaves', async () => {
    const leaving = new AbortController();
    const calledOff = new Promise<void>((resolve) => {
      server.answer((_request, response) => {
        response.once('close', resolve);
        leaving.abort();
      });
    });
    await expect(admin('POST', 'providers/local/test', {}, leaving.signal)).rejects.toThrow('abort');
    await calledOff;
    serve(server);
    // sooner than the test itself gives up
  }, 10_000);

  test('can be made by site code', async () => {
    const connections = site.strapi.plugin('ai-tools').service('connections');
    expect(await connections.test('local')).toMatchObject({ ok: true });
    expect(ids(await connections.listModels('local'))).toEqual(['large-model', 'small-model']);
  });
});

describe('a list of models', () => {
  test('is fetched once for all who ask within a minute', async () => {
    const lists = await Promise.all([modelsOf('local'), modelsOf('local'), modelsOf('local')]);
    expect(lists.map(ids)).toEqual(Array(3).fill(['large-model', 'small-model']));
    models.push('new-model');
    expect(ids(await modelsOf('local'))).toEqual(['large-model', 'small-model']);
    expect(listRequests(server)).toBe(1);
  });

  test('is fetched again after a change of a provider', async () => {
    await modelsOf('local');
    models.push('new-model');
    await admin('PUT', 'providers/local', { label: 'Ours' });
    expect(ids(await modelsOf('local'))).toContain('new-model');
  });

  test('is not shown to somebody who types another key', async () => {
    await modelsOf('local');
    expect(await modelsOf('local', { api_key: WRONG_KEY })).toMatchObject({
      models: [],
      problem: expect.any(String),
    });
    expect(ids(await modelsOf('local', { endpoint: elsewhere.url, api_key: KEY }))).toContain('small-model');
    expect(listRequests(elsewhere)).toBe(1);
  });

  test('that could not be had is asked for again', async () => {
    server.answerJson({ error: { message: 'broken' } }, 500);
    expect((await modelsOf('local')).problem).not.toBeNull();
    serve(server);
    expect(ids(await modelsOf('local'))).toEqual(['large-model', 'small-model']);
  });
});

// last: it looks back at everything above
test('no answer and no line of the log ever held a key, not even one that the provider quoted', () => {
  const log = readHostLog(site);
  expect(log).toContain('POST /ai-tools/providers/local/test');
  for (const key of [KEY, WRONG_KEY, CODE_KEY]) {
    expect(answers.filter((body) => body.includes(key))).toEqual([]);
    expect(log.split('\n').filter((line) => line.includes(key))).toEqual([]);
  }
});
