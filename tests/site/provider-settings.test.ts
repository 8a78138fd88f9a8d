import { createAdminCaller, faultyFields, recordingAnswers } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const STORED_KEY = 'sk-canary-stored-0123456789abWXYZ';
const CONFIG_KEY = 'sk-canary-config-0123456789abcdef';
const CONSTANT_KEY = 'canary-constant-0123456789abcdef';
const KEYS = [STORED_KEY, CONFIG_KEY, CONSTANT_KEY];

const UID = 'plugin::ai-tools.provider';

let site: Site;
let admin: AdminCaller;

/** every body that a test was answered with */
const answers: string[] = [];

beforeAll(async () => {
  process.env.ANTHROPIC_API_KEY = CONSTANT_KEY;
  site = await startSite({
    plugin: {
      providers: {
        mistral: { api_key: CONFIG_KEY, model: 'mistral-from-code' },
        local: { kind: 'openai-compatible', endpoint: 'http://127.0.0.1:9/v1' },
      },
    },
    files: HOST_LOG_FILES,
  });
  admin = recordingAnswers(await createAdminCaller(site), answers);
});
afterAll(async () => {
  delete process.env.ANTHROPIC_API_KEY;
  await site?.stop();
});
afterEach(() => site.strapi.db.query(UID).deleteMany({}));

const findProvider = async (id: string) => {
  const { body } = await admin('GET', 'providers');
  return body.data.find((provider: { id: string }) => provider.id === id);
};

test('what the host keeps of a row cannot be written, nor a provider be made another', async () => {
  await admin('PUT', 'providers/openai', { label: 'Ours' });
  const before = await site.strapi.db.query(UID).findMany({ populate: ['createdBy'] });
  const fields = {
    id: 77,
    documentId: 'chosen',
    provider_id: 'mistral',
    createdBy: 1,
    created_by_id: 1,
    createdAt: '2001-01-01T00:00:00.000Z',
    publishedAt: null,
  };
  const answer = await admin('PUT', 'providers/openai', { label: 'Theirs', ...fields });
  expect(faultyFields(answer)).toEqual(Object.keys(fields).sort());
  for (const text of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}']) {
    const { status } = await admin('PUT', 'providers/openai', JSON.parse(text));
    expect(status).toBe(400);
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(await site.strapi.db.query(UID).findMany({ populate: ['createdBy'] })).toEqual(before);
});

test('the list has every provider and every kind, each with where its key comes from', async () => {
  const { body } = await admin('GET', 'providers');
  const byId = Object.fromEntries(body.data.map((provider: { id: string }) => [provider.id, provider]));
  expect(Object.keys(byId)).toEqual(
    expect.arrayContaining(['openai', 'anthropic', 'google', 'mistral', 'ollama', 'sandbox', 'local']),
  );
  expect(byId).not.toHaveProperty('openai-compatible');
  expect(byId.openai).toMatchObject({
    kind: 'openai',
    stored: null,
    locked: [],
    key: { needed: true, source: null, constant: null, last_four: null },
    problem: expect.stringContaining('OPENAI_API_KEY'),
    built_in: true,
    effective: { endpoint: 'https://api.openai.com/v1', enabled: true, context_window: null },
  });
  expect(byId.anthropic).toMatchObject({
    locked: ['api_key'],
    key: { source: 'constant', constant: 'ANTHROPIC_API_KEY', last_four: 'cdef' },
    problem: null,
  });
  expect(byId.mistral).toMatchObject({
    locked: ['api_key', 'model'],
    key: { source: 'config', constant: null, last_four: 'cdef' },
    effective: { model: 'mistral-from-code' },
  });
  expect(byId.local).toMatchObject({ locked: ['kind', 'endpoint'], key: { needed: false }, built_in: false });
  expect(body.kinds).toContainEqual(
    expect.objectContaining({
      kind: 'google',
      key_constants: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
      needs_key: true,
    }),
  );
});

test('a change is stored, answered and in force; what is left out stays, null takes away', async () => {
  const saved = await admin('PUT', 'providers/openai', {
    api_key: STORED_KEY,
    model: 'gpt-6-luna',
    context_window: 8192,
    enabled: false,
  });
  expect(saved.status).toBe(200);
  expect(saved.body.data).toMatchObject({
    id: 'openai',
    effective: { model: 'gpt-6-luna', context_window: 8192, enabled: false },
    stored: { model: 'gpt-6-luna', context_window: 8192, label: null },
    key: { source: 'stored', last_four: 'WXYZ' },
    problem: expect.stringContaining('switched off'),
  });
  expect(saved.body.data.stored).not.toHaveProperty('api_key');

  await admin('PUT', 'providers/openai', { enabled: null, model: null });
  expect(await findProvider('openai')).toMatchObject({
    effective: { enabled: true, context_window: 8192 },
    stored: { model: null },
    key: { source: 'stored', last_four: 'WXYZ' },
    problem: null,
  });

  await admin('PUT', 'providers/openai', { api_key: null });
  expect(await findProvider('openai')).toMatchObject({ key: { source: null, last_four: null } });
  expect(await site.strapi.db.query(UID).findOne({ where: { provider_id: 'openai' } })).toMatchObject({
    api_key: null,
  });
});

test('of a key that is too short to show a part of it, nothing is shown', async () => {
  await admin('PUT', 'providers/ollama', { api_key: 'a1b2c3d' });
  expect((await findProvider('ollama')).key).toMatchObject({ source: 'stored', last_four: null });
  await admin('PUT', 'providers/ollama', { api_key: 'a1b2c3d4' });
  expect((await findProvider('ollama')).key).toMatchObject({ last_four: 'c3d4' });
});

test('another provider of a kind is made and deleted; one that comes with the plugin goes back to its defaults', async () => {
  const work = await admin('PUT', 'providers/work', { kind: 'anthropic', label: 'Work' });
  expect(work.body.data).toMatchObject({ kind: 'anthropic', label: 'Work', built_in: false });
  // the constant is the key of the account that comes with the plugin, and of no other
  expect(work.body.data.key.source).toBeNull();
  expect((await admin('DELETE', 'providers/work')).body).toEqual({ data: null });
  expect(await findProvider('work')).toBeUndefined();

  await admin('PUT', 'providers/openai', { label: 'Ours', api_key: STORED_KEY });
  const reset = await admin('DELETE', 'providers/openai');
  expect(reset.body.data).toMatchObject({ label: 'OpenAI', stored: null, key: { source: null } });
  expect((await admin('DELETE', 'providers/openai')).status).toBe(200);
  expect((await admin('DELETE', 'providers/nowhere')).status).toBe(404);
});

test('a key can be stored for a provider whose kind and endpoint come from code', async () => {
  const { status, body } = await admin('PUT', 'providers/local', { api_key: STORED_KEY });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    kind: 'openai-compatible',
    key: { source: 'stored', last_four: 'WXYZ' },
  });
});

test('every fault is told at once, each at its field', async () => {
  const answer = await admin('PUT', 'providers/mistral', {
    model: 'another',
    api_key: STORED_KEY,
    temperature: 7,
    context_window: 0.5,
    endpoint: 42,
    colour: 'blue',
  });
  expect(faultyFields(answer)).toEqual([
    'api_key',
    'colour',
    'context_window',
    'endpoint',
    'model',
    'temperature',
  ]);
  expect(
    faultyFields(
      await admin('PUT', 'providers/My Server', { endpoint: 'http://169.254.169.254', top_k: 'x' }),
    ),
  ).toEqual(['endpoint', 'kind', 'provider_id', 'top_k']);
  expect((await admin('PUT', 'providers/openai', [STORED_KEY])).status).toBe(400);
  expect(faultyFields(await admin('PUT', 'providers/openai', { api_key: 'sk-canary\nstored' }))).toEqual([
    'api_key',
  ]);
  expect(await site.strapi.db.query(UID).count({})).toBe(0);
});

test('what code has set cannot be changed, a key from the environment included', async () => {
  expect(faultyFields(await admin('PUT', 'providers/anthropic', { api_key: STORED_KEY }))).toEqual([
    'api_key',
  ]);
  expect(
    faultyFields(await admin('PUT', 'providers/local', { endpoint: 'https://elsewhere.example' })),
  ).toEqual(['endpoint']);
  expect(faultyFields(await admin('PUT', 'providers/mistral', { model: null }))).toEqual(['model']);
  // a form that sends back what it was shown changes nothing
  const unchanged = await admin('PUT', 'providers/mistral', { model: 'mistral-from-code', label: 'Ours' });
  expect(unchanged.body.data).toMatchObject({ label: 'Ours', stored: { model: null } });
});

test('a stored key stays with the host that it was typed for', async () => {
  await admin('PUT', 'providers/openai', { api_key: STORED_KEY });
  const elsewhere = { endpoint: 'https://elsewhere.example/v1' };
  expect(faultyFields(await admin('PUT', 'providers/openai', elsewhere))).toEqual(['api_key']);
  expect(faultyFields(await admin('PUT', 'providers/openai', { kind: 'anthropic' }))).toEqual(['api_key']);
  expect(
    faultyFields(await admin('PUT', 'providers/openai', { endpoint: 'http://api.openai.com/v1' })),
  ).toEqual(['api_key']);
  expect((await admin('PUT', 'providers/openai', { endpoint: 'https://api.openai.com/v2' })).status).toBe(
    200,
  );
  expect((await admin('PUT', 'providers/openai', { ...elsewhere, api_key: STORED_KEY })).status).toBe(200);
  expect((await admin('PUT', 'providers/openai', { endpoint: null, api_key: null })).status).toBe(200);
});

test('a row that was written past the rules, with its key in clear, tells nobody the key', async () => {
  await site.strapi.db
    .query(UID)
    .create({ data: { provider_id: 'openai', kind: 'openai', api_key: STORED_KEY } });
  expect(await findProvider('openai')).toMatchObject({
    key: { source: 'stored', last_four: null },
    problem: expect.stringContaining('cannot be decrypted'),
  });
});

test('site code changes providers by the same rules', async () => {
  const settings = site.strapi.plugin('ai-tools').service('provider-settings');
  expect(await settings.update('openai', { model: 'gpt-6-luna' })).toMatchObject({
    stored: { model: 'gpt-6-luna' },
  });
  await expect(settings.update('mistral', { model: 'another' })).rejects.toMatchObject({
    name: 'ValidationError',
  });
});

// last: it looks back at everything above
test('no answer and no line of the log ever held a key', () => {
  const log = readHostLog(site);
  expect(answers.length).toBeGreaterThan(20);
  expect(log).toContain('PUT /ai-tools/providers/openai');
  for (const key of KEYS) {
    expect(answers.filter((body) => body.includes(key))).toEqual([]);
    expect(log.split('\n').filter((line) => line.includes(key))).toEqual([]);
  }
});
