import type { ServerResponse } from 'node:http';
import type { Completion, CompletionChunk } from '../../../contracts/completion';
import {
  answerCounted,
  closeCachedSites,
  completion,
  createCachedSite,
  events,
  holdRequests,
  untilTrue,
} from '../../support/cached-site';
import type { CachedSite } from '../../support/cached-site';
import { errorOf, textOf } from '../../support/execute';
import { startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const SLUG = 'content-summarizer';
const INPUTS = { content: 'Strapi is a CMS.' };

let server: FakeProvider;
beforeEach(async () => {
  server = await startFakeProvider();
});
afterEach(() => {
  closeCachedSites();
  return server.stop();
});

const run = (
  site: CachedSite,
  options: Parameters<CachedSite['execute']>[2] = {},
  inputs: unknown = INPUTS,
) => site.execute(SLUG, inputs, options);

const metaOf = (answer: Awaited<ReturnType<typeof run>>): Completion['meta'] => {
  if ('error' in answer) throw new Error(answer.error.message);
  return answer.meta;
};

const collect = () => {
  const chunks: CompletionChunk[] = [];
  return {
    chunks,
    onChunk: (chunk: CompletionChunk) => void chunks.push(chunk),
    text: () => chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''),
  };
};

describe('an answer that is kept', () => {
  test('is given again without a call, says so, costs nothing and is logged as cached', async () => {
    answerCounted(server);
    const site = createCachedSite(server, { provider: { timeout_ms: 5000 } });
    const told: unknown[] = [];
    const onReuse = (what: unknown) => told.push(what);
    const first = await run(site, { onReuse });
    site.pass(5500);
    const second = await run(site, { onReuse });

    expect(server.requests).toHaveLength(1);
    expect(textOf(second)).toBe('answer 1');
    expect(metaOf(first)).toMatchObject({ cached: false, attempts: 1 });
    expect(metaOf(second)).toMatchObject({ cached: true, attempts: 0, cost_usd: 0, provider: 'local' });
    expect(second).toMatchObject({ usage: { prompt_tokens: 7, completion_tokens: 3 }, model: 'm' });
    expect(metaOf(second).request_id).not.toBe(metaOf(first).request_id);
    expect(told).toEqual([
      { cached: false, ageSeconds: 0 },
      { cached: true, ageSeconds: 5 },
    ]);
    expect(site.logs).toMatchObject([
      { cached: false, attempts: 1, prompt_tokens: 7 },
      {
        cached: true,
        attempts: 0,
        cost_micros: 0,
        prompt_tokens: 0,
        completion_tokens: 0,
        provider_ms: null,
      },
    ]);
  });

  test('is asked for again when its time is over', async () => {
    answerCounted(server);
    const site = createCachedSite(server);
    await run(site);
    site.pass(59_999);
    expect(textOf(await run(site))).toBe('answer 1');
    site.pass(1);
    expect(textOf(await run(site))).toBe('answer 2');
  });

  test('reaches a streaming caller as a stream, after the word that it was there already', async () => {
    server.answerJson(
      completion('Hello', 'tool_calls', {
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      }),
    );
    const functions = [
      { name: 'look', description: 'd', parameters: { type: 'object' as const, properties: {} } },
    ];
    const site = createCachedSite(server, { tool: { functions } });
    await run(site);
    const { chunks, onChunk } = collect();
    const order: string[] = [];
    const answer = await run(site, {
      onChunk: (chunk) => {
        order.push('chunk');
        onChunk(chunk);
      },
      onReuse: () => order.push('told'),
    });
    expect(server.requests).toHaveLength(1);
    expect(order).toEqual(['told', 'chunk', 'chunk']);
    expect(chunks).toMatchObject([
      {
        choices: [
          {
            delta: {
              role: 'assistant',
              content: 'Hello',
              tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'look' } }],
            },
          },
        ],
      },
      { choices: [{ delta: {}, finish_reason: 'tool_calls' }], meta: { cached: true } },
    ]);
    expect(metaOf(answer).cached).toBe(true);
  });

  test('that was streamed is given again whole', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events(['Hel', 'lo']).join(''));
    });
    const site = createCachedSite(server);
    const { onChunk, chunks } = collect();
    await run(site, { onChunk });
    expect(chunks.length).toBeGreaterThan(2);
    const second = await run(site);
    expect(textOf(second)).toBe('Hello');
    expect(metaOf(second).cached).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  test('keeps its parsed form', async () => {
    server.answerJson(completion('{"title":"T"}'));
    const response_schema = {
      type: 'object',
      properties: { title: { type: 'string' } },
      required: ['title'],
    };
    const site = createCachedSite(server, { tool: { response_schema } });
    await run(site);
    expect(await run(site)).toMatchObject({
      choices: [{ message: { content: '{"title":"T"}', parsed: { title: 'T' } } }],
      meta: { cached: true },
    });
  });

  test('is gone when its tool is cleared, and other tools keep theirs', async () => {
    answerCounted(server);
    const site = createCachedSite(server);
    await run(site);
    site.forget('another-tool');
    expect(metaOf(await run(site)).cached).toBe(true);
    site.forget(SLUG);
    expect(metaOf(await run(site)).cached).toBe(false);
  });

  test('does not come to a caller that has gone', async () => {
    answerCounted(server);
    const site = createCachedSite(server);
    await run(site);
    expect(errorOf(await run(site, { signal: AbortSignal.abort() })).code).toBe('cancelled');
  });
});

describe('what is not kept', () => {
  test.each([
    ['an answer that was cut short', () => server.answerJson(completion('Hel', 'length')), undefined],
    ['a filtered answer', () => server.answerJson(completion('Hel', 'content_filter')), 'content_refused'],
    [
      'a refusal',
      () => server.answerJson(completion('', 'stop', { content: null, refusal: 'No.' })),
      'content_refused',
    ],
    ['an empty answer', () => server.answerJson(completion('  ')), 'empty_completion'],
    ['an error', () => server.answerJson({ error: { message: 'no' } }, 400), 'provider_error'],
    ['a body that is no completion', () => server.answerJson('<html>'), 'invalid_provider_response'],
  ])('%s', async (_name, answer, code) => {
    answer();
    const site = createCachedSite(server);
    const first = await run(site);
    expect('error' in first ? first.error.code : undefined).toBe(code);
    await run(site);
    expect(server.requests).toHaveLength(2);
    expect(site.logs.map(({ cached }) => cached)).toEqual([false, false]);
  });

  test('the answer of a fallback, for more than a minute', async () => {
    const fallback = await startFakeProvider();
    answerCounted(fallback);
    server.answerJson({ error: { message: 'down' } }, 503);
    const site = createCachedSite(server, {
      tool: { cache_duration: 3600, fallbacks: [{ provider: 'other', model: 'o' }] },
      more: { other: { kind: 'openai-compatible', endpoint: fallback.url } },
    });
    await run(site);
    site.pass(59_999);
    expect(metaOf(await run(site))).toMatchObject({ cached: true, provider: 'other' });
    site.pass(1);
    answerCounted(server);
    expect(metaOf(await run(site))).toMatchObject({ cached: false, provider: 'local' });
    await fallback.stop();
  });

  test.each([null, 0])(
    'anything, without a cache duration (%s): two runs are two runs',
    async (cache_duration) => {
      const { held } = holdRequests(server);
      const site = createCachedSite(server, { tool: { cache_duration } });
      const told = jest.fn();
      const runs = [run(site, { onReuse: told }), run(site, { onReuse: told })];
      await untilTrue(() => held.length === 2);
      held.forEach((response) => response.end(JSON.stringify(completion('x'))));
      for (const answer of await Promise.all(runs)) expect(metaOf(answer).cached).toBe(false);
      expect(told).not.toHaveBeenCalled();
    },
  );

  test('an answer that was on its way while its tool was cleared', async () => {
    const { held } = holdRequests(server);
    const site = createCachedSite(server);
    const old = run(site);
    await untilTrue(() => held.length === 1);
    site.forget(SLUG);
    // nobody joins it either
    const fresh = run(site);
    await untilTrue(() => held.length === 2);
    held[1]?.end(JSON.stringify(completion('new')));
    expect(textOf(await fresh)).toBe('new');
    held[0]?.end(JSON.stringify(completion('old')));
    expect(textOf(await old)).toBe('old');
    expect(textOf(await run(site))).toBe('new');
    expect(server.requests).toHaveLength(2);
  });
});

describe('identical runs at the same time', () => {
  const crowd = (site: CachedSite, size: number) => Array.from({ length: size }, () => run(site));

  test('are one call, paid and counted once', async () => {
    const { held } = holdRequests(server);
    const site = createCachedSite(server);
    const runs = crowd(site, 100);
    await untilTrue(() => held.length === 1);
    held[0]?.end(JSON.stringify(completion('one')));
    const answers = await Promise.all(runs);
    expect(answers.map(textOf)).toEqual(Array(100).fill('one'));
    expect(server.requests).toHaveLength(1);
    expect(answers.filter((answer) => !metaOf(answer).cached)).toHaveLength(1);
    expect(site.logs).toHaveLength(100);
    const sum = (values: (number | null)[]) =>
      values.reduce<number>((total, value) => total + (value ?? 0), 0);
    expect(sum(site.logs.map(({ attempts }) => attempts))).toBe(1);
    expect(sum(site.logs.map(({ prompt_tokens }) => prompt_tokens))).toBe(7);
    expect(site.logs.filter(({ provider_ms }) => provider_ms !== null)).toHaveLength(1);
    expect(site.logs.filter(({ cached }) => cached)).toHaveLength(99);
  });

  test('end each for itself when they leave, and the others get their answer', async () => {
    const { held, seen } = holdRequests(server);
    const site = createCachedSite(server);
    const leaver = new AbortController();
    const stayers = [run(site)];
    const leaving = run(site, { signal: leaver.signal });
    stayers.push(run(site));
    await untilTrue(() => held.length === 1);
    leaver.abort();
    expect(errorOf(await leaving)).toMatchObject({ code: 'cancelled', status: 499 });
    expect(site.logs).toMatchObject([{ status: 'cancelled', attempts: 0, cost_micros: null }]);
    held[0]?.end(JSON.stringify(completion('one')));
    expect((await Promise.all(stayers)).map(textOf)).toEqual(['one', 'one']);
    expect(seen.brokenOff).toBe(0);
  });

  test('are paid by another when the first has left', async () => {
    const { held } = holdRequests(server);
    const site = createCachedSite(server);
    const first = new AbortController();
    const leaving = run(site, { signal: first.signal });
    const others = crowd(site, 3);
    await untilTrue(() => held.length === 1);
    first.abort();
    await leaving;
    held[0]?.end(JSON.stringify(completion('one')));
    const answers = await Promise.all(others);
    expect(answers.map((answer) => metaOf(answer).cached)).toEqual([false, true, true]);
    expect(site.logs.map(({ attempts }) => attempts)).toEqual([0, 1, 0, 0]);
  });

  test('end the call when all have left, and the last answers for it', async () => {
    const { held, seen } = holdRequests(server);
    const site = createCachedSite(server);
    const controllers = [1, 2, 3].map(() => new AbortController());
    const runs = controllers.map(({ signal }) => run(site, { signal }));
    await untilTrue(() => held.length === 1);
    controllers.slice(0, 2).forEach((controller) => controller.abort());
    await Promise.all(runs.slice(0, 2));
    expect(seen.brokenOff).toBe(0);
    controllers[2]?.abort();
    expect(errorOf((await Promise.all(runs))[2] ?? { error: null as never }).code).toBe('cancelled');
    await untilTrue(() => seen.brokenOff === 1);
    expect(site.logs.map(({ attempts, status }) => [attempts, status])).toEqual([
      [0, 'cancelled'],
      [0, 'cancelled'],
      [1, 'cancelled'],
    ]);
    // and the next one is not among the dead
    answerCounted(server);
    expect(textOf(await run(site))).toBe('answer 2');
  });

  test('all get the failure, which is counted once and not kept', async () => {
    const { held } = holdRequests(server);
    const site = createCachedSite(server);
    const runs = crowd(site, 20);
    await untilTrue(() => held.length === 1);
    held[0]?.writeHead(401).end('{"error":{"message":"no"}}');
    for (const answer of await Promise.all(runs)) {
      expect(errorOf(answer)).toMatchObject({
        code: 'provider_auth_failed',
        details: { provider_status: 401 },
      });
    }
    expect(site.logs.map(({ attempts }) => attempts).filter((attempts) => attempts > 0)).toEqual([1]);
    expect(new Set(site.logs.map(({ request_id }) => request_id)).size).toBe(20);
    answerCounted(server);
    expect(textOf(await run(site))).toBe('answer 2');
  });

  test('stay apart when anything differs', async () => {
    const { held } = holdRequests(server);
    const site = createCachedSite(server);
    const runs = [run(site), run(site, {}, { content: 'Something else.' })];
    await untilTrue(() => held.length === 2);
    held.forEach((response, index) => response.end(JSON.stringify(completion(`answer ${index}`))));
    expect((await Promise.all(runs)).map((answer) => metaOf(answer).cached)).toEqual([false, false]);
  });
});

describe('streaming and whole callers together', () => {
  const [head = '', ...rest] = events(['Hel', 'lo']);
  const beginStream = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(head);

  test('the first that streams gets its pieces as they come, the others everything at its end', async () => {
    const { held } = holdRequests(server);
    const site = createCachedSite(server);
    const leader = collect();
    const follower = collect();
    const streams = [run(site, leader), run(site, follower)];
    const whole = run(site);
    await untilTrue(() => held.length === 1);
    const response = held[0];
    if (!response) throw new Error('no request');
    beginStream(response);
    await untilTrue(() => leader.chunks.length === 1);
    expect(follower.chunks).toEqual([]);
    response.end(rest.join(''));
    const answers = await Promise.all([...streams, whole]);
    expect(answers.map(textOf)).toEqual(['Hello', 'Hello', 'Hello']);
    expect(leader.text()).toBe('Hello');
    expect(follower.text()).toBe('Hello');
    expect(leader.chunks).toHaveLength(3);
    expect(follower.chunks).toHaveLength(2);
    expect(answers.map((answer) => metaOf(answer).cached)).toEqual([false, true, true]);
    expect(leader.chunks.at(-1)?.meta?.cached).toBe(false);
    expect(follower.chunks.at(-1)?.meta?.cached).toBe(true);
  });

  test('a streaming caller joins a whole call', async () => {
    const { held } = holdRequests(server);
    const site = createCachedSite(server);
    const whole = run(site);
    const follower = collect();
    const stream = run(site, follower);
    await untilTrue(() => held.length === 1);
    held[0]?.end(JSON.stringify(completion('Hello')));
    expect((await Promise.all([whole, stream])).map(textOf)).toEqual(['Hello', 'Hello']);
    expect(follower.chunks).toHaveLength(2);
  });

  test('a streaming leader that leaves takes nobody with it', async () => {
    const { held, seen } = holdRequests(server);
    const site = createCachedSite(server);
    const leader = collect();
    const controller = new AbortController();
    const leaving = run(site, { ...leader, signal: controller.signal });
    const whole = run(site);
    await untilTrue(() => held.length === 1);
    const response = held[0];
    if (!response) throw new Error('no request');
    beginStream(response);
    await untilTrue(() => leader.chunks.length === 1);
    controller.abort();
    expect(errorOf(await leaving).code).toBe('cancelled');
    response.end(rest.join(''));
    expect(textOf(await whole)).toBe('Hello');
    expect(metaOf(await whole)).toMatchObject({ cached: false, attempts: 1 });
    expect(leader.chunks).toHaveLength(1);
    expect(seen.brokenOff).toBe(0);
  });

  test('a leader whose code throws fails alone, and alone it ends the call', async () => {
    const { held, seen } = holdRequests(server);
    const site = createCachedSite(server);
    const throwing = {
      onChunk: () => {
        throw new Error('broken caller');
      },
    };
    const broken = run(site, throwing);
    const whole = run(site);
    await untilTrue(() => held.length === 1);
    held[0]?.writeHead(200, { 'content-type': 'text/event-stream' }).write(head);
    expect(errorOf(await broken).code).toBe('internal_error');
    held[0]?.end(rest.join(''));
    expect(textOf(await whole)).toBe('Hello');

    site.forget(null);
    const alone = run(site, throwing);
    await untilTrue(() => held.length === 2);
    held[1]?.writeHead(200, { 'content-type': 'text/event-stream' }).write(head);
    expect(errorOf(await alone).code).toBe('internal_error');
    await untilTrue(() => seen.brokenOff === 1);
    expect(site.logs.at(-1)).toMatchObject({ status: 'error', attempts: 1 });
  });

  test('a leader that reads slowly holds nobody up beside it', async () => {
    const { held } = holdRequests(server);
    const site = createCachedSite(server);
    const leader = collect();
    let goOn = () => {};
    const slow = run(site, {
      onChunk: async (chunk) => {
        leader.onChunk(chunk);
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      },
    });
    await untilTrue(() => held.length === 1);
    held[0]?.writeHead(200, { 'content-type': 'text/event-stream' }).end([head, ...rest].join(''));
    await untilTrue(() => leader.chunks.length === 1);
    // it waits for the caller, though everything has been sent
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(site.logs).toEqual([]);
    expect(textOf(await run(site))).toBe('Hello');
    await untilTrue(() => {
      goOn();
      return leader.chunks.length === 3;
    });
    goOn();
    expect(textOf(await slow)).toBe('Hello');
    expect(leader.text()).toBe('Hello');
  });
});
