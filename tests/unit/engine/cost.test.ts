import fc from 'fast-check';
import { costMicros } from '../../../server/src/engine/cost';
import type { Usage } from '../../../server/src/providers/adapter';

const usageOf = (prompt: number, completion: number, cached: number | null = null): Usage => ({
  prompt,
  completion,
  cached,
  reasoning: null,
});
const source = (kind: string, sitePrice: { input: number; output: number } | null = null) => ({
  kind,
  kindPrice: null,
  sitePrice: () => sitePrice,
});

// dollars for 10,000 tokens in and 1,000 out, after the vendors' lists
test.each([
  ['openai', 'gpt-6-luna', 1500],
  ['openai', 'gpt-6-luna-2026-09-22', 1500],
  ['openai', 'gpt-4o-mini', 2100],
  ['anthropic', 'claude-haiku-4-5', 15_000],
  ['anthropic', 'claude-haiku-4-5-20251001', 15_000],
  ['mistral', 'mistral-small-latest', 2100],
  ['together', 'meta-llama/Llama-3.3-70B-Instruct-Turbo', 9680],
])('%s %s costs %i millionths', (kind, model, micros) => {
  expect(costMicros(usageOf(10_000, 1000), [model], source(kind))).toBe(micros);
});

test.each([
  ['anthropic', 'claude-sonnet-5-5'],
  ['anthropic', 'claude-haiku-5-5'],
  ['openai', 'gpt-6-luna-turbo'],
  ['openai', 'gpt-unheard-of'],
  ['replicate', 'meta/meta-llama-3-8b-instruct'],
])('%s %s has no price that we know: not that of a model with a shorter name, and not 0', (kind, model) => {
  expect(costMicros(usageOf(10_000, 1000), [model], source(kind))).toBeNull();
});

test('the site’s own price wins', () => {
  expect(costMicros(usageOf(1_000_000, 0), ['gpt-4o-mini'], source('openai', { input: 7, output: 0 }))).toBe(
    7_000_000,
  );
});

test('cached tokens are cheaper where the vendor says so', () => {
  const full = costMicros(usageOf(10_000, 0), ['gpt-4o-mini'], source('openai'));
  const cached = costMicros(usageOf(10_000, 0, 8000), ['gpt-4o-mini'], source('openai'));
  expect(cached).toBeLessThan(full ?? 0);
  expect(cached).toBeGreaterThan(0);
});

test('the model that answered is priced first, then the one that was asked for', () => {
  expect(costMicros(usageOf(10_000, 1000), ['unheard-of', 'gpt-4o-mini'], source('openai'))).toBe(2100);
});

test('unknown usage is an unknown cost, and so is usage that contradicts itself', () => {
  expect(costMicros(null, ['gpt-4o-mini'], source('openai'))).toBeNull();
  expect(costMicros(usageOf(10, 1, 500), ['gpt-4o-mini'], source('openai'))).toBeNull();
});

test('a cost is whole, never negative, and never below what was paid', () => {
  fc.assert(
    fc.property(
      fc.nat(1e7),
      fc.nat(1e6),
      fc.double({ min: 0, max: 100, noNaN: true }),
      (prompt, completion, dollars) => {
        const price = { input: dollars, output: dollars };
        const micros = costMicros(usageOf(prompt, completion), ['m'], source('openai', price)) ?? -1;
        return Number.isInteger(micros) && micros >= (prompt + completion) * dollars - 1e-3;
      },
    ),
  );
});
