import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdminToken } from '../support/admin-caller';
import { EXECUTE, basic, call, clearLogs, createUser, execute, readLogs } from '../support/callers';
import { summarizer, textOf } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const INPUTS = { content: 'text' };

let site: Site;
let provider: FakeProvider;
let authorization: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  site = await startSite({
    plugin: {
      network: { allow_private_endpoints: ['openai'] },
      providers: {
        openai: { endpoint: provider.url, api_key: 'sk-canary-0123456789abcdef', timeout_ms: 20_000 },
        // short enough to wait for its end
        hasty: { kind: 'openai', endpoint: provider.url, api_key: 'k', timeout_ms: 1000 },
      },
      tools: [
        summarizer(),
        summarizer({ name: 'Remote', provider: 'openai' }),
        summarizer({ name: 'Hasty', provider: 'hasty' }),
        summarizer({
          name: 'Pattern',
          input_schema: { type: 'object', properties: { word: { type: 'string', pattern: '^(a+)+$' } } },
          prompt_template: '{{word}}',
        }),
      ],
    },
  });
  authorization = basic('ann', (await createUser(site, 'ann', [EXECUTE])).password);
});
afterAll(async () => {
  await site?.stop();
  await provider.stop();
});
beforeEach(() => clearLogs(site));

/** A request as the bytes say, which no URL parser has tidied up before. */
const rawRequest = (
  path: string,
  headers: http.OutgoingHttpHeaders,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    const request = http.request({ hostname, port, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', reject);
    request.end('{"content":"text"}');
  });

const expectRow = async (row: Record<string, unknown>) => {
  expect(await readLogs(site)).toMatchObject([row]);
};

const stillServes = async () => {
  expect((await execute(site, 'content-summarizer', INPUTS, authorization)).status).toBe(200);
};
afterEach(stillServes);

describe('bodies', () => {
  test.each([
    ['no JSON', '{"content": "tex'],
    ['a string', '"content"'],
    ['an array', '[{"content":"text"}]'],
    ['a number', '42'],
    ['null', 'null'],
    ['JSON with __proto__', '{"content":"x","__proto__":{"a":1}}'],
  ])('%s is invalid_request with one row', async (_name, body) => {
    const answer = await execute(site, 'content-summarizer', body, authorization);
    expect(answer).toMatchObject({ status: 400, body: { data: null, error: { code: 'invalid_request' } } });
    await expectRow({ error_code: 'invalid_request', request_id: answer.headers.get('x-request-id') });
  });

  test.each([
    ['text/plain', '{"content":"text"}'],
    ['application/x-www-form-urlencoded', 'content=text'],
  ])('a body of type %s is invalid_request', async (type, body) => {
    const answer = await call(site, 'POST', 'execute/content-summarizer', {
      authorization,
      headers: { 'content-type': type },
      body,
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    await expectRow({ error_code: 'invalid_request' });
  });

  test.each([
    ['compressed with gzip and is not', { 'content-encoding': 'gzip', 'content-type': 'application/json' }],
    ['in parts and names no boundary', { 'content-type': 'multipart/form-data' }],
  ])('a body that says it is %s is invalid_request', async (_name, headers) => {
    const body = '{"content":"text"}';
    const answer = await call(site, 'POST', 'execute/content-summarizer', { authorization, headers, body });
    expect(answer).toMatchObject({ status: 400, body: { data: null, error: { code: 'invalid_request' } } });
    await expectRow({ error_code: 'invalid_request', request_id: answer.headers.get('x-request-id') });

    const token = await createAdminToken(site);
    const refusal = await fetch(`${site.url}/ai-tools/tools/check`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body,
    });
    expect(refusal.status).toBe(400);
    expect(await refusal.json()).toMatchObject({
      data: null,
      error: { status: 400, name: 'BadRequestError' },
    });
  });

  test('2 MB is too large', async () => {
    const answer = await execute(site, 'content-summarizer', { content: 'x'.repeat(2e6) }, authorization);
    expect(answer).toMatchObject({ status: 413, body: { data: null, error: { status: 413 } } });
    await expectRow({ status: 'refused', error_code: 'payload_too_large' });
  });
});

describe('inputs', () => {
  test.each([
    [{}, 'content'],
    [{ content: 1 }, 'content'],
    [{ content: 'x', max_length: '100' }, 'max_length'],
    [{ content: 'x', extra: 1 }, 'extra'],
    [{ content: 'x', 'a\0b': 1 }, 'a\0b'],
    [{ content: 'x', '\ud800': 1 }, '\ud800'],
    [{ content: 'x', constructor: 1 }, 'constructor'],
    [{ content: 'x', prototype: 1 }, 'prototype'],
    [{ content: 'x', hasOwnProperty: 1 }, 'hasOwnProperty'],
  ])('%j is invalid_input and names %s', async (body, input) => {
    const answer = await execute(site, 'content-summarizer', body, authorization);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: { code: 'invalid_input', details: { inputs: [{ input, message: expect.any(String) }] } },
      },
    });
    await expectRow({ status: 'error', error_code: 'invalid_input' });
  });

  test('a placeholder inside a value stays what it is', async () => {
    const content = '{{max_length}} {% include "x" %} {{ "a" | upcase }}';
    const { body } = await execute(site, 'content-summarizer', { content }, authorization);
    expect(textOf(body)).toContain(`words: ${content}`);
  });

  test('a body nested a hundred thousand times is refused', async () => {
    const content = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = await execute(site, 'content-summarizer', `{"content":${content}}`, authorization);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: expect.stringMatching(/^invalid_/) } },
    });
    expect(await readLogs(site)).toHaveLength(1);
  });

  test('a pattern that other engines backtrack on for ever is answered', async () => {
    const answer = await execute(site, 'pattern', { word: `${'a'.repeat(100_000)}!` }, authorization);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
  });

  test('NUL and all of Unicode pass through to the prompt', async () => {
    const content = 'a\0b 世界 \u{1F600} \u2028';
    const { body } = await execute(site, 'content-summarizer', { content }, authorization);
    expect(textOf(body)).toContain(content);
  });
});

describe('slugs', () => {
  test.each([
    '/api/ai-tools/v1/execute/../../../etc/passwd',
    '/api/ai-tools/v1/execute/..%2F..%2Fetc%2Fpasswd',
    '/api/ai-tools/v1/execute/Content-Summarizer',
    '/api/ai-tools/v1/execute/unknown',
    '/api/ai-tools/v1/execute/%00',
    '/api/ai-tools/v1/execute/%E0%A4%A',
    '/api/ai-tools/v1/execute/content-summarizer/more',
    `/api/ai-tools/v1/execute/${'x'.repeat(10_000)}`,
  ])('%s is tool_not_found with one row', async (path) => {
    const { status, text } = await rawRequest(path, { authorization, 'content-type': 'application/json' });
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ data: null, error: { code: 'tool_not_found' } });
    await expectRow({ error_code: 'tool_not_found' });
  });
});

describe('credentials', () => {
  test.each([
    ['of 5 kB', `Basic ${'QUFB'.repeat(1250)}`],
    ['with quotes', 'Basic "ann":"password"'],
    ['with NUL in them', basic('ann\0', 'pass\0word')],
    ['that are not base64', 'Basic %%%%'],
    ['with a password over 72 bytes', basic('ann', 'x'.repeat(73))],
    ['without a colon', `Basic ${Buffer.from('ann').toString('base64')}`],
    ['that try SQL', basic("' OR 1=1 --", "' OR 1=1 --")],
  ])('%s are 401 with one row', async (_name, header) => {
    const answer = await execute(site, 'content-summarizer', INPUTS, header);
    expect(answer).toMatchObject({ status: 401, body: { data: null, error: { status: 401 } } });
    await expectRow({ status: 'refused', error_code: 'unauthorized' });
  });

  test('that are wrong leave their row under every spelling of the address that the site knows', async () => {
    for (const path of [
      '/API/AI-TOOLS/v1/Execute/content-summarizer',
      '/api/ai-tools/v1/execute/content-summarizer/',
    ]) {
      await clearLogs(site);
      const headers = { authorization: basic('nobody', 'wrong'), 'content-type': 'application/json' };
      expect((await rawRequest(path, headers)).status).toBe(401);
      await expectRow({ tool_slug: 'content-summarizer', status: 'refused', error_code: 'unauthorized' });
    }
  });

  test('a right password with more behind its 72nd byte is not the right password', async () => {
    const password = 'p'.repeat(72);
    await createUser(site, 'long', [EXECUTE], password);
    expect((await execute(site, 'content-summarizer', INPUTS, basic('long', password))).status).toBe(200);
    expect((await execute(site, 'content-summarizer', INPUTS, basic('long', `${password}x`))).status).toBe(
      401,
    );
  });
});

describe('providers that misbehave', () => {
  test.each([
    ['HTML', 200, '<html></html>', 'invalid_provider_response', 502],
    ['truncated JSON', 200, '{"choices":[{"mess', 'invalid_provider_response', 502],
    ['an empty body', 200, '', 'invalid_provider_response', 502],
    [
      '200 with an error in it',
      200,
      '{"error":{"message":"boom sk-canary-0123456789abcdef"}}',
      'provider_error',
      502,
    ],
    ['a redirect', 302, '', 'provider_error', 502],
  ])('%s (status %i)', async (_name, providerStatus, body, code, status) => {
    provider.answerJson(body, providerStatus, { location: 'http://169.254.169.254/' });
    const answer = await execute(site, 'remote', INPUTS, authorization);
    expect(answer).toMatchObject({
      status,
      body: { error: { code, details: { provider_status: providerStatus } } },
    });
    await expectRow({ status: 'error', error_code: code, provider_status: providerStatus });
    expect(JSON.stringify([answer.body, await readLogs(site)])).not.toContain('sk-canary');
  });

  test('a byte a second ends at the deadline', async () => {
    let timer: NodeJS.Timeout | undefined;
    provider.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      timer = setInterval(() => response.write(' '), 1000);
    });
    const answer = await execute(site, 'hasty', INPUTS, authorization);
    clearInterval(timer);
    expect(answer).toMatchObject({ status: 504, body: { error: { code: 'provider_timeout' } } });
    await expectRow({ error_code: 'provider_timeout' });
  });

  test('50 MB', async () => {
    provider.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.alloc(50 * 1024 * 1024, 32));
    });
    const answer = await execute(site, 'remote', INPUTS, authorization);
    expect(answer).toMatchObject({ status: 502, body: { error: { code: 'invalid_provider_response' } } });
  });
});

test('a stream that breaks off after its first byte ends with an error event, and not with [DONE]', async () => {
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"Half an ans"}}]}\n\n');
    response.end('data: {"error":{"message":"overloaded"}}\n\n');
  });
  const answer = await call(site, 'POST', 'execute/remote?stream=true', { authorization, body: INPUTS });
  expect(answer.status).toBe(200);
  const events: string[] = answer.body.trim().split('\n\n');
  expect(events).toHaveLength(2);
  expect(events[0]).toContain('Half an ans');
  expect(JSON.parse(events[1]?.replace(/^data: /, '') ?? '')).toMatchObject({
    error: { code: 'provider_error', details: { request_id: answer.headers.get('x-request-id') } },
  });
  await expectRow({ status: 'error', error_code: 'provider_error' });
});

test.each(['', '?stream=true'])(
  'a caller that hangs up ends the call to the provider and is logged (%s)',
  async (query) => {
    const caller = new AbortController();
    let hungUp = false;
    provider.answer((_request, response) => {
      response.once('close', () => {
        hungUp = true;
      });
      caller.abort();
    });
    await expect(
      fetch(`${site.url}/api/ai-tools/v1/execute/remote${query}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(INPUTS),
        signal: caller.signal,
      }),
    ).rejects.toThrow();

    while (!hungUp || (await readLogs(site)).length === 0) await pause(10);
    await expectRow({ status: 'cancelled', error_code: 'cancelled', tool_slug: 'remote', attempts: 1 });
  },
);
