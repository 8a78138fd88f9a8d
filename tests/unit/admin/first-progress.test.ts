import type { ProviderSettings } from '../../../contracts/providers';
import { providerToTest, readProgress } from '../../../admin/src/components/first-visit/first-progress';

const NOTHING = { locked: [], problem: null, last_failure: null, built_in: true, stored: null };
const provider = (id: string, changes: Partial<ProviderSettings> = {}): ProviderSettings => ({
  ...NOTHING,
  id,
  kind: id,
  label: id,
  effective: {
    kind: id,
    label: id,
    model: 'm',
    timeout_ms: 1000,
    endpoint: null,
    max_tokens: null,
    temperature: null,
    top_p: null,
    top_k: null,
    system_instruction: null,
    prompt_template: null,
    context_window: null,
    enabled: null,
  },
  key: { needed: id !== 'sandbox', source: null, constant: null, last_four: null },
  state: id === 'sandbox' ? 'ready' : 'needs_key',
  ...changes,
});

const SANDBOX = provider('sandbox');
const UNSET = provider('openai');
const READY = provider('mistral', {
  state: 'ready',
  key: { needed: true, source: 'constant', constant: 'MISTRAL_API_KEY', last_four: 'abcd' },
});
/** Needs no key, so that it is ready whether anybody runs one or not. */
const UNTOUCHED_OLLAMA = provider('ollama', {
  state: 'ready',
  key: { needed: false, source: null, constant: null, last_four: null },
});

test('on a new site nothing is done, and the sandbox is what can be tested', () => {
  const providers = [UNSET, UNTOUCHED_OLLAMA, SANDBOX];
  expect(providerToTest(providers)?.id).toBe('sandbox');
  expect(readProgress({ providers, tools: [], tested: [] })).toEqual({
    provider: false,
    test: false,
    tool: false,
    run: false,
  });
});

test('a provider that was set up is the one to test, and a test of the sandbox does not count for it', () => {
  const providers = [UNSET, SANDBOX, READY];
  expect(providerToTest(providers)?.id).toBe('mistral');
  expect(readProgress({ providers, tools: [], tested: ['sandbox'] })).toMatchObject({
    provider: true,
    test: false,
  });
  expect(readProgress({ providers, tools: [], tested: ['mistral'] })).toMatchObject({ test: true });
});

test('a tool is there before it has run', () => {
  const tool = { usage: { runs: 0, cost_micros: null } };
  const used = { usage: { runs: 3, cost_micros: 12 } };
  expect(readProgress({ providers: [], tools: [tool], tested: [] })).toMatchObject({
    tool: true,
    run: false,
  });
  expect(readProgress({ providers: [], tools: [tool, used], tested: [] })).toMatchObject({ run: true });
});

test('where nothing can be called there is nothing to test', () => {
  expect(providerToTest([UNSET, provider('sandbox', { state: 'switched_off' })])).toBeNull();
  expect(providerToTest([])).toBeNull();
});
