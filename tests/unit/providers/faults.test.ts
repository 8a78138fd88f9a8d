import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';
import { startUntrustedServer } from '../../support/untrusted-server';

/** For the tests that wait for its end; elsewhere a slow machine must not turn one fault into another. */
const SHORT_TIMEOUT_MS = 400;
const INPUTS = { content: 'Strapi is a CMS.' };
const COMPLETION = readFixture('openai/completion.json');

const createSite = (endpoint: string, allowPrivateEndpoints?: string[], timeout_ms = 20_000): TestSite =>
  createTestSite({
    providers: { openai: { api_key: 'sk-test-openai', endpoint, timeout_ms } },
    tools: [summarizer({ provider: 'openai' })],
    ...(allowPrivateEndpoints && { allowPrivateEndpoints }),
  });

let provider: FakeProvider;
let site: TestSite;

beforeEach(async () => {
  provider = await startFakeProvider();
  site = createSite(provider.url);
});
afterEach(async () => {
  site.close();
  await provider.stop();
});

const run = async () => errorOf(await site.execute('content-summarizer', INPUTS));

test.each([
  ['HTML with status 200', '<html><body>Sign in</body></html>', 'invalid_provider_response'],
  ['JSON that breaks off', COMPLETION.slice(0, 200), 'invalid_provider_response'],
  ['an empty body', '', 'invalid_provider_response'],
  ['JSON that is no completion', '{"hello":"world"}', 'invalid_provider_response'],
  ['a completion without choices', '{"choices":[]}', 'invalid_provider_response'],
  ['an error with status 200', '{"error":{"message":"Model is loading","code":null}}', 'provider_error'],
  ['no text at all', COMPLETION.replace('Strapi manages content.', ''), 'empty_completion'],
])('%s', async (_name, body, code) => {
  provider.answerJson(body);
  expect(await run()).toMatchObject({ code });
});

test('an empty answer that used up its tokens says what to raise', async () => {
  provider.answerJson(COMPLETION.replace('Strapi manages content.', '').replace('"stop"', '"length"'));
  const error = await run();
  expect(error.code).toBe('empty_completion');
  expect(error.message).toContain('max_tokens');
});

test('a redirect is not followed, so the key goes nowhere else', async () => {
  const elsewhere = await startFakeProvider();
  provider.answerJson('', 302, { location: `${elsewhere.url}/steal` });
  expect(await run()).toMatchObject({ code: 'provider_error', details: { provider_status: 302 } });
  expect(elsewhere.requests).toHaveLength(0);
  await elsewhere.stop();
});

test('an answer of 50 MB is cut off long before it is all in memory', async () => {
  let sent = 0;
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(64 * 1024, 32);
    const write = () => {
      while (sent < 50 * 1024 * 1024 && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  });
  site.close();
  site = createTestSite({
    providers: { openai: { api_key: 'sk-test-openai', endpoint: provider.url, timeout_ms: 20_000 } },
    tools: [summarizer({ provider: 'openai' })],
  });
  expect(await run()).toMatchObject({ code: 'invalid_provider_response' });
  expect(sent).toBeLessThan(20 * 1024 * 1024);
  await provider.untilConnections(0);
});

test('a byte now and then does not stretch the deadline', async () => {
  site.close();
  site = createSite(provider.url, undefined, SHORT_TIMEOUT_MS);
  let timer: NodeJS.Timeout | undefined;
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    timer = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(timer));
  });
  expect(await run()).toMatchObject({ status: 504, code: 'provider_timeout' });
  await provider.untilConnections(0);
});

test('a server that never answers is a timeout', async () => {
  site.close();
  site = createSite(provider.url, undefined, SHORT_TIMEOUT_MS);
  provider.answer(() => {});
  expect(await run()).toMatchObject({ code: 'provider_timeout' });
});

test('a connection that is reset is provider_unavailable', async () => {
  provider.answer((_request, response) => response.socket?.destroy());
  expect(await run()).toMatchObject({ status: 503, code: 'provider_unavailable' });
});

test('an answer that is reset half-way is provider_unavailable', async () => {
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write(COMPLETION.slice(0, 100), () => response.socket?.destroy());
  });
  expect(await run()).toMatchObject({ code: 'provider_unavailable' });
});

test('nobody at the address is provider_unavailable', async () => {
  await provider.stop();
  const error = await run();
  expect(error).toMatchObject({ code: 'provider_unavailable' });
  expect(error.message).toContain('Is it running?');
});

test('a host that does not exist is provider_unavailable at once, and names the endpoint as the cause', async () => {
  site.close();
  site = createSite('http://no-such-host.invalid');
  const error = await run();
  expect(error).toMatchObject({ status: 503, code: 'provider_unavailable' });
  expect(error.message).toContain('endpoint');
  expect(site.logs).toMatchObject([{ attempts: 1 }]);
});

describe('a connection that cannot be made safe is provider_unavailable at once, and says so', () => {
  test('to a server whose certificate nobody vouches for', async () => {
    const untrusted = await startUntrustedServer();
    site.close();
    site = createSite(untrusted.url);
    const error = await run();
    expect(error).toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect(error.message).toContain('certificate');
    expect(site.logs).toMatchObject([{ attempts: 1 }]);
    expect(untrusted.requests()).toBe(0);
    untrusted.stop();
  });

  test('to a server that speaks plain HTTP', async () => {
    site.close();
    site = createSite(provider.url.replace('http:', 'https:'));
    expect(await run()).toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect(site.logs).toMatchObject([{ attempts: 1 }]);
    expect(provider.requests).toHaveLength(0);
  });
});

test('a stream that breaks off before its end marker is an error', async () => {
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(readFixture('openai/stream.txt').replace('data: [DONE]', ''));
  });
  const answer = await site.execute('content-summarizer', INPUTS, { onChunk: () => {} });
  expect(errorOf(answer)).toMatchObject({ code: 'invalid_provider_response' });
});

test('a caller that hangs up ends the call to the provider and is logged as cancelled', async () => {
  const caller = new AbortController();
  provider.answer(() => caller.abort());
  const error = errorOf(await site.execute('content-summarizer', INPUTS, { signal: caller.signal }));
  expect(error).toMatchObject({ code: 'cancelled' });
  expect(site.logs).toMatchObject([{ status: 'cancelled', error_code: 'cancelled', attempts: 1 }]);
  await provider.untilConnections(0);
});

test('a caller that has hung up before the start causes no call', async () => {
  const error = errorOf(await site.execute('content-summarizer', INPUTS, { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ code: 'cancelled' });
  expect(provider.requests).toHaveLength(0);
});

test('a consumer that throws on a chunk ends the run with an error and does not throw', async () => {
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(readFixture('openai/stream.txt'));
  });
  const answer = await site.execute('content-summarizer', INPUTS, {
    onChunk: () => {
      throw new Error('consumer broke');
    },
  });
  const error = errorOf(answer);
  expect(error).toMatchObject({ code: 'internal_error' });
  expect(error.message).not.toContain('consumer broke');
});

test('calls one after the other share a connection', async () => {
  const ports = new Set<number | undefined>();
  provider.answer((_request, response) => {
    ports.add(response.socket?.remotePort);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(COMPLETION);
  });
  for (let call = 0; call < 5; call += 1) textOf(await site.execute('content-summarizer', INPUTS));
  expect(ports.size).toBe(1);
});

describe('an endpoint on a private network', () => {
  test('is not called unless its kind is allowed, even under a name', async () => {
    site.close();
    const { port } = new URL(provider.url);
    // the name passes every check of its text and resolves to loopback
    site = createSite(`http://localhost:${port}`, []);
    const error = await run();
    expect(error).toMatchObject({ code: 'provider_not_configured' });
    expect(error.message).toContain('allow_private_endpoints');
    expect(provider.requests).toHaveLength(0);
  });

  test('is called when its kind is allowed', async () => {
    provider.answerJson(COMPLETION);
    expect(textOf(await site.execute('content-summarizer', INPUTS))).toBe('Strapi manages content.');
  });
});
