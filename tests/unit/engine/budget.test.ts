import type { ServerResponse } from 'node:http';
import { createReserve } from '../../../server/src/engine/budget';
import type { Budget, BudgetStore } from '../../../server/src/engine/budget';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

/** A millionth of a dollar for a token of the answer; what is sent costs nothing. */
const PRICE = { input: 0, output: 1 };
const INPUTS = { content: 'text' };

interface Entry {
  budgets: Budget[];
  reserved: number;
  lifetimeMs: number;
  /** null while it is open */
  spent: number | null;
}

let entries: Entry[];
let refusal: { budget: Budget; spentMicros: number } | null;
let isStoreGone: boolean;
let now: number;
const store: BudgetStore = {
  reserve: async ({ budgets, amountMicros, lifetimeMs }) => {
    if (isStoreGone) throw new Error('SECRET-DATABASE-WORDS');
    if (refusal) return { refusal };
    const entry: Entry = { budgets: [...budgets], reserved: amountMicros, lifetimeMs, spent: null };
    entries.push(entry);
    return {
      settle: async (spentMicros) => {
        entry.spent = spentMicros;
      },
    };
  },
};

let provider: FakeProvider;
let site: TestSite;
const openSite = (siteBudgetUsd: number | null = null): TestSite =>
  createTestSite({
    providers: {
      local: { kind: 'openai-compatible', endpoint: provider.url, model: 'm', timeout_ms: 600 },
      other: { kind: 'openai-compatible', endpoint: provider.url, model: 'm' },
    },
    prices: { 'local/m': PRICE, 'other/m': { input: 0, output: 2 } },
    withoutBreakers: true,
    reserve: createReserve({ siteBudgetUsd: () => siteBudgetUsd, store, now: () => now }),
    tools: [
      tool('Budgeted', { budget_usd: 0.5 }),
      tool('Free of budgets', {}),
      tool('Bounded', { budget_usd: 0.5, max_tokens: 100 }),
      tool('Unpriced', { budget_usd: 0.5, model: 'unpriced' }),
      tool('Unpriced with fallback', {
        budget_usd: 0.5,
        model: 'unpriced',
        fallbacks: [{ provider: 'other', model: 'm' }],
      }),
      tool('With schema', {
        budget_usd: 0.5,
        max_tokens: 100,
        response_schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      }),
      tool('Down with fallback', {
        budget_usd: 0.5,
        max_tokens: 100,
        fallbacks: [{ provider: 'other', model: 'm' }],
      }),
      summarizer({ name: 'Gratis', budget_usd: 0 }),
    ],
  });
const tool = (name: string, changes: Parameters<typeof summarizer>[0]) =>
  summarizer({ name, provider: 'local', model: 'm', ...changes });

beforeEach(async () => {
  entries = [];
  refusal = null;
  isStoreGone = false;
  now = Date.UTC(2026, 10, 21);
  provider = await startFakeProvider();
  site = openSite();
});
afterEach(async () => {
  site.close();
  await provider.stop();
});

const completion = (content: string, usage: number | null) => ({
  model: 'm',
  choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
  ...(usage !== null && { usage: { prompt_tokens: 5, completion_tokens: usage } }),
});
const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const answered = json(completion('Fine.', 30));
const frame = (content: string) =>
  `data: ${JSON.stringify({ model: 'm', choices: [{ delta: { content } }] })}\n\n`;
const answerInTurn = (...answers: ((response: ServerResponse) => void)[]): void => {
  let turn = 0;
  provider.answer((_request, response) => {
    answers[Math.min(turn, answers.length - 1)]?.(response);
    turn += 1;
  });
};
const money = () => entries.map(({ reserved, spent }) => [reserved, spent]);

test('the worst is set aside before the call, and what it did not cost goes back', async () => {
  answerInTurn((response) => {
    expect(money()).toEqual([[100, null]]);
    answered(response);
  });
  expect(textOf(await site.execute('bounded', INPUTS))).toBe('Fine.');
  expect(money()).toEqual([[100, 30]]);
  expect(entries[0]?.lifetimeMs).toBeGreaterThan(600);
});

test('a tool with a budget sends a bound for its answer where nobody set one; others do not', async () => {
  answerInTurn(answered);
  await site.execute('budgeted', INPUTS);
  await site.execute('free-of-budgets', INPUTS);
  expect(provider.requests.map(({ body }) => Object(body).max_tokens)).toEqual([2048, undefined]);
  expect(money()).toEqual([[2048, 30]]);
});

test('the budget of the site comes first, and counts tools that have none', async () => {
  const limited = openSite(2);
  answerInTurn(answered);
  await limited.execute('free-of-budgets', INPUTS);
  await limited.execute('bounded', INPUTS);
  limited.close();
  const month = '2026-11';
  const ofSite = { scope: 'site', tool: null, month, limitMicros: 2_000_000 };
  expect(entries.map(({ budgets }) => budgets)).toEqual([
    [ofSite],
    [ofSite, { scope: 'tool', tool: 'bounded', month, limitMicros: 500_000 }],
  ]);
});

test('months change with the clock of UTC', async () => {
  answerInTurn(answered);
  now = Date.UTC(2026, 11, 1) - 1;
  await site.execute('bounded', INPUTS);
  now += 1;
  await site.execute('bounded', INPUTS);
  expect(entries.flatMap(({ budgets }) => budgets.map(({ month }) => month))).toEqual(['2026-11', '2026-12']);
});

test('an answer without usage costs what was set aside', async () => {
  answerInTurn(json(completion('Fine.', null)));
  await site.execute('bounded', INPUTS);
  expect(money()).toEqual([[100, 100]]);
});

test('an answer that is refused for what it says is paid like any other', async () => {
  answerInTurn(json(completion('', 30)));
  expect(errorOf(await site.execute('bounded', INPUTS)).code).toBe('empty_completion');
  expect(money()).toEqual([[100, 30]]);
});

test('a streamed call is reserved and settled like any other', async () => {
  answerInTurn((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const usage = { model: 'm', choices: [], usage: { prompt_tokens: 1, completion_tokens: 7 } };
    response.end(
      `${frame('Fine.')}data: {"model":"m","choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`,
    );
  });
  expect(textOf(await site.execute('bounded', INPUTS, { onChunk: () => {} }))).toBe('Fine.');
  expect(money()).toEqual([[100, 7]]);
});

describe('a call that brings no answer', () => {
  test.each<[string, (response: ServerResponse) => void, number | null]>([
    ['is refused with an error', json({ error: { message: 'no' } }, 400), 0],
    ['meets a wrong key', json({ error: { message: 'no' } }, 401), 0],
    ['is cut off before the answer begins', (response) => response.socket?.destroy(), 0],
    ['is cut off within the answer', (response) => cutAfter(response, '{"model":"m","cho'), 100],
    ['is answered with something else', json({ hello: 'there' }), 100],
    ['is never answered', () => {}, 100],
  ])('and %s', async (_name, respond, spent) => {
    answerInTurn(respond);
    errorOf(await site.execute('bounded', INPUTS));
    expect(entries.length).toBeGreaterThan(0);
    expect(money().filter(([, cost]) => cost !== spent)).toEqual([]);
  });

  test('a stream that is cut half-way is billed as far as anybody knows', async () => {
    answerInTurn((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(frame('Half of'), () => response.socket?.destroy());
    });
    errorOf(await site.execute('bounded', INPUTS, { onChunk: () => {} }));
    expect(money()).toEqual([[100, 100]]);
  });

  test('a caller who goes away leaves the provider writing', async () => {
    const controller = new AbortController();
    provider.answer(() => controller.abort());
    expect(errorOf(await site.execute('bounded', INPUTS, { signal: controller.signal })).code).toBe(
      'cancelled',
    );
    expect(money()).toEqual([[100, 100]]);
  });

  test('a host that cannot be reached costs nothing', async () => {
    await provider.stop();
    expect(errorOf(await site.execute('bounded', INPUTS)).code).toBe('provider_unavailable');
    expect(money().map(([, spent]) => spent)).toEqual(entries.map(() => 0));
    provider = await startFakeProvider();
  });
});

const cutAfter = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(text, () => response.socket?.destroy());
};

test('each request that is sent again has a reservation of its own', async () => {
  answerInTurn(json({}, 503), (response) => cutAfter(response, '{'), answered);
  expect(textOf(await site.execute('bounded', INPUTS))).toBe('Fine.');
  expect(money()).toEqual([
    [100, 0],
    [100, 100],
    [100, 30],
  ]);
});

test('a repair is a second call, with a longer prompt and a reservation of its own', async () => {
  answerInTurn(json(completion('{"a":1}', 20)), json(completion('{"a":"x"}', 25)));
  const answer = await site.execute('with-schema', INPUTS);
  expect(textOf(answer)).toBe('{"a":"x"}');
  expect(money()).toEqual([
    [100, 20],
    [100, 25],
  ]);
});

test('a fallback is set aside for at its own price', async () => {
  answerInTurn(json({}, 503), json({}, 503), json({}, 503), answered);
  expect(textOf(await site.execute('down-with-fallback', INPUTS))).toBe('Fine.');
  expect(money()).toEqual([
    [100, 0],
    [100, 0],
    [100, 0],
    [200, 60],
  ]);
});

test('a model of unknown price is refused with what to do about it, and a fallback of known price runs', async () => {
  answerInTurn(answered);
  const error = errorOf(await site.execute('unpriced', INPUTS));
  expect(error.code).toBe('provider_not_configured');
  expect(error.message).toContain("prices['local/unpriced'] in config/plugins");
  expect(provider.requests).toEqual([]);
  expect(textOf(await site.execute('unpriced-with-fallback', INPUTS))).toBe('Fine.');
  expect(money()).toEqual([[4096, 60]]);
});

test('without the store a tool with a budget refuses, in words of its own; what costs nothing runs', async () => {
  isStoreGone = true;
  answerInTurn(answered);
  const error = errorOf(await site.execute('bounded', INPUTS));
  expect(error).toMatchObject({ code: 'provider_unavailable', status: 503 });
  expect(error.message).not.toContain('SECRET');
  expect(provider.requests).toEqual([]);
  expect(textOf(await site.execute('free-of-budgets', INPUTS))).toBe('Fine.');
  expect(textOf(await site.execute('gratis', INPUTS))).toContain('Sandbox');
});

describe('a budget that does not cover the call', () => {
  const limited = (limitMicros: number, spentMicros: number) => {
    refusal = { budget: { scope: 'tool', tool: 'bounded', month: '2026-11', limitMicros }, spentMicros };
  };

  test.each([
    ['is smaller than one call', 99, 0, /can cost more than the whole budget/, undefined],
    ['is used up', 1000, 901, /is used up.* begins on 2026-12-01/, 10 * 86_400],
    ['is set aside for others', 1000, 900, /set aside for calls that are still running/, undefined],
  ])('%s', async (_name, limit, spent, words, retryAfter) => {
    limited(limit, spent);
    const error = errorOf(await site.execute('bounded', INPUTS));
    expect(error).toMatchObject({ code: 'budget_exceeded', status: 429 });
    expect(error.message).toMatch(words);
    expect(error.details.retry_after_seconds).toBe(retryAfter);
    expect(provider.requests).toEqual([]);
    expect(site.logs).toMatchObject([{ status: 'error', error_code: 'budget_exceeded', attempts: 0 }]);
  });

  test('has no fallback: another provider spends of the same budget', async () => {
    limited(1000, 1000);
    expect(errorOf(await site.execute('down-with-fallback', INPUTS)).code).toBe('budget_exceeded');
    expect(provider.requests).toEqual([]);
  });
});
