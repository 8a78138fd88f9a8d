import fc from 'fast-check';
import { settleProviders } from '../../../server/src/engine/settle-providers';
import { withBoundedAnswer, worstCostMicros, worstUsage } from '../../../server/src/engine/worst-cost';
import type { ModelCall } from '../../../server/src/providers/adapter';
import { ADAPTERS } from '../../../server/src/providers/registry';

const providers = settleProviders({
  adapters: ADAPTERS,
  stored: new Map(),
  configured: {},
  constants: {},
  decrypt: () => null,
  privateEndpointKinds: [],
  prices: { 'openai/house': { input: 3, output: 15 } },
});
const providerOf = (id: string) => {
  const provider = providers.get(id);
  if (!provider) throw new Error(id);
  return provider;
};

const callTo = (model: string, changes: Partial<ModelCall> = {}): ModelCall => ({
  method: 'chat/completions',
  model,
  prompt: 'Hello',
  system: null,
  roleTemplate: null,
  contextWindow: null,
  parameters: { max_tokens: 100 },
  functions: [],
  responseSchema: null,
  stream: false,
  ...changes,
});

/** With a price that rises with the length of the prompt, with one for cached tokens, with neither. */
const PRICED: [string, string][] = [
  ['openai', 'gpt-6-luna'],
  ['openai', 'gpt-4o-mini'],
  ['openai', 'gpt-5.4'],
  ['openai', 'house'],
  ['anthropic', 'claude-haiku-4-5'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-pro'],
  ['google', 'gemini-2.5-flash'],
  ['google', 'gemini-3.5-flash-lite'],
  ['mistral', 'mistral-small-latest'],
  ['together', 'openai/gpt-oss-20b'],
];

test.each(PRICED)('no call of %s %s costs more than its worst, whatever it uses', (id, model) => {
  const provider = providerOf(id);
  fc.assert(
    fc.property(
      fc.nat(300_000),
      fc.integer({ min: 1, max: 8192 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      (bytes, maxTokens, ofPrompt, ofAnswer, ofCached) => {
        const call = callTo(model, {
          prompt: 'x'.repeat(bytes),
          parameters: { max_tokens: maxTokens },
        });
        const prompt = Math.floor((bytes + 8) * ofPrompt);
        const usage = {
          prompt,
          completion: Math.floor(maxTokens * ofAnswer),
          cached: ofCached === null ? null : Math.floor(prompt * ofCached),
          reasoning: null,
        };
        const worst = worstCostMicros(provider, call);
        const actual = provider.costMicros(usage, [model]);
        return worst !== null && actual !== null && actual <= worst;
      },
    ),
  );
});

test('a character is as many tokens as it has bytes, at most', () => {
  const tokensOf = (prompt: string) => worstUsage(callTo('m', { prompt }))?.prompt ?? 0;
  expect(tokensOf('日本語') - tokensOf('')).toBe(9);
  expect(tokensOf('👩‍👩‍👧') - tokensOf('')).toBe(Buffer.byteLength('👩‍👩‍👧'));
});

test('whatever is sent counts: system message, functions, schema, role markers', () => {
  const tokensOf = (changes: Partial<ModelCall>) => worstUsage(callTo('m', changes))?.prompt ?? 0;
  const bare = tokensOf({});
  const long = 'word '.repeat(100);
  for (const changes of [
    { system: long },
    { roleTemplate: long },
    { responseSchema: { type: 'object', description: long } },
    { functions: [{ name: 'f', description: long, parameters: {} }] },
  ]) {
    expect(tokensOf(changes)).toBeGreaterThanOrEqual(bare + 500);
  }
});

test('an answer without a bound has no worst cost, and gets the bound that the specification has', () => {
  const call = callTo('gpt-4o-mini', { parameters: { temperature: 1 } });
  expect(worstCostMicros(providerOf('openai'), call)).toBeNull();
  expect(withBoundedAnswer(call).parameters).toEqual({ temperature: 1, max_tokens: 2048 });
  expect(withBoundedAnswer(callTo('m')).parameters).toEqual({ max_tokens: 100 });
});

test('an unknown price is not a worst cost of nothing, and a model that is free is', () => {
  expect(worstCostMicros(providerOf('openai'), callTo('unheard-of'))).toBeNull();
  expect(worstCostMicros(providerOf('ollama'), callTo('llama3.2'))).toBe(0);
});
