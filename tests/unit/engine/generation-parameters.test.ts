import { resolveParameters } from '../../../server/src/engine/generation-parameters';
import type { GenerationParameters } from '../../../server/src/providers/adapter';
import { findAdapter } from '../../../server/src/providers/registry';

const resolve = (
  kind: string,
  model: string,
  tool: GenerationParameters,
  provider: GenerationParameters = {},
) => {
  const adapter = findAdapter(kind);
  if (!adapter) throw new Error(kind);
  return resolveParameters({ tool, provider }, model, adapter.sampling);
};

test('the tool wins over the provider, the provider over the specification’s defaults', () => {
  expect(
    resolve('sandbox', 'sandbox-echo', { temperature: 0.2 }, { temperature: 0.9, top_k: 10 }).parameters,
  ).toEqual({
    max_tokens: 2048,
    temperature: 0.2,
    top_p: 0.9,
    top_k: 10,
  });
});

test.each([
  // model, temperature, top_p and top_k sent
  ['openai', 'gpt-4o-mini', true, true, false],
  ['openai', 'gpt-4.1-mini', true, true, false],
  ['openai', 'gpt-4o-search-preview', false, true, false],
  ['openai', 'gpt-3.5-turbo', true, true, false],
  ['openai', 'o3', false, false, false],
  ['openai', 'o1-mini', false, false, false],
  ['openai', 'gpt-5', false, false, false],
  ['openai', 'gpt-5-nano', false, false, false],
  ['openai', 'gpt-5.1', true, true, false],
  ['openai', 'gpt-5.4-mini', false, false, false],
  ['openai', 'gpt-5.4-nano', true, true, false],
  ['openai', 'gpt-5.6-pro', true, true, false],
  ['openai', 'gpt-6-luna', true, true, false],
  ['openai', 'gpt-6-sol', true, true, false],
  ['openai', 'gpt-6.1-terra', true, true, false],
  ['openai', 'gpt-6-astra', false, false, false],
  ['openai', 'gpt-6.1-sol', false, false, false],
  ['anthropic', 'claude-3-5-haiku-20241022', true, false, true],
  ['anthropic', 'claude-sonnet-4-20250514', true, false, true],
  ['anthropic', 'claude-sonnet-4-5-20250929', true, false, true],
  ['anthropic', 'claude-haiku-4-5', true, false, true],
  ['anthropic', 'claude-opus-4-6', true, false, true],
  ['anthropic', 'claude-opus-4-7', false, false, false],
  ['anthropic', 'claude-opus-4-8', false, false, false],
  ['anthropic', 'claude-haiku-5-5', false, false, false],
  ['anthropic', 'claude-fable-5-1', false, false, false],
  ['anthropic', 'claude-something-new', false, false, false],
])('%s %s takes temperature: %s, top_p: %s, top_k: %s', (kind, model, temperature, top_p, top_k) => {
  const { parameters } = resolve(kind, model, { temperature: 0.5, top_p: 0.5, top_k: 5 });
  expect({
    temperature: 'temperature' in parameters,
    top_p: 'top_p' in parameters,
    top_k: 'top_k' in parameters,
  }).toEqual({ temperature, top_p, top_k });
});

test('what somebody set and is not sent is reported; a default nobody asked for is not', () => {
  expect(resolve('openai', 'o3', { temperature: 0.5 }).dropped).toEqual(['temperature']);
  expect(resolve('openai', 'o3', {}).dropped).toEqual([]);
  expect(resolve('openai', 'o3', {}, { top_k: 5 }).dropped).toEqual(['top_k']);
});

test('where temperature and top_p exclude each other, the one that nobody set gives way', () => {
  expect(resolve('anthropic', 'claude-haiku-4-5', { top_p: 0.5 }).parameters).not.toHaveProperty(
    'temperature',
  );
  expect(resolve('anthropic', 'claude-haiku-4-5', { temperature: 0.5 }).parameters).not.toHaveProperty(
    'top_p',
  );
  expect(resolve('anthropic', 'claude-haiku-4-5', { temperature: 0.5, top_p: 0.5 }).dropped).toEqual([
    'top_p',
  ]);
});

test('an unknown model gets what somebody set, and no default', () => {
  expect(resolve('openai', 'my-fine-tune', { temperature: 0.5 }).parameters).toEqual({ temperature: 0.5 });
});
