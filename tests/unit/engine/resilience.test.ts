import type { ServerResponse } from 'node:http';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';
import { startUntrustedServer } from '../../support/untrusted-server';

const INPUTS = { content: 'text' };

let openai: FakeProvider;
let anthropic: FakeProvider;
let site: TestSite;

beforeEach(async () => {
  [openai, anthropic] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  anthropic.answerJson(readFixture('anthropic/message.json'));
  site = createTestSite({
    providers: {
      openai: { api_key: 'k', endpoint: openai.url, timeout_ms: 3000 },
      anthropic: { api_key: 'k', endpoint: anthropic.url, timeout_ms: 3000 },
      unset: { kind: 'openai' },
    },
    tools: [
      summarizer({ name: 'Single', provider: 'openai', model: 'gpt-6-luna' }),
      summarizer({
        name: 'Unknown model',
        provider: 'openai',
        model: 'my-fine-tune',
        temperature: 0.5,
        top_p: 0.5,
      }),
      summarizer({
        name: 'Backed',
        provider: 'openai',
        model: 'gpt-6-luna',
        top_k: 5,
        fallbacks: [
          { provider: 'unset', model: 'x' },
          { provider: 'anthropic', model: 'claude-haiku-4-5' },
        ],
      }),
    ],
  });
});
afterEach(async () => {
  site.close();
  await Promise.all([openai.stop(), anthropic.stop()]);
});

/** Answers the requests in turn, the last one for all that follow. */
const answerInTurn = (server: FakeProvider, ...answers: ((response: ServerResponse) => void)[]): void => {
  let turn = 0;
  server.answer((_request, response) => {
    answers[Math.min(turn, answers.length - 1)]?.(response);
    turn += 1;
  });
};
const status =
  (code: number, body: unknown = { error: { message: 'busy' } }, headers = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const success = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(readFixture('openai/completion.json'));
};
const reset = (response: ServerResponse): void => {
  response.socket?.destroy();
};
const stream =
  (text: string) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(text);
  };

describe('retries', () => {
  test.each([
    ['408', status(408)],
    ['409', status(409)],
    ['429', status(429)],
    ['500', status(500)],
    ['502', status(502)],
    ['503', status(503)],
    ['529', status(529)],
    ['a reset connection', reset],
  ])('after %s the next attempt may succeed', async (_name, failure) => {
    answerInTurn(openai, failure, success);
    const answer = await site.execute('single', INPUTS);
    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(answer).toMatchObject({ meta: { attempts: 2 } });
    expect(site.logs).toMatchObject([{ status: 'success', attempts: 2 }]);
  });

  test('three attempts are all', async () => {
    answerInTurn(openai, status(503));
    expect(errorOf(await site.execute('single', INPUTS)).code).toBe('provider_unavailable');
    expect(openai.requests).toHaveLength(3);
    expect(site.logs).toMatchObject([{ status: 'error', attempts: 3 }]);
  });

  test.each([
    ['a bad request', status(400)],
    ['a wrong key', status(401)],
    ['a spent quota', status(429, { error: { message: 'quota', code: 'insufficient_quota' } })],
    ['something that is not JSON', stream('data: {}')],
  ])('%s is not tried again', async (_name, failure) => {
    answerInTurn(openai, failure, success);
    errorOf(await site.execute('single', INPUTS));
    expect(openai.requests).toHaveLength(1);
  });

  test('a delay that the provider asks for is waited for', async () => {
    answerInTurn(openai, status(429, {}, { 'retry-after-ms': '300' }), success);
    const startedAt = Date.now();
    textOf(await site.execute('single', INPUTS));
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(290);
  });

  test('a delay past the deadline ends the call at once and is passed on', async () => {
    answerInTurn(openai, status(429, {}, { 'retry-after': '60' }), success);
    const error = errorOf(await site.execute('single', INPUTS));
    expect(error.details.retry_after_seconds).toBe(60);
    expect(openai.requests).toHaveLength(1);
  });

  test('a stream that fails before its first word is tried again, one that fails later is not', async () => {
    answerInTurn(
      openai,
      stream('data: {"error":{"message":"x"}}\n\n'),
      stream(readFixture('openai/stream.txt')),
    );
    errorOf(await site.execute('single', INPUTS, { onChunk: () => {} }));
    answerInTurn(openai, reset, stream(readFixture('openai/stream.txt')));
    expect(textOf(await site.execute('single', INPUTS, { onChunk: () => {} }))).toBe('Grüße, 世界');

    const before = openai.requests.length;
    const half = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"Half"}}]}\n\n', () =>
        setTimeout(() => response.socket?.destroy(), 20),
      );
    };
    answerInTurn(openai, half, stream(readFixture('openai/stream.txt')));
    const error = errorOf(await site.execute('single', INPUTS, { onChunk: () => {} }));
    expect(error.code).toBe('provider_unavailable');
    expect(openai.requests.length - before).toBe(1);
  });

  test('a caller that leaves while we wait ends the wait', async () => {
    answerInTurn(openai, status(429, {}, { 'retry-after': '2' }));
    const caller = new AbortController();
    const answer = site.execute('single', INPUTS, { signal: caller.signal });
    while (openai.requests.length === 0) await new Promise(setImmediate);
    caller.abort();
    expect(errorOf(await answer).code).toBe('cancelled');
    expect(openai.requests).toHaveLength(1);
  });
});

describe('a sampling parameter that a model refuses', () => {
  const refusal = status(400, {
    error: { message: "Unsupported value: 'temperature'", code: 'unsupported_value' },
  });

  test('is left out of one more attempt, and reported', async () => {
    answerInTurn(openai, refusal, success);
    const answer = await site.execute('unknown-model', INPUTS);
    expect(openai.requests[0]?.body).toMatchObject({ temperature: 0.5, top_p: 0.5 });
    expect(openai.requests[1]?.body).toMatchObject({ top_p: 0.5 });
    expect(openai.requests[1]?.body).not.toHaveProperty('temperature');
    expect(answer).toMatchObject({ meta: { attempts: 2, dropped_parameters: ['temperature'] } });
  });

  test('is left out once; a model that goes on refusing is an error', async () => {
    answerInTurn(openai, refusal);
    expect(errorOf(await site.execute('unknown-model', INPUTS)).code).toBe('provider_error');
    expect(openai.requests).toHaveLength(2);
  });
});

describe('the circuit breaker', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('leaves a provider alone that is down, and lets one call try after a while', async () => {
    jest.useFakeTimers({
      doNotFake: [
        'setTimeout',
        'setInterval',
        'setImmediate',
        'clearTimeout',
        'clearInterval',
        'nextTick',
        'queueMicrotask',
      ],
    });
    answerInTurn(openai, status(500));
    await site.execute('single', INPUTS);
    await site.execute('single', INPUTS);
    expect(openai.requests).toHaveLength(5);

    const error = errorOf(await site.execute('single', INPUTS));
    expect(error).toMatchObject({ code: 'provider_unavailable', details: { retry_after_seconds: 15 } });
    expect(openai.requests).toHaveLength(5);

    answerInTurn(openai, success);
    jest.setSystemTime(Date.now() + 16_000);
    textOf(await site.execute('single', INPUTS));
    textOf(await site.execute('single', INPUTS));
  });

  test.each([400, 429])('is not opened by a provider that is only unwilling (%i)', async (code) => {
    answerInTurn(openai, status(code));
    for (let call = 0; call < 8; call += 1) await site.execute('single', INPUTS);
    answerInTurn(openai, success);
    textOf(await site.execute('single', INPUTS));
  });
});

describe('fallbacks', () => {
  test.each([
    ['is down', status(503)],
    ['has an error', status(500)],
    ['breaks the connection', reset],
    ['limits the rate for longer than we may wait', status(429, {}, { 'retry-after': '60' })],
  ])('answer in their order when the tool’s own provider %s', async (_name, failure) => {
    answerInTurn(openai, failure);
    const answer = await site.execute('backed', INPUTS);
    expect(answer).toMatchObject({
      model: 'claude-haiku-5-5-20261007',
      meta: { provider: 'anthropic', requested_model: 'gpt-6-luna', dropped_parameters: [] },
    });
    expect(anthropic.requests[0]?.body).toMatchObject({ model: 'claude-haiku-4-5', top_k: 5 });
    expect(site.logs).toMatchObject([
      {
        status: 'success',
        provider: 'anthropic',
        requested_model: 'gpt-6-luna',
        model: 'claude-haiku-5-5-20261007',
        attempts: openai.requests.length + 1,
      },
    ]);
  });

  test.each([
    [
      'a refusal',
      (response: ServerResponse) => response.end(readFixture('openai/refusal.json')),
      'content_refused',
    ],
    [
      'a prompt that is too long',
      status(400, { error: { message: 'x', code: 'context_length_exceeded' } }),
      'context_window_exceeded',
    ],
    ['a bad request', status(400), 'provider_error'],
    ['a wrong key', status(401), 'provider_auth_failed'],
  ])('are not asked after %s', async (_name, failure, code) => {
    answerInTurn(openai, failure);
    expect(errorOf(await site.execute('backed', INPUTS)).code).toBe(code);
    expect(anthropic.requests).toHaveLength(0);
  });

  test('answer in place of a provider whose certificate is not to be trusted, which is not tried again', async () => {
    const untrusted = await startUntrustedServer();
    site.close();
    site = createTestSite({
      providers: {
        openai: { api_key: 'k', endpoint: untrusted.url },
        anthropic: { api_key: 'k', endpoint: anthropic.url },
      },
      tools: [
        summarizer({ name: 'Single', provider: 'openai' }),
        summarizer({
          name: 'Backed',
          provider: 'openai',
          fallbacks: [{ provider: 'anthropic', model: 'claude-haiku-4-5' }],
        }),
      ],
    });
    expect(await site.execute('backed', INPUTS)).toMatchObject({
      meta: { provider: 'anthropic', attempts: 2 },
    });
    const error = errorOf(await site.execute('single', INPUTS));
    untrusted.stop();
    expect(error).toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect(error.message).toContain('certificate');
  });

  test('are not asked once a streaming caller has seen a part of the answer', async () => {
    openai.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"Half"}}]}\n\n', () =>
        setTimeout(() => response.socket?.destroy(), 20),
      );
    });
    const error = errorOf(await site.execute('backed', INPUTS, { onChunk: () => {} }));
    expect(error.code).toBe('provider_unavailable');
    expect(anthropic.requests).toHaveLength(0);
  });

  test('are told one by one in the log row: tries, who was not set up, and who answered', async () => {
    answerInTurn(openai, status(503), status(503), status(500));
    await site.execute('backed', INPUTS);
    const [row] = site.logs;
    expect(row?.timeline?.map(({ provider, model, code }) => [provider, model, code])).toEqual([
      ['openai', 'gpt-6-luna', 'provider_unavailable'],
      ['openai', 'gpt-6-luna', 'provider_unavailable'],
      ['openai', 'gpt-6-luna', 'provider_error'],
      ['unset', 'x', 'provider_not_configured'],
      ['anthropic', 'claude-haiku-4-5', null],
    ]);
    const times = (row?.timeline ?? []).flatMap(({ started_ms, ended_ms }) => [started_ms, ended_ms]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(row?.latency_ms ?? 0);
  });

  test('are not asked for wrong inputs', async () => {
    expect(errorOf(await site.execute('backed', {})).code).toBe('invalid_input');
    expect(anthropic.requests).toHaveLength(0);
  });

  test('the error is the last provider’s when all are down', async () => {
    answerInTurn(openai, status(503));
    answerInTurn(
      anthropic,
      status(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    );
    const error = errorOf(await site.execute('backed', INPUTS));
    expect(error.message).toContain('"anthropic"');
    expect(site.logs).toMatchObject([{ attempts: 6, provider: 'anthropic', requested_model: 'gpt-6-luna' }]);
  });
});

test.each([
  [500, { error: 'model requires more system memory (5.0 GiB) than is available (3.9 GiB)' }],
  [500, { error: 'llama runner process has terminated' }],
])(
  'a local server that cannot load its model (%i %j) is asked once, and a fallback helps out',
  async (code, body) => {
    const ollama = await startFakeProvider();
    ollama.answer((_request, response) => status(code, body)(response));
    const backed = createTestSite({
      providers: {
        ollama: { endpoint: ollama.url },
        anthropic: { api_key: 'k', endpoint: anthropic.url },
      },
      tools: [
        summarizer({
          provider: 'ollama',
          method: 'chat',
          fallbacks: [{ provider: 'anthropic', model: 'claude-haiku-4-5' }],
        }),
      ],
    });
    const answer = await backed.execute('content-summarizer', { content: 'x' });
    expect(answer).toMatchObject({ meta: { provider: 'anthropic', attempts: 2 } });
    expect(ollama.requests).toHaveLength(1);
    backed.close();
    await ollama.stop();
  },
);
