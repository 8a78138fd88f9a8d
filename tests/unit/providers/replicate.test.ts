import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const KEY = 'r8_test_replicate_key';
const ID = 'gm3qorzdhgbfurvjtvhg6dckhu';
const VERSION = '5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa';
const INPUTS = { content: 'Strapi is a CMS.' };

const CREATE = 'POST /v1/models/meta/meta-llama-3-8b-instruct/predictions';
const CREATE_VERSION = 'POST /v1/predictions';
const GET = `GET /v1/predictions/${ID}`;
const CANCEL = `POST /v1/predictions/${ID}/cancel`;
const STREAM = 'GET /stream/bcwr-gvuc2rokjozhlaxh6dcvk6tvhh2';

const tool = (name: string, changes = {}) =>
  summarizer({
    name,
    provider: 'replicate',
    method: 'predictions',
    prompt_template: 'Summarise: {{content}}',
    input_schema: { type: 'object', properties: { content: { type: 'string', required: true } } },
    max_tokens: 300,
    ...changes,
  });
const TOOLS = [
  tool('Llama', {
    system_instruction: 'You are brief.',
    temperature: 0.3,
    top_k: 20,
    stop: ['END', 'a, b', '\n\n'],
  }),
  tool('Named version', { model: `somebody/a-model:${VERSION}` }),
  tool('Bare version', { model: VERSION }),
];

type Respond = (response: ServerResponse) => void;

const json =
  (body: unknown, status = 200): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const fixture = (name: string, status = 200): Respond => json(readFixture(`replicate/${name}.json`), status);

const silence: Respond = () => {};

const events =
  (text: string): Respond =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(text);
  };

let provider: FakeProvider;
let elsewhere: FakeProvider;
let site: TestSite;

const createSite = (timeoutMs = 5000): TestSite =>
  createTestSite({
    providers: { replicate: { api_key: KEY, endpoint: `${provider.url}/v1`, timeout_ms: timeoutMs } },
    tools: TOOLS,
  });

beforeEach(async () => {
  [provider, elsewhere] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  site = createSite();
});

afterEach(async () => {
  site.close();
  await Promise.all([provider.stop(), elsewhere.stop()]);
});

const seenBy = ({ requests }: FakeProvider): string[] =>
  requests.map((request) => `${request.method} ${request.path}`);

/** Answers each request by its method and path: every answer of a list once, the last one for good. */
const play = (server: FakeProvider, routes: Record<string, Respond[]>): void => {
  server.answer((request, response) => {
    const answers = routes[`${request.method} ${request.path}`] ?? [];
    const respond = answers.length > 1 ? answers.shift() : answers[0];
    (respond ?? json({ detail: 'no such route in this test' }, 404))(response);
  });
};

/** A prediction that has just been created, with its stream at another address, as the real one has it. */
const created = (changes: object = {}): Respond => {
  const { urls, ...prediction } = JSON.parse(readFixture('replicate/starting.json'));
  const stream = `${elsewhere.url}${STREAM.replace('GET ', '')}`;
  return json({ ...prediction, urls: { ...urls, stream }, ...changes }, 201);
};

const untilSeen = async (request: string): Promise<void> => {
  for (let tries = 0; tries < 400 && !seenBy(provider).includes(request); tries += 1) await pause(5);
  expect(seenBy(provider)).toContain(request);
};

/** How often a prediction was created, which is how often it is paid for. */
const creations = (): number =>
  seenBy(provider).filter((request) => request.startsWith('POST') && request !== CANCEL).length;

// whatever happens in a test: one run is one prediction, and the key stays where it belongs
afterEach(() => {
  expect(creations()).toBe(1);
  for (const { headers } of provider.requests) expect(headers.authorization).toBe(`Bearer ${KEY}`);
  expect(JSON.stringify(elsewhere.requests)).not.toContain(KEY);
});

const stream = async (options: { signal?: AbortSignal } = {}) => {
  const pieces: (string | undefined)[] = [];
  const answer = await site.execute('llama', INPUTS, {
    ...options,
    onChunk: (chunk) => void pieces.push(chunk.choices[0]?.delta.content),
  });
  return { answer, pieces };
};

describe('the request', () => {
  test('of a model is exactly the documented one, and waits a little for a short answer', async () => {
    play(provider, { [CREATE]: [fixture('succeeded', 201)] });
    const answer = await site.execute('llama', INPUTS);

    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(seenBy(provider)).toEqual([CREATE]);
    expect(provider.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      prefer: 'wait=5',
      'cancel-after': '5s',
    });
    expect(provider.requests[0]?.body).toEqual(JSON.parse(readFixture('replicate/request.json')));
    expect(answer).toMatchObject({ meta: { dropped_parameters: [] } });
  });

  test.each(['named-version', 'bare-version'])(
    'of a %s names the version, and sends only what somebody set',
    async (slug) => {
      play(provider, { [CREATE_VERSION]: [fixture('succeeded', 201)] });
      await site.execute(slug, INPUTS);
      expect(seenBy(provider)).toEqual([CREATE_VERSION]);
      expect(provider.requests[0]?.body).toEqual(JSON.parse(readFixture('replicate/request.version.json')));
    },
  );

  test.each([
    [20_000, '20s'],
    [90_500, '91s'],
    [400, '5s'],
  ])(
    'ends a prediction with our deadline of %i ms, even if this site should be gone by then',
    async (ms, value) => {
      site.close();
      site = createSite(ms);
      play(provider, { [CREATE]: [fixture('succeeded', 201)] });
      await site.execute('llama', INPUTS);
      expect(provider.requests[0]?.headers['cancel-after']).toBe(value);
    },
  );

  test('of a stream asks for one, and does not wait', async () => {
    play(provider, { [CREATE]: [created()], [GET]: [fixture('succeeded')] });
    play(elsewhere, { [STREAM]: [events(readFixture('replicate/stream.txt'))] });
    await stream();
    expect(provider.requests[0]?.headers).not.toHaveProperty('prefer');
    expect(provider.requests[0]?.body).toEqual(JSON.parse(readFixture('replicate/request.stream.json')));
  });
});

describe('a whole answer', () => {
  test('brings model, usage and finish reason', async () => {
    play(provider, { [CREATE]: [fixture('succeeded', 201)] });
    expect(await site.execute('llama', INPUTS)).toMatchObject({
      model: 'meta/meta-llama-3-8b-instruct',
      choices: [{ finish_reason: 'stop' }],
      usage: { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 },
      meta: { cost_usd: null },
    });
  });

  test('may be one string instead of fragments, and come without token counts', async () => {
    const prediction = { ...JSON.parse(readFixture('replicate/succeeded.json')), output: 'One string.' };
    play(provider, { [CREATE]: [json({ ...prediction, metrics: { predict_time: 0.5 } }, 201)] });
    expect(textOf(await site.execute('llama', INPUTS))).toBe('One string.');
    expect(site.logs[0]).toMatchObject({ prompt_tokens: null, completion_tokens: null });
  });

  test('is polled for until it has succeeded; a part of the output is no answer', async () => {
    play(provider, {
      [CREATE]: [fixture('starting', 201)],
      [GET]: [fixture('processing'), fixture('succeeded')],
    });
    const startedAt = Date.now();
    expect(textOf(await site.execute('llama', INPUTS))).toBe('Strapi manages content.');

    expect(seenBy(provider)).toEqual([CREATE, GET, GET]);
    // a timer may fire a millisecond early
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  test.each([
    ['failed', 'out of memory'],
    ['canceled', '"canceled"'],
    ['aborted', '"aborted"'],
  ])('that ends %s is an error in the words of the provider', async (status, words) => {
    const ended = JSON.parse(readFixture(`replicate/${status === 'failed' ? 'failed' : 'canceled'}.json`));
    play(provider, { [CREATE]: [fixture('starting', 201)], [GET]: [json({ ...ended, status })] });
    const error = errorOf(await site.execute('llama', INPUTS));
    expect(error).toMatchObject({ status: 502, code: 'provider_error' });
    expect(error.message).toContain(words);
    expect(seenBy(provider)).toEqual([CREATE, GET]);
  });

  test('that failed at once is not polled for', async () => {
    play(provider, { [CREATE]: [fixture('failed', 201)] });
    const error = errorOf(await site.execute('llama', INPUTS));
    expect(error).toMatchObject({ code: 'provider_error', details: { provider_status: 201 } });
  });

  test('that failed for the length of its prompt is context_window_exceeded', async () => {
    const failed = JSON.parse(readFixture('replicate/failed.json'));
    const error = 'E1002 PromptTooLong: Prompt length exceeds maximum input length';
    play(provider, { [CREATE]: [json({ ...failed, error }, 201)] });
    expect(errorOf(await site.execute('llama', INPUTS)).code).toBe('context_window_exceeded');
  });

  test.each([
    ['a status that nobody has documented', { status: 'paused' }],
    ['an output that is no text', { status: 'succeeded', output: { image: 1 } }],
    ['an id that would lead elsewhere', { id: '../models/mine' }],
  ])('with %s is invalid_provider_response', async (_name, changes) => {
    play(provider, { [CREATE]: [created(changes)] });
    expect(errorOf(await site.execute('llama', INPUTS)).code).toBe('invalid_provider_response');
    expect(seenBy(provider)).toEqual([CREATE]);
  });
});

describe('a prediction that nobody wants any more is cancelled', () => {
  test('when the deadline passes between two polls', async () => {
    site.close();
    site = createSite(700);
    play(provider, {
      [CREATE]: [created()],
      [GET]: [fixture('processing')],
      [CANCEL]: [fixture('canceled')],
    });
    const error = errorOf(await site.execute('llama', INPUTS));
    expect(error).toMatchObject({ status: 504, code: 'provider_timeout' });
    await untilSeen(CANCEL);
  });

  test('when the caller leaves during a poll', async () => {
    const caller = new AbortController();
    play(provider, { [CREATE]: [created()], [GET]: [() => caller.abort()], [CANCEL]: [fixture('canceled')] });
    const error = errorOf(await site.execute('llama', INPUTS, { signal: caller.signal }));
    expect(error).toMatchObject({ code: 'cancelled' });
    await untilSeen(CANCEL);
  });

  test('when the caller leaves in the middle of a stream', async () => {
    const caller = new AbortController();
    play(provider, { [CREATE]: [created()], [CANCEL]: [fixture('canceled')] });
    play(elsewhere, { [STREAM]: [() => caller.abort()] });
    const { answer } = await stream({ signal: caller.signal });
    expect(errorOf(answer)).toMatchObject({ code: 'cancelled' });
    await untilSeen(CANCEL);
  });

  test('when the deadline passes in a silent stream', async () => {
    site.close();
    site = createSite(300);
    play(provider, { [CREATE]: [created()], [CANCEL]: [fixture('canceled')] });
    play(elsewhere, { [STREAM]: [silence] });
    const { answer } = await stream();
    expect(errorOf(answer)).toMatchObject({ code: 'provider_timeout' });
    await untilSeen(CANCEL);
  });
});

describe('a stream', () => {
  const TEXT = 'Grüße, 世界:\n\n- two lines';

  test('arrives piece by piece, whatever the packets cut, and is settled for its usage', async () => {
    play(provider, { [CREATE]: [created()], [GET]: [fixture('succeeded')] });
    elsewhere.answerTorn(Buffer.from(readFixture('replicate/stream.txt')), 'text/event-stream');
    const { answer, pieces } = await stream();

    expect(textOf(answer)).toBe(TEXT);
    expect(pieces).toEqual(['Grüße', ', 世界', ':\n\n- two lines', undefined]);
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'stop' }], usage: { total_tokens: 30 } });
    expect(seenBy(provider)).toEqual([CREATE, GET]);
    expect(seenBy(elsewhere)).toEqual([STREAM]);
    expect(elsewhere.requests[0]?.headers.accept).toBe('text/event-stream');
  });

  test.each([
    ['error', 'failed', 'out of memory'],
    ['canceled', 'canceled', '"canceled"'],
  ])(
    'that is done for the reason %s is an error, with the words of the prediction',
    async (reason, end, words) => {
      play(provider, { [CREATE]: [created()], [GET]: [fixture(end)] });
      play(elsewhere, {
        [STREAM]: [events(readFixture('replicate/stream.txt').replace('{}', `{"reason":"${reason}"}`))],
      });
      const error = errorOf((await stream()).answer);
      expect(error.code).toBe('provider_error');
      expect(error.message).toContain(words);
    },
  );

  test('that is done for an error is one, even if the prediction should not say so', async () => {
    play(provider, { [CREATE]: [created()], [GET]: [fixture('succeeded')] });
    play(elsewhere, {
      [STREAM]: [events(readFixture('replicate/stream.txt').replace('{}', '{"reason":"error"}'))],
    });
    expect(errorOf((await stream()).answer).code).toBe('provider_error');
  });

  test.each(['The model broke.', '{"detail":"The model broke."}'])(
    'with the error event %s is an error',
    async (data) => {
      play(provider, { [CREATE]: [created()] });
      play(elsewhere, { [STREAM]: [events(`event: output\ndata: Str\n\nevent: error\ndata: ${data}\n\n`)] });
      const error = errorOf((await stream()).answer);
      expect(error.code).toBe('provider_error');
      expect(error.message).toContain('It said: The model broke.');
    },
  );

  test.each<[string, Respond]>([
    ['is refused', json({ detail: 'Internal server error' }, 500)],
    ['comes with a broken connection', (response) => response.socket?.destroy()],
    ['does not come at all', silence],
  ])('that is complete is not lost when its usage %s', async (_name, fault) => {
    site.close();
    site = createSite(2000);
    play(provider, { [CREATE]: [created()], [GET]: [fault] });
    play(elsewhere, { [STREAM]: [events(readFixture('replicate/stream.txt'))] });
    const { answer, pieces } = await stream();
    expect(textOf(answer)).toBe(pieces.join(''));
    expect(site.logs).toMatchObject([{ status: 'success', prompt_tokens: null, cost_micros: null }]);
  });

  test('that is complete does not wait long for its usage', async () => {
    const busy = json({ detail: 'Your rate limit resets in ~4s.' }, 429);
    play(provider, { [CREATE]: [created()], [GET]: [busy, fixture('succeeded')] });
    play(elsewhere, { [STREAM]: [events(readFixture('replicate/stream.txt'))] });
    textOf((await stream()).answer);
    expect(seenBy(provider)).toEqual([CREATE, GET]);
  });

  test('that breaks off before it is done is an error', async () => {
    play(provider, { [CREATE]: [created()] });
    play(elsewhere, { [STREAM]: [events('event: output\ndata: Str\n\n')] });
    expect(errorOf((await stream()).answer).code).toBe('invalid_provider_response');
  });

  test('that a model does not offer is replaced by polling, without a second prediction', async () => {
    play(provider, { [CREATE]: [created({ urls: {} })], [GET]: [fixture('succeeded')] });
    const { answer, pieces } = await stream();
    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(pieces).toEqual(['Strapi manages content.', undefined]);
  });

  test('of a prediction that failed at once is not opened', async () => {
    play(provider, { [CREATE]: [fixture('failed', 201)] });
    const error = errorOf((await stream()).answer);
    expect(error.code).toBe('provider_error');
    expect(error.message).toContain('out of memory');
  });
});

describe('the key goes to the endpoint of the provider and nowhere else', () => {
  const hostile = () =>
    created({
      urls: {
        get: `${elsewhere.url}/steal`,
        cancel: `${elsewhere.url}/steal`,
        stream: `${elsewhere.url}/steal`,
      },
    });

  test('whatever address an answer names for polling', async () => {
    play(provider, { [CREATE]: [hostile()], [GET]: [hostile(), fixture('succeeded')] });
    textOf(await site.execute('llama', INPUTS));
    expect(elsewhere.requests).toEqual([]);
  });

  test('whatever address an answer names for cancelling', async () => {
    const caller = new AbortController();
    play(provider, { [CREATE]: [hostile()], [GET]: [() => caller.abort()], [CANCEL]: [fixture('canceled')] });
    errorOf(await site.execute('llama', INPUTS, { signal: caller.signal }));
    await untilSeen(CANCEL);
    expect(elsewhere.requests).toEqual([]);
  });

  test('not even to the address of a stream, which is another host by design', async () => {
    play(provider, { [CREATE]: [hostile()], [GET]: [fixture('succeeded')] });
    play(elsewhere, { 'GET /steal': [events(readFixture('replicate/stream.txt'))] });
    textOf((await stream()).answer);
    expect(elsewhere.requests).toHaveLength(1);
    expect(elsewhere.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each(['file:///etc/passwd', 'somewhere'])('a stream at %s is not opened', async (address) => {
    play(provider, { [CREATE]: [created({ urls: { stream: address } })] });
    expect(errorOf((await stream()).answer).code).toBe('invalid_provider_response');
  });
});

describe('error answers are told apart', () => {
  const throttled = (words: string) => ({ detail: `Request was throttled. ${words}`, status: 429 });
  const badVersion = {
    title: 'Invalid version or not permitted',
    detail: "The specified version does not exist (or perhaps you don't have permission to use it?)",
    status: 422,
  };

  test.each([
    [
      401,
      { title: 'Unauthenticated', detail: 'You did not pass a valid token', status: 401 },
      'provider_auth_failed',
    ],
    [
      402,
      { title: 'Insufficient credit', detail: 'You have insufficient credit', status: 402 },
      'provider_error',
    ],
    [403, { detail: 'Not allowed' }, 'provider_auth_failed'],
    [404, { detail: 'The requested resource could not be found.', status: 404 }, 'model_not_found'],
    [404, '<html>Not Found</html>', 'provider_error'],
    [
      422,
      { title: 'Input validation failed', detail: '- input: prompt is required', status: 422 },
      'provider_error',
    ],
    [422, badVersion, 'provider_error'],
    [422, { title: 'Only a title', detail: [{ msg: 'a list' }] }, 'provider_error'],
    [429, throttled('Your rate limit resets in ~30s.'), 'provider_unavailable'],
    [500, { detail: 'Internal server error' }, 'provider_error'],
    [503, '<html>Service Unavailable</html>', 'provider_unavailable'],
  ])('status %i, %j → %s', async (status, body, code) => {
    play(provider, { [CREATE]: [json(body, status)] });
    const error = errorOf(await site.execute('llama', INPUTS));
    expect(error).toMatchObject({ code, details: { provider_status: status } });
    expect(seenBy(provider)).toEqual([CREATE]);
  });

  test.each([
    [402, { title: 'Insufficient credit', detail: 'You have insufficient credit' }, 'insufficient credit'],
    [422, badVersion, 'permission to use it'],
    [422, { title: 'Only a title', detail: [{ msg: 'a list' }] }, 'Only a title'],
  ])('what a %i says is passed on: %j', async (status, body, words) => {
    play(provider, { [CREATE]: [json(body, status)] });
    expect(errorOf(await site.execute('llama', INPUTS)).message).toContain(words);
  });

  test.each([
    ['Your rate limit resets in ~30s.', 30],
    ['Expected available in 1 second.', 1],
    ['Your rate limit resets in ~0s.', 1],
  ])('the delay in the words is passed on: %s', async (words, seconds) => {
    // too little time to wait for it: with more, the creation that was refused would be tried again
    site.close();
    site = createSite(900);
    play(provider, { [CREATE]: [json(throttled(words), 429)] });
    const error = errorOf(await site.execute('llama', INPUTS));
    expect(error.details.retry_after_seconds).toBe(seconds);
  });

  test('a poll that is refused for longer than we may wait ends the run, and creates nothing again', async () => {
    play(provider, {
      [CREATE]: [created()],
      [GET]: [json(throttled('Your rate limit resets in ~30s.'), 429)],
      [CANCEL]: [fixture('canceled')],
    });
    expect(errorOf(await site.execute('llama', INPUTS))).toMatchObject({
      code: 'provider_unavailable',
      details: { retry_after_seconds: 30 },
    });
    expect(seenBy(provider).filter((request) => request === GET)).toHaveLength(1);
  });
});

describe('a prediction that is paid for is not given up for a passing fault', () => {
  const reset: Respond = (response) => response.socket?.destroy();
  const cutOff: Respond = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"id":', () => response.socket?.destroy());
  };

  test.each([
    ['502', json('<html>Bad Gateway</html>', 502)],
    ['429', json({ detail: 'Request was throttled.' }, 429)],
    ['a reset connection', reset],
    ['an answer that is cut off', cutOff],
  ])('by a poll that meets %s twice', async (_name, fault) => {
    play(provider, { [CREATE]: [created()], [GET]: [fault, fault, fixture('succeeded')] });
    const answer = await site.execute('llama', INPUTS);
    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(seenBy(provider)).toEqual([CREATE, GET, GET, GET]);
    expect(answer).toMatchObject({ meta: { attempts: 1 } });
  });

  test('by a stream that cannot be opened at once', async () => {
    play(provider, { [CREATE]: [created()], [GET]: [fixture('succeeded')] });
    play(elsewhere, { [STREAM]: [json('', 503), reset, events(readFixture('replicate/stream.txt'))] });
    expect(textOf((await stream()).answer)).toContain('Grüße');
    expect(seenBy(elsewhere)).toEqual([STREAM, STREAM, STREAM]);
  });

  test('but by one that does not pass, which ends the run and the prediction', async () => {
    play(provider, {
      [CREATE]: [created()],
      [GET]: [json('<html>Bad Gateway</html>', 502)],
      [CANCEL]: [fixture('canceled')],
    });
    expect(errorOf(await site.execute('llama', INPUTS))).toMatchObject({
      code: 'provider_error',
      details: { provider_status: 502 },
    });
    expect(seenBy(provider).filter((request) => request === GET)).toHaveLength(6);
    await untilSeen(CANCEL);
  });

  test.each([
    ['a wrong key', json({ detail: 'Unauthenticated' }, 401)],
    ['a prediction that failed', fixture('failed')],
  ])('but at once by %s', async (_name, end) => {
    play(provider, { [CREATE]: [created()], [GET]: [end], [CANCEL]: [fixture('canceled')] });
    errorOf(await site.execute('llama', INPUTS));
    expect(seenBy(provider).filter((request) => request === GET)).toHaveLength(1);
  });
});
