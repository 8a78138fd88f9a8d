import type { ServerResponse } from 'node:http';
import { PROVIDER_KINDS } from '../../../server/src/providers/registry';
import { createTestSite, errorOf, summarizer } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

/*
 * What every kind has to make of faults that are nobody's own: those of the network, and of the proxies that stand in
 * front of each of these APIs and know nothing of its error bodies.
 */

const KEY = 'sk-test-of-every-kind';
const INPUTS = { content: 'Strapi is a CMS.' };
const PROXY_PAGE = '<html>nothing to be read here</html>';
const SSE = 'text/event-stream';

interface Kind {
  method: string;
  model: string;
  /** a whole answer */
  answer: string;
  /** a streamed one; Replicate streams from another address, see its own test */
  stream?: { type: string; text: string };
  /** Replicate bills each prediction, so only one that was refused is asked for again */
  isBilledByRequest?: true;
}

const sse = (fixture: string) => ({ type: SSE, text: readFixture(fixture) });

const KINDS: Record<string, Kind> = {
  openai: {
    method: 'chat/completions',
    model: 'gpt-6-luna',
    answer: readFixture('openai/completion.json'),
    stream: sse('openai/stream.txt'),
  },
  anthropic: {
    method: 'messages',
    model: 'claude-haiku-4-5',
    answer: readFixture('anthropic/message.json'),
    stream: sse('anthropic/stream.txt'),
  },
  google: {
    method: 'generateContent',
    model: 'gemini-3.5-flash-lite',
    answer: readFixture('google/completion.json'),
    stream: sse('google/stream.txt'),
  },
  mistral: {
    method: 'chat/completions',
    model: 'mistral-small-latest',
    answer: readFixture('mistral/completion.json'),
    stream: sse('mistral/stream.txt'),
  },
  ollama: {
    method: 'chat',
    model: 'llama3.2',
    answer: readFixture('ollama/chat.json'),
    stream: { type: 'application/x-ndjson', text: readFixture('ollama/stream.txt') },
  },
  together: {
    method: 'chat/completions',
    model: 'openai/gpt-oss-20b',
    answer: readFixture('together/completion.json'),
    stream: sse('together/stream.txt'),
  },
  'openai-compatible': {
    method: 'chat/completions',
    model: 'default',
    answer: readFixture('openai-compatible/llama-cpp.completion.json'),
    stream: sse('openai-compatible/llama-cpp.stream.txt'),
  },
  replicate: {
    method: 'predictions',
    model: 'meta/meta-llama-3-8b-instruct',
    answer: readFixture('replicate/succeeded.json'),
    isBilledByRequest: true,
  },
};
const KIND_NAMES = Object.keys(KINDS);
const STREAMING = Object.entries(KINDS).flatMap(([name, { stream }]) =>
  stream ? [{ name, ...stream }] : [],
);

test('no kind is left out', () => {
  expect([...KIND_NAMES, 'sandbox'].sort()).toEqual([...PROVIDER_KINDS].sort());
});

let provider: FakeProvider;
let site: TestSite;

const createSite = (timeout_ms = 20_000): TestSite =>
  createTestSite({
    providers: Object.fromEntries(
      KIND_NAMES.map((kind) => [`my-${kind}`, { kind, api_key: KEY, endpoint: provider.url, timeout_ms }]),
    ),
    tools: Object.entries(KINDS).map(([kind, { method, model }]) =>
      summarizer({ name: kind, provider: `my-${kind}`, method, model }),
    ),
  });

beforeEach(async () => {
  provider = await startFakeProvider();
  site = createSite();
});
afterEach(async () => {
  site.close();
  await provider.stop();
});

/** The error of a run, with how often it was tried; whatever happens, the key stays with us and one row is written. */
const run = async (kind: string, options: { onChunk?: () => void } = {}) => {
  const error = errorOf(await site.execute(kind, INPUTS, options));
  expect(JSON.stringify(error)).not.toContain(KEY);
  expect(site.logs).toMatchObject([{ status: 'error', error_code: error.code }]);
  return { ...error, attempts: site.logs[0]?.attempts };
};
const runStream = (kind: string) => run(kind, { onChunk: () => {} });

const answerStream = (type: string, write: (response: ServerResponse) => void) =>
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': type });
    write(response);
  });

/** A stream up to and with its first word. */
const beginningOf = (text: string): string => {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => /Gr/.test(line));
  return `${lines.slice(0, first + 1).join('\n')}\n\n`;
};

// status, our code, our status, attempts
const STATUSES: [number, string, number, number][] = [
  [400, 'provider_error', 502, 1],
  [401, 'provider_auth_failed', 502, 1],
  [403, 'provider_auth_failed', 502, 1],
  [404, 'provider_error', 502, 1],
  [408, 'provider_timeout', 504, 3],
  [409, 'provider_error', 502, 3],
  [413, 'provider_error', 502, 1],
  [422, 'provider_error', 502, 1],
  [429, 'provider_unavailable', 503, 3],
  [500, 'provider_error', 502, 3],
  [502, 'provider_error', 502, 3],
  [503, 'provider_unavailable', 503, 3],
  [504, 'provider_timeout', 504, 3],
  [529, 'provider_unavailable', 503, 3],
];

/** Documented by Together for a prompt that does not fit, and for nothing else. */
const codeFor = (kind: string, status: number, code: string): string =>
  kind === 'together' && status === 403 ? 'provider_error' : code;

/** Where a 500 is no passing fault: a model that cannot be loaded, and what Together's own client takes it for. */
const isFinal = (kind: string, status: number): boolean =>
  status === 500 && (kind === 'ollama' || kind === 'together');

describe.each(KIND_NAMES)('%s', (kind) => {
  const isBilledByRequest = KINDS[kind]?.isBilledByRequest ?? false;

  test.each(STATUSES)('status %i without a word is %s (%i), after at most %i attempts', async (...row) => {
    const [status, code, ourStatus, attempts] = row;
    provider.answerJson(PROXY_PAGE, status, { 'content-type': 'text/html' });
    const error = await run(kind);
    expect(error).toMatchObject({
      code: codeFor(kind, status, code),
      status: ourStatus,
      message: expect.stringContaining(`"my-${kind}"`),
      details: { provider_status: status },
      attempts: (isBilledByRequest && status !== 429) || isFinal(kind, status) ? 1 : attempts,
    });
    expect(provider.requests).toHaveLength(error.attempts ?? 0);
  });

  test('nobody at the address is provider_unavailable, also after two more attempts', async () => {
    await provider.stop();
    expect(await run(kind)).toMatchObject({
      code: 'provider_unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
      attempts: 3,
    });
  });

  test('a reset connection is provider_unavailable', async () => {
    provider.answer((_request, response) => response.socket?.destroy());
    expect(await run(kind)).toMatchObject({
      code: 'provider_unavailable',
      message: expect.stringMatching(/broke the connection.*ECONNRESET/),
      attempts: isBilledByRequest ? 1 : 3,
    });
  });

  test('an answer that is reset half-way is provider_unavailable', async () => {
    provider.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write(KINDS[kind]?.answer.slice(0, 50), () => response.socket?.destroy());
    });
    // a prediction that was accepted is paid for
    expect(await run(kind)).toMatchObject({
      code: 'provider_unavailable',
      attempts: isBilledByRequest ? 1 : 3,
    });
  });

  test.each([
    ['JSON that breaks off', 'not JSON', (answer: string) => answer.slice(0, -20)],
    ['an HTML page', 'not JSON', () => PROXY_PAGE],
    ['nothing', 'nothing', () => ''],
    ['JSON of something else', 'not a completion', () => '{"hello":"world"}'],
    ['a list', 'not a completion', () => '[]'],
    ['null', 'not a completion', () => 'null'],
  ])(
    '%s with status 200 is invalid_provider_response, and not asked for again',
    async (_name, words, make) => {
      provider.answerJson(make(KINDS[kind]?.answer ?? ''));
      expect(await run(kind)).toMatchObject({
        code: 'invalid_provider_response',
        message: expect.stringContaining(words),
        details: { provider_status: 200 },
        attempts: 1,
      });
    },
  );

  test('an answer is read whatever content type it claims to have', async () => {
    provider.answerJson(KINDS[kind]?.answer, 200, { 'content-type': 'text/plain' });
    expect(await site.execute(kind, INPUTS)).not.toHaveProperty('error');
  });

  test('headers that do not come are provider_timeout', async () => {
    site.close();
    site = createSite(150);
    provider.answer(() => {});
    expect(await run(kind)).toMatchObject({ code: 'provider_timeout', status: 504, attempts: 1 });
    await provider.untilConnections(0);
  });

  test.each([200, 503])('a body (status %i) that does not end is provider_timeout', async (status) => {
    site.close();
    site = createSite(150);
    provider.answer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.write(KINDS[kind]?.answer.slice(0, 50));
    });
    expect(await run(kind)).toMatchObject({ code: 'provider_timeout', status: 504, attempts: 1 });
    await provider.untilConnections(0);
  });
});

describe.each(STREAMING)('a stream of $name', ({ name, type, text }) => {
  test.each([
    [401, 'provider_auth_failed', 1],
    [429, 'provider_unavailable', 3],
    [503, 'provider_unavailable', 3],
  ])('that is answered with status %i is %s', async (status, code, attempts) => {
    provider.answerJson(PROXY_PAGE, status);
    expect(await runStream(name)).toMatchObject({ code, details: { provider_status: status }, attempts });
  });

  test.each([
    ['in the middle of its first event', 'invalid_provider_response', () => text.slice(0, 12)],
    ['after its first word', 'invalid_provider_response', () => beginningOf(text)],
    ['in the middle of its last event', 'invalid_provider_response', () => text.trimEnd().slice(0, -4)],
    ['before it began', 'invalid_provider_response', () => ''],
  ])('that ends %s is no short success', async (_when, code, cut) => {
    answerStream(type, (response) => response.end(cut()));
    expect(await runStream(name)).toMatchObject({ code, attempts: 1 });
  });

  test('that is reset after its first word is provider_unavailable, and not begun again', async () => {
    const texts: unknown[] = [];
    answerStream(type, (response) => {
      response.write(beginningOf(text), () => setTimeout(() => response.socket?.destroy(), 20));
    });
    const error = errorOf(await site.execute(name, INPUTS, { onChunk: (chunk) => void texts.push(chunk) }));
    expect(error).toMatchObject({ code: 'provider_unavailable' });
    expect(texts).toHaveLength(1);
    expect(provider.requests).toHaveLength(1);
  });

  test('that falls silent after its first word is provider_timeout', async () => {
    site.close();
    site = createSite(150);
    answerStream(type, (response) => void response.write(beginningOf(text)));
    expect(await runStream(name)).toMatchObject({ code: 'provider_timeout', status: 504, attempts: 1 });
    await provider.untilConnections(0);
  });

  test('that is kept alive with nothing does not outlive the deadline', async () => {
    site.close();
    site = createSite(300);
    answerStream(type, (response) => {
      const timer = setInterval(() => response.write(type === SSE ? ': ping\n\n' : '\n'), 30);
      response.once('close', () => clearInterval(timer));
    });
    expect(await runStream(name)).toMatchObject({ code: 'provider_timeout' });
    await provider.untilConnections(0);
  });

  test.each([
    ['nonsense', (it: string) => it],
    ['JSON of something else', () => '{"hello":"world"}'],
  ])('of %s is invalid_provider_response', async (nonsense, make) => {
    const line = make(nonsense);
    // as an event that Anthropic knows; the others do not look at its name
    answerStream(type, (response) =>
      response.end(type === SSE ? `event: message_start\ndata: ${line}\n\n` : `${line}\n`),
    );
    expect(await runStream(name)).toMatchObject({ code: 'invalid_provider_response', attempts: 1 });
  });

  test.each([
    ['a web page', 'text/html', PROXY_PAGE],
    ['a stream that says it is text', 'text/plain', text],
  ])('that turns out to be %s is invalid_provider_response', async (_name, wrongType, body) => {
    answerStream(wrongType, (response) => response.end(body));
    expect(await runStream(name)).toMatchObject({
      code: 'invalid_provider_response',
      message: expect.stringContaining('not JSON'),
    });
  });

  test('is not what somebody asked for who wants the answer whole', async () => {
    answerStream(type, (response) => response.end(text));
    expect(await run(name)).toMatchObject({ code: 'invalid_provider_response' });
  });
});

describe('an answer with status 200 that is none', () => {
  const chat = (choice: object) => JSON.stringify({ choices: [choice] });
  const events = (...frames: string[]) => frames.map((frame) => `data: ${frame}\n\n`).join('');
  const namedEvents = (...frames: { type: string }[]) =>
    frames.map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`).join('');
  const claude = { id: 'msg_1', model: 'claude', usage: { input_tokens: 1, output_tokens: 0 } };
  const claudeStream = (delta: object) =>
    namedEvents(
      Object.assign({ type: 'message_start' }, { message: { ...claude, content: [] } }),
      Object.assign({ type: 'message_delta' }, { delta, usage: { output_tokens: 9 } }),
      { type: 'message_stop' },
    );
  const llama = `${JSON.stringify({ model: 'm', message: { content: '' }, done: true, done_reason: 'length' })}\n`;
  const gemini = (finishReason: string) => JSON.stringify({ candidates: [{ finishReason }] });

  // what a kind says whose tokens were used up before the first word: whole, and as a stream
  const EMPTY: Record<string, [string, string]> = {
    ...Object.fromEntries(
      ['openai', 'mistral', 'together', 'openai-compatible'].map((kind) => [
        kind,
        [
          chat({ message: { content: '' }, finish_reason: 'length' }),
          events(chat({ delta: { content: '' }, finish_reason: 'length' }), '[DONE]'),
        ],
      ]),
    ),
    anthropic: [
      JSON.stringify({ ...claude, content: [], stop_reason: 'max_tokens' }),
      claudeStream({ stop_reason: 'max_tokens' }),
    ],
    google: [gemini('MAX_TOKENS'), events(gemini('MAX_TOKENS'))],
    ollama: [llama, llama],
  };

  const REFUSALS: [string, string, string][] = [
    [
      'openai',
      chat({ message: { content: null, refusal: 'No.' }, finish_reason: 'stop' }),
      events(chat({ delta: { refusal: 'No.' }, finish_reason: 'stop' }), '[DONE]'),
    ],
    [
      'openai',
      chat({ message: { content: 'Half' }, finish_reason: 'content_filter' }),
      events(chat({ delta: { content: 'Half' }, finish_reason: 'content_filter' }), '[DONE]'),
    ],
    [
      'openai-compatible',
      chat({ message: { content: '' }, finish_reason: 'content_filter' }),
      events(chat({ delta: {}, finish_reason: 'content_filter' }), '[DONE]'),
    ],
    [
      'anthropic',
      JSON.stringify({ ...claude, content: [], stop_reason: 'refusal' }),
      claudeStream({ stop_reason: 'refusal' }),
    ],
    ['google', gemini('PROHIBITED_CONTENT'), events(gemini('PROHIBITED_CONTENT'))],
    [
      'google',
      JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' } }),
      events(JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' } })),
    ],
  ];

  const answerBoth = async (kind: string, whole: string, streamed: string) => {
    provider.answerJson(whole);
    const errors = [await run(kind)];
    site.logs.length = 0;
    answerStream(KINDS[kind]?.stream?.type ?? '', (response) => response.end(streamed));
    return [...errors, await runStream(kind)];
  };

  test.each(Object.keys(EMPTY))(
    '%s: no text but all its tokens used is empty_completion, and says what to raise',
    async (kind) => {
      const [whole = '', streamed = ''] = EMPTY[kind] ?? [];
      for (const error of await answerBoth(kind, whole, streamed)) {
        expect(error).toMatchObject({
          code: 'empty_completion',
          status: 502,
          message: expect.stringContaining('max_tokens'),
          attempts: 1,
        });
      }
    },
  );

  test.each(REFUSALS)(
    '%s: a refusal is content_refused, whole and streamed: %s',
    async (kind, whole, streamed) => {
      for (const error of await answerBoth(kind, whole, streamed)) {
        expect(error).toMatchObject({ code: 'content_refused', status: 422, attempts: 1 });
      }
    },
  );
});

test.each([
  ['openai', { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }],
  [
    'openai-compatible',
    { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
  ],
  [
    'anthropic',
    {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: 'x',
        details: { error_code: 'enforced_spend_limit_reached' },
      },
    },
  ],
  ['google', JSON.parse(readFixture('google/error.quota-per-day.json'))],
])('%s: a 429 that does not pass by waiting is not asked for again', async (kind, body) => {
  provider.answerJson(body, 429);
  expect(await run(kind)).toMatchObject({ code: 'provider_error', status: 502, attempts: 1 });
});
