import type { ServerResponse } from 'node:http';
import { EXECUTE, call, clearLogs, createUser, basic, grantPublic, readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { readFixture, startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const KIND = 'openai-compatible';
const COMPLETION = readFixture('openai/completion.json');

let provider: FakeProvider;
let site: Site;

const tool = (name: string, changes = {}) =>
  summarizer({ name, provider: 'local', max_tokens: 100, ...changes });

beforeAll(async () => {
  provider = await startFakeProvider();
  const local = { kind: KIND, endpoint: provider.url, model: 'priced', api_key: 'the-key-0123456789' };
  site = await startSite({
    plugin: {
      providers: {
        local,
        hasty: { ...local, timeout_ms: 300 },
        narrow: { ...local, context_window: 1000 },
        openai: {},
      },
      prices: {
        'local/priced': { input: 1000, output: 1000 },
        'hasty/priced': { input: 1000, output: 1000 },
      },
      tools: [
        tool('Plain'),
        tool('Kept', { cache_duration: 60 }),
        tool('Limited', { rate_limit: 1 }),
        tool('Poor', { budget_usd: 0.0001 }),
        tool('Hasty', { provider: 'hasty' }),
        tool('Off', { enabled: false }),
        tool('Keyless', { provider: 'openai', model: 'gpt-6-luna' }),
        tool('Small', { provider: 'narrow' }),
      ],
      logs: { capture: 'all' },
    },
  });
  await grantPublic(site, [EXECUTE]);
});
afterAll(async () => {
  await site?.stop();
  await provider.stop();
});
beforeEach(() => clearLogs(site));

const succeed = () => provider.answerJson(COMPLETION);
const failWith =
  (status: number, body: unknown = { error: { message: 'no' } }) =>
  () =>
    provider.answerJson(body, status);
const withCompletion = (changes: object) => () => {
  const completion = JSON.parse(COMPLETION);
  Object.assign(completion.choices[0], changes);
  provider.answerJson(completion);
};

const rest = (slug: string, body: unknown = { content: 'a text' }) =>
  call(site, 'POST', `execute/${slug}`, { body });

/** What every row of this site has, whatever became of the run. */
const always = {
  source: 'rest',
  caller_type: 'public',
  caller_id: null,
  caller_label: null,
  request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  latency_ms: expect.any(Number),
  createdAt: expect.any(String),
};
/** What a run costs that is answered with the fixture: 21 tokens in, 9 out, a dollar for a thousand. */
const paid = {
  prompt_tokens: 21,
  completion_tokens: 9,
  cached_tokens: 4,
  reasoning_tokens: 2,
  cost_micros: 30_000,
  attempts: 1,
  provider_ms: expect.any(Number),
};
const unpaid = { cost_micros: null, prompt_tokens: null, completion_tokens: null };
/** A run that ended before any provider was asked. */
const unasked = { attempts: 0, provider_ms: null, provider_status: null, output: null, model: null };
const asked = { provider: 'local', method: 'chat/completions', requested_model: 'priced' };
const error = (error_code: string) => ({
  status: 'error',
  error_code,
  error_message: expect.any(String),
  cached: false,
});

test('a success has every field', async () => {
  succeed();
  const answer = await rest('plain');
  expect(await readLogs(site)).toMatchObject([
    {
      ...always,
      ...asked,
      ...paid,
      request_id: answer.body.meta.request_id,
      tool_slug: 'plain',
      tool_name: 'Plain',
      model: 'gpt-6-luna-2026-09-22',
      status: 'success',
      error_code: null,
      error_message: null,
      provider_status: null,
      cached: false,
      inputs: { content: 'a text' },
      output: 'Strapi manages content.',
    },
  ]);
});

test.each([
  ['provider_error', 'plain', failWith(400), { ...asked, attempts: 1, provider_status: 400, ...unpaid }],
  [
    'provider_auth_failed',
    'plain',
    failWith(401),
    { ...asked, attempts: 1, provider_status: 401, ...unpaid },
  ],
  [
    'model_not_found',
    'plain',
    failWith(404, { error: { message: 'no such model', code: 'model_not_found' } }),
    { ...asked, attempts: 1, provider_status: 404, ...unpaid },
  ],
  [
    'provider_unavailable',
    'plain',
    failWith(503),
    { ...asked, attempts: 3, provider_status: 503, ...unpaid },
  ],
  ['invalid_provider_response', 'plain', failWith(200, { hello: 1 }), { ...asked, attempts: 1, ...unpaid }],
  [
    'empty_completion',
    'plain',
    withCompletion({ message: { role: 'assistant', content: '' } }),
    { ...asked, ...paid, output: null },
  ],
  [
    'content_refused',
    'plain',
    withCompletion({ finish_reason: 'content_filter', message: { role: 'assistant', content: null } }),
    { ...asked, ...paid, output: null },
  ],
  ['provider_timeout', 'hasty', () => provider.answer(() => {}), { provider: 'hasty', ...unpaid }],
  ['provider_not_configured', 'keyless', succeed, { provider: 'openai', ...unasked, ...unpaid }],
  ['context_window_exceeded', 'small', succeed, { ...unasked }],
  ['budget_exceeded', 'poor', succeed, { ...asked, ...unasked }],
  ['tool_not_found', 'off', succeed, { tool_name: null, provider: null, method: null, ...unasked }],
] as const)('%s', async (code, slug, provide, fields) => {
  provide();
  const body = slug === 'small' ? { content: 'word '.repeat(3000) } : { content: 'a text' };
  const answer = await rest(slug, body);
  expect(answer.body.error.code).toBe(code);
  expect(await readLogs(site)).toMatchObject([
    {
      ...always,
      ...error(code),
      tool_slug: slug,
      inputs: body,
      request_id: answer.body.error.details.request_id,
      ...fields,
    },
  ]);
});

test('inputs that break the schema, and a body that is no object of inputs', async () => {
  await rest('plain', { max_length: 'many' });
  await rest('plain', [1]);
  expect(await readLogs(site)).toMatchObject([
    { ...always, ...error('invalid_input'), ...unasked, tool_name: 'Plain', inputs: { max_length: 'many' } },
    { ...always, ...error('invalid_request'), ...unasked, tool_slug: 'plain' },
  ]);
});

test('over the rate limit', async () => {
  succeed();
  await rest('limited');
  await rest('limited');
  expect(await readLogs(site)).toMatchObject([
    { status: 'success' },
    {
      ...always,
      ...error('rate_limit_exceeded'),
      ...unasked,
      tool_slug: 'limited',
      inputs: { content: 'a text' },
    },
  ]);
});

test('from the cache: no tokens, no cost, no attempt', async () => {
  succeed();
  await rest('kept');
  await rest('kept');
  expect(await readLogs(site)).toMatchObject([
    { cached: false, ...paid },
    {
      ...always,
      status: 'success',
      cached: true,
      attempts: 0,
      cost_micros: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      provider: 'local',
      model: 'gpt-6-luna-2026-09-22',
      output: 'Strapi manages content.',
    },
  ]);
});

test('a caller that goes away', async () => {
  const waiting = new Promise<ServerResponse>((resolve) => {
    provider.answer((_request, response) => resolve(response));
  });
  const leaving = new AbortController();
  const running = site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool('plain', { content: 'x' }, { signal: leaving.signal });
  await waiting;
  leaving.abort();
  await running;
  expect(await readLogs(site)).toMatchObject([
    { status: 'cancelled', error_code: 'cancelled', tool_slug: 'plain', attempts: 1, output: null },
  ]);
});

test('what the host turns away: credentials, permissions, a body that is too large or no JSON', async () => {
  const user = await createUser(site, 'without', []);
  await call(site, 'POST', 'execute/plain', { body: {}, authorization: basic('nobody', 'wrong') });
  await call(site, 'POST', 'execute/plain', { body: {}, authorization: basic(user.username, user.password) });
  await rest('plain', { content: 'x'.repeat(1_200_000) });
  await rest('plain', '{"content":');
  const turnedAway = { ...always, ...unasked, tool_slug: 'plain', status: 'refused', inputs: null };
  expect(await readLogs(site)).toMatchObject([
    { ...turnedAway, error_code: 'unauthorized' },
    {
      ...turnedAway,
      error_code: 'forbidden',
      caller_type: 'user',
      caller_id: String(user.id),
      caller_label: 'without',
    },
    { ...turnedAway, error_code: 'payload_too_large' },
    { ...turnedAway, error_code: 'invalid_request' },
  ]);
});

test('our own fault leaves its stack in the row', async () => {
  succeed();
  await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool(
      'plain',
      { content: 'x' },
      {
        onChunk: () => {
          throw new TypeError('a listener broke');
        },
      },
    );
  expect(await readLogs(site)).toMatchObject([
    { ...error('internal_error'), error_message: expect.stringContaining('TypeError: a listener broke\n') },
  ]);
});

test('every way in says so: REST, REST as a stream, in process, in process for somebody', async () => {
  succeed();
  const user = await createUser(site, 'jane');
  await call(site, 'POST', 'execute/plain', {
    body: { content: 'x' },
    authorization: basic('jane', user.password),
  });
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(readFixture('openai/stream.txt'));
  });
  await call(site, 'POST', 'execute/plain?stream=true', { body: { content: 'x' } });
  succeed();
  const { executeTool } = site.strapi.plugin('ai-tools').service('execute');
  await executeTool('plain', { content: 'x' });
  await executeTool(
    'plain',
    { content: 'x' },
    { source: 'newsletter', caller: { type: 'admin', id: '7', label: 'Ed Itor', address: null } },
  );
  expect(await readLogs(site)).toMatchObject([
    {
      source: 'rest',
      caller_type: 'user',
      caller_id: String(user.id),
      caller_label: 'jane',
      status: 'success',
    },
    { source: 'rest', caller_type: 'public', status: 'success', output: expect.any(String) },
    { source: 'service', caller_type: 'internal', caller_id: null, status: 'success' },
    {
      source: 'newsletter',
      caller_type: 'admin',
      caller_id: '7',
      caller_label: 'Ed Itor',
      status: 'success',
    },
  ]);
});
