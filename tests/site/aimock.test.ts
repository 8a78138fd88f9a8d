import { LLMock } from '@copilotkit/aimock';
import { ERRORS } from '../../contracts/errors';
import type { ErrorReply } from '../../contracts/errors';
import { EXECUTE, basic, call, clearLogs, createUser, execute, readLogs } from '../support/callers';
import type { Answer } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/*
 * A whole site against the APIs of providers as somebody else has understood them, with the faults that the mock can
 * inject. What it cannot show is what exactly we send: it checks no parameters, see the tests of each kind for that.
 */

const ANSWER = 'Strapi manages content, on every platform and in every language there is.';
const WEATHER = {
  name: 'get_weather',
  description: 'The weather of a town',
  parameters: {
    type: 'object' as const,
    properties: { town: { type: 'string' } },
    required: ['town'],
  },
};

// provider, kind, method and the path below which the mock has the API
const PROVIDERS = [
  ['openai', 'openai', 'chat/completions', '/v1'],
  ['anthropic', 'anthropic', 'messages', ''],
  ['google', 'google', 'generateContent', '/v1beta'],
  ['mistral', 'mistral', 'chat/completions', ''],
  ['together', 'together', 'chat/completions', '/v1'],
  ['ollama', 'ollama', 'chat', ''],
  ['local', 'openai-compatible', 'chat/completions', '/v1'],
] as const;
const IDS = PROVIDERS.map(([id]) => id);

/** Those after the first end in errors, and the breaker counts errors for each model. */
const PURPOSES = [
  'plain',
  ...['drop', 'malformed', 'disconnect', 'rate-limit'].flatMap((fault) => [fault, `${fault}-stream`]),
  ...['limited', 'cut', 'break', 'once'],
];

let mock: LLMock;
let site: Site;
let authorization: string;

beforeAll(async () => {
  mock = new LLMock({ port: 0, logLevel: 'silent' });
  await mock.start();
  site = await startSite({
    plugin: {
      providers: Object.fromEntries(
        PROVIDERS.map(([id, kind, , path]) => [
          id,
          { kind, api_key: 'test-key', endpoint: `${mock.url}${path}`, timeout_ms: 20_000 },
        ]),
      ),
      network: { allow_private_endpoints: PROVIDERS.map(([, kind]) => kind) },
      tools: PROVIDERS.flatMap(([provider, , method]) => [
        summarizer({ name: `${provider} weather`, provider, method, functions: [WEATHER] }),
        ...PURPOSES.map((purpose) =>
          summarizer({ name: `${provider} ${purpose}`, provider, method, model: `model-for-${purpose}` }),
        ),
      ]),
    },
  });
  const { password } = await createUser(site, 'ann', [EXECUTE]);
  authorization = basic('ann', password);
});
afterAll(async () => {
  await site?.stop();
  await mock?.stop();
});
beforeEach(async () => {
  mock.reset().clearChaos();
  mock.onMessage(/PLAIN/, { content: ANSWER });
  await clearLogs(site);
});

const run = (slug: string, content: string): Promise<Answer> =>
  execute(site, slug, { content }, authorization);

/** The error of an answer, which has to be one that is documented, and not ours. */
const readError = ({ status, body }: Answer): ErrorReply['error'] => {
  const { error } = body;
  expect(error).toBeDefined();
  expect(ERRORS).toHaveProperty([error.code], expect.objectContaining({ status }));
  expect(error.code).not.toBe('internal_error');
  return error;
};

const stream = async (slug: string, content: string) => {
  const answer = await call(site, 'POST', `execute/${slug}?stream=true`, {
    authorization,
    body: { content },
  });
  // it had not begun
  if (typeof answer.body !== 'string') return { chunks: [], texts: [], end: null, error: readError(answer) };
  const events = answer.body
    .trim()
    .split('\n\n')
    .map((event) => event.replace(/^data: /, ''))
    .map((data) => (data === '[DONE]' ? data : JSON.parse(data)));
  const end = events.pop();
  const chunks: ReturnType<typeof JSON.parse>[] = events;
  const texts = chunks.flatMap(({ choices }): string[] => choices[0].delta.content ?? []);
  return {
    chunks,
    texts,
    end,
    error: end === '[DONE]' ? null : readError({ ...answer, ...end.error, body: end }),
  };
};

const toolFor = (provider: string, purpose: string) => `${provider}-${purpose}`;

/** The same for every provider, side by side: most faults are tried again after a while. */
const forAll = async <Result>(work: (provider: string) => Promise<Result>): Promise<Record<string, Result>> =>
  Object.fromEntries(await Promise.all(IDS.map(async (id) => [id, await work(id)])));

const ofAll = <Value>(value: Value): Record<string, Value> =>
  Object.fromEntries(IDS.map((id) => [id, value]));

test('a run brings the answer of every provider', async () => {
  const answers = await forAll((id) => run(toolFor(id, 'plain'), 'PLAIN'));
  for (const { status, body } of Object.values(answers)) {
    expect(status).toBe(200);
    expect(body.choices[0]).toMatchObject({ message: { content: ANSWER }, finish_reason: 'stop' });
  }
});

test('a streamed run brings it in pieces', async () => {
  const answers = await forAll((id) => stream(toolFor(id, 'plain'), 'PLAIN'));
  for (const { end, texts, chunks } of Object.values(answers)) {
    expect(texts.join('')).toBe(ANSWER);
    expect(texts.length).toBeGreaterThan(2);
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }], meta: { attempts: 1 } });
    expect(end).toBe('[DONE]');
  }
});

// Gemini's mock ends these with FUNCTION_CALL, which the real API does not know; our reading goes by the calls
test('the calls of functions come back, whole and streamed', async () => {
  mock.onMessage(/TOOL/, { toolCalls: [{ name: 'get_weather', arguments: '{"town":"Bern"}' }] });
  const whole = await forAll((id) => run(toolFor(id, 'weather'), 'TOOL'));
  for (const { body } of Object.values(whole)) {
    expect(body.choices[0]).toMatchObject({
      message: {
        content: null,
        tool_calls: [{ type: 'function', function: { name: 'get_weather', arguments: '{"town":"Bern"}' } }],
      },
      finish_reason: 'tool_calls',
    });
  }
  const streamed = await forAll((id) => stream(toolFor(id, 'weather'), 'TOOL'));
  for (const { chunks, end } of Object.values(streamed)) {
    const calls = chunks.flatMap(({ choices }) => choices[0].delta.tool_calls ?? []);
    expect(calls.map((it) => it.function.name ?? '').join('')).toBe('get_weather');
    expect(calls.map((it) => it.function.arguments ?? '').join('')).toBe('{"town":"Bern"}');
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
    expect(end).toBe('[DONE]');
  }
});

describe('every fault ends in a documented code', () => {
  const codesOf = async (purpose: string) => {
    const plain = await forAll(async (id) => readError(await run(toolFor(id, purpose), 'PLAIN')));
    const streamed = await forAll(
      async (id) => (await stream(toolFor(id, `${purpose}-stream`), 'PLAIN')).error,
    );
    const logs = await readLogs(site);
    expect(logs.map(({ error_code }) => error_code)).not.toContain(null);
    return [plain, streamed].map((errors) =>
      Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, error?.code])),
    );
  };

  test.each([
    ['drop', { dropRate: 1 }, 'provider_error'],
    ['malformed', { malformedRate: 1 }, 'invalid_provider_response'],
    ['disconnect', { disconnectRate: 1 }, 'provider_unavailable'],
    ['rate-limit', { rateLimitRate: 1 }, 'provider_unavailable'],
  ])('%s', async (purpose, chaos, code) => {
    mock.setChaos(chaos);
    expect(await codesOf(purpose)).toEqual([ofAll(code), ofAll(code)]);
  });

  test('a rate limit, with the time to wait', async () => {
    mock.onMessage(/LIMITED/, {
      error: { message: 'Slow down', type: 'rate_limit_error' },
      status: 429,
      retryAfter: 60,
    });
    const answers = await forAll((id) => run(toolFor(id, 'limited'), 'LIMITED'));
    for (const { status, headers, body } of Object.values(answers)) {
      expect([status, body.error.code]).toEqual([503, 'provider_unavailable']);
      expect(headers.get('retry-after')).toBe('60');
    }
    expect((await readLogs(site)).map(({ attempts }) => attempts)).toEqual(IDS.map(() => 1));
  });

  test('a stream that is cut off or breaks is never a short success', async () => {
    mock.onMessage(/CUT/, { content: ANSWER }, { chunkSize: 5, latency: 30, truncateAfterChunks: 3 });
    mock.onMessage(/BREAK/, { content: ANSWER }, { chunkSize: 5, latency: 50, disconnectAfterMs: 150 });
    for (const fault of ['CUT', 'BREAK']) {
      const answers = await forAll((id) => stream(toolFor(id, fault.toLowerCase()), fault));
      for (const { texts, end, error } of Object.values(answers)) {
        expect(error?.code).toBe('provider_unavailable');
        expect(end).not.toBe('[DONE]');
        expect(ANSWER.startsWith(texts.join(''))).toBe(true);
        expect(texts.join('')).not.toBe(ANSWER);
      }
    }
    expect((await readLogs(site)).map(({ status }) => status)).toEqual(IDS.flatMap(() => ['error', 'error']));
  });
});

// the next request is anybody's, so one provider after the other
test.each(IDS)(
  'an error of %s that passes is made good by the next attempt, one that does not is passed on',
  async (id) => {
    mock.nextRequestError(503, { message: 'Overloaded', type: 'overloaded_error' });
    const answer = await run(toolFor(id, 'once'), 'PLAIN');
    expect(answer.body).toMatchObject({ choices: [{ message: { content: ANSWER } }], meta: { attempts: 2 } });

    mock.nextRequestError(400, { message: 'Bad parameter', type: 'invalid_request_error' });
    expect(readError(await run(toolFor(id, 'once'), 'PLAIN'))).toMatchObject({ code: 'provider_error' });

    mock.nextRequestError(401, { message: 'Invalid key', type: 'authentication_error' });
    expect(readError(await run(toolFor(id, 'once'), 'PLAIN'))).toMatchObject({
      code: 'provider_auth_failed',
    });
  },
);
