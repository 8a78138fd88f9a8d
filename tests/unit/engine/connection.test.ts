import { testConnection } from '../../../server/src/engine/test-connection';
import { createTransport } from '../../../server/src/providers/transport';
import { answerByPath, connectionTo } from '../../support/connection';
import type { Connection } from '../../support/connection';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';
import { startUntrustedServer } from '../../support/untrusted-server';

const KEY = 'my-secret-key-1234';

let server: FakeProvider;
let connection: Connection;

const connect = (fields: Record<string, unknown> = {}, kind = 'openai', options = {}) => {
  connection?.close();
  connection = connectionTo(kind, { endpoint: server.url, api_key: KEY, ...fields }, options);
};

beforeEach(async () => {
  server = await startFakeProvider();
  connect();
});
afterEach(async () => {
  connection.close();
  await server.stop();
});

/** The failed result of a test, which holds no key whatever went wrong. */
const failureOf = async (options: Parameters<Connection['test']>[0] = {}) => {
  const result = await connection.test(options);
  expect(JSON.stringify(result)).not.toContain(KEY);
  if (result.ok) throw new Error(`a success where a failure was expected: ${result.message}`);
  expect(result.latency_ms).toBeGreaterThanOrEqual(0);
  return result;
};

describe('not_configured', () => {
  test('a provider without a key says where to set it, and nothing is sent', async () => {
    connect({ api_key: undefined });
    const { failure, message } = await failureOf();
    expect(failure).toBe('not_configured');
    expect(message).toContain('providers.openai.api_key');
    expect(server.requests).toHaveLength(0);
  });
});

describe('connection_failed', () => {
  test.each([
    ['nobody at the address', () => server.stop(), 'Is it running?'],
    [
      'a connection that is broken off',
      async () => server.answer((_request, response) => void response.socket?.destroy()),
      'broke the connection',
    ],
  ])('%s', async (_name, prepare, words) => {
    await prepare();
    const { failure, message } = await failureOf();
    expect(failure).toBe('connection_failed');
    expect(message).toContain(words);
  });

  test('a host that does not exist', async () => {
    connect({ endpoint: 'http://no-such-host.invalid' });
    const { failure, message } = await failureOf();
    expect(failure).toBe('connection_failed');
    expect(message).toContain('cannot be found');
  });

  test('a certificate that nobody vouches for', async () => {
    const untrusted = await startUntrustedServer();
    connect({ endpoint: untrusted.url });
    const { failure, message } = await failureOf();
    untrusted.stop();
    expect(failure).toBe('connection_failed');
    expect(message).toContain('certificate');
    expect(message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    // the key did not leave
    expect(untrusted.requests()).toBe(0);
  });

  test('https on a port that speaks http', async () => {
    connect({ endpoint: server.url.replace('http:', 'https:') });
    const { failure, message } = await failureOf();
    expect(failure).toBe('connection_failed');
    expect(message).toContain('speaks https');
  });
});

describe('endpoint_not_allowed', () => {
  test('a private network says how to permit it', async () => {
    connect({ endpoint: server.url.replace('127.0.0.1', 'localhost') }, 'openai', {
      allowPrivateEndpoints: [],
    });
    const { failure, message } = await failureOf();
    expect(failure).toBe('endpoint_not_allowed');
    expect(message).toContain('allow_private_endpoints');
    expect(server.requests).toHaveLength(0);
  });

  test('an address that nothing is ever sent to does not say so', async () => {
    const transport = createTransport();
    const account = { endpoint: 'http://169.254.169.254/v1', apiKey: KEY };
    const result = await testConnection(
      { ...connection.provider, account },
      { send: transport.send, now: Date.now },
    );
    transport.close();
    expect(result).toMatchObject({ ok: false, failure: 'endpoint_not_allowed' });
    expect(result.message).not.toContain('allow_private_endpoints');
  });
});

describe('wrong_key', () => {
  test('is told without what the provider said about it', async () => {
    server.answerJson(
      { error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' } },
      401,
    );
    const { failure, message } = await failureOf();
    expect(failure).toBe('wrong_key');
    expect(message).toContain('Check the key');
    expect(message).not.toContain('Incorrect');
  });
});

describe('model_not_found', () => {
  const missing = [404, { error: { message: 'The model does not exist', code: 'model_not_found' } }];

  test('is told without suggestions where the list cannot be had', async () => {
    answerByPath(server, { 'GET /models/gpt-6-luna': missing, 'GET /models': [403, {}] });
    expect(await failureOf()).toMatchObject({
      failure: 'model_not_found',
      message: 'The provider "openai" does not have the model "gpt-6-luna". Choose another model.',
      suggestions: [],
    });
  });

  test('does not repeat a key that was typed where the model belongs', async () => {
    connect({ model: KEY });
    answerByPath(server, { [`GET /models/${KEY}`]: missing, 'GET /models': { data: [] } });
    expect(await failureOf()).toMatchObject({ failure: 'model_not_found' });
  });

  test('suggests three at most, and nothing that is too long for a name', async () => {
    const tooLong = `gpt-6-luna${'x'.repeat(250)}`;
    const ids = [
      'gpt-6-lunax',
      tooLong,
      'gpt-6-lunaxx',
      'chatgpt-4o-latest',
      'ft:gpt-4o-mini:acme-production::9x',
    ];
    answerByPath(server, {
      'GET /models/gpt-6-luna': missing,
      'GET /models': { data: ids.map((id) => ({ id })) },
    });
    const { suggestions, message } = await failureOf();
    expect(suggestions).toEqual(['gpt-6-lunax', 'gpt-6-lunaxx', 'chatgpt-4o-latest']);
    expect(message).toContain('gpt-6-lunax, gpt-6-lunaxx, or chatgpt-4o-latest');
  });
});

describe('slow', () => {
  const silence = () => server.answer(() => {});

  test('a server that does not answer', async () => {
    silence();
    const { failure, message } = await failureOf({ quickTimeoutMs: 60 });
    expect(failure).toBe('slow');
    expect(message).toContain('within 60 ms');
    // the connection is given up with the test: that it never is would be a timeout here
    await server.untilConnections(0);
  });

  test('a model that is not ready within the time of a run', async () => {
    connect({ timeout_ms: 60 }, 'ollama');
    const tags = JSON.parse(readFixture('ollama/tags.json'));
    server.answer(({ path: asked }, response) => {
      if (asked === '/api/chat') return;
      response.end(JSON.stringify(asked === '/api/tags' ? tags : { version: '0.14.0' }));
    });
    const { failure, message } = await failureOf();
    expect(failure).toBe('slow');
    expect(message).toContain('was not ready within 60 ms');
    expect(message).toContain('raise timeout_ms');
  });

  test('a body that never ends', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    });
    expect(await failureOf({ quickTimeoutMs: 60 })).toMatchObject({ failure: 'slow' });
  });

  test('a proxy that gave up waiting is a fault of the provider', async () => {
    server.answerJson('', 504);
    expect(await failureOf()).toMatchObject({ failure: 'provider_failed' });
  });

  test('a model that took its time is a success with a warning', async () => {
    connect({}, 'ollama');
    answerByPath(server, {
      'GET /api/version': { version: '0.14.0' },
      'GET /api/tags': JSON.parse(readFixture('ollama/tags.json')),
      'POST /api/chat': JSON.parse(readFixture('ollama/chat.load.json')),
    });
    expect(await connection.test({ slowStartMs: -1 })).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('until the model was ready')],
    });
  });
});

describe('unexpected_answer', () => {
  test.each([
    ['a page', 200, '<html><body>Welcome</body></html>', 'not JSON'],
    ['nothing', 200, '', 'nothing'],
    ['other JSON', 200, '{"hello":"world"}', 'JSON that is not'],
    ['an unknown path', 404, '<html>Not Found</html>', 'status 404'],
    ['a path for another method', 405, '', 'status 405'],
    ['a redirect', 302, '', 'redirect'],
  ])('%s', async (_name, status, body, words) => {
    server.answerJson(body, status, { location: 'http://elsewhere.invalid' });
    const { failure, message } = await failureOf();
    expect(failure).toBe('unexpected_answer');
    expect(message).toContain(words);
    expect(message).toMatch(/check (its|the) endpoint|set its endpoint/i);
  });

  test('far more than an answer', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1024 * 1024, 32);
      for (let sent = 0; sent < 11; sent += 1) response.write(chunk);
      response.end();
    });
    expect(await failureOf()).toMatchObject({ failure: 'unexpected_answer' });
  });
});

describe('provider_failed', () => {
  test.each([
    [402, { error: { message: 'Insufficient credit' } }, 'Insufficient credit'],
    [
      429,
      { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } },
      'exceeded your quota',
    ],
    [500, { error: { message: 'The server had an error' } }, 'had an error'],
    [503, { error: { message: 'Loading model' } }, 'Loading model'],
  ])('status %i, %j', async (status, body, words) => {
    server.answerJson(body, status);
    const { failure, message } = await failureOf();
    expect(failure).toBe('provider_failed');
    expect(message).toContain(words);
    // asked once: whoever waits for the result can press the button again
    expect(server.requests).toHaveLength(1);
  });

  test('a fault of the adapter is one too, and says nothing of itself', async () => {
    const { provider } = connection;
    const testSteps = () => {
      throw new Error(`no steps, with ${KEY}`);
    };
    const transport = createTransport();
    const result = await testConnection(
      { ...provider, adapter: { ...provider.adapter, testSteps } },
      { send: transport.send, now: Date.now },
    );
    transport.close();
    expect(result).toMatchObject({ ok: false, failure: 'provider_failed' });
    expect(result.message).not.toContain(KEY);
  });
});

test('a caller that goes away ends the test', async () => {
  const caller = new AbortController();
  server.answer(() => caller.abort());
  expect(await failureOf({ signal: caller.signal })).toMatchObject({ failure: 'connection_failed' });
});

describe('a list', () => {
  test('ends where a server sends the same page again and again', async () => {
    connect({}, 'anthropic');
    server.answerJson({ data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }], has_more: true, last_id: 'b' });
    expect((await connection.list()).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(server.requests).toHaveLength(2);
  });

  test('ends where a server never runs out of pages', async () => {
    connect({}, 'anthropic');
    let page = 0;
    server.answer((_request, response) => {
      page += 1;
      const data = Array.from({ length: 10 }, (_, index) => ({ id: `model-${page}-${index}` }));
      response.end(JSON.stringify({ data, has_more: true, last_id: data.at(-1)?.id }));
    });
    expect(await connection.list()).toHaveLength(200);
    expect(server.requests).toHaveLength(20);
  });

  test('is cut where a page is far longer than any list', async () => {
    const data = Array.from({ length: 3000 }, (_, index) => ({ id: `gpt-${index}` }));
    server.answerJson({ data });
    expect(await connection.list()).toHaveLength(2000);
  });

  test.each([
    [401, { error: { message: `Incorrect API key: ${KEY}` } }, 'Check the key'],
    [404, 'nothing here', 'Type the name of one'],
    [200, '<html></html>', 'not JSON'],
    [200, '{"models":[]}', 'JSON that is not a list of models'],
  ])('that cannot be had says why: %i %j', async (status, body, words) => {
    server.answerJson(body, status);
    const error = await connection.list().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining(words) });
    expect(String(error)).not.toContain(KEY);
  });

  test('of a provider without a key says where to set it', async () => {
    connect({ api_key: undefined });
    await expect(connection.list()).rejects.toMatchObject({ code: 'provider_not_configured' });
  });
});
