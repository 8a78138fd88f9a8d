import type { ProviderSettings } from '../../../contracts/providers';
import { toChanges, toValues } from '../../../admin/src/pages/Settings/providers/provider-values';

const NOTHING = {
  kind: null,
  label: null,
  endpoint: null,
  model: null,
  max_tokens: null,
  temperature: null,
  top_p: null,
  top_k: null,
  system_instruction: null,
  prompt_template: null,
  context_window: null,
  timeout_ms: null,
  enabled: null,
};

const provider: ProviderSettings = {
  id: 'mistral',
  kind: 'mistral',
  label: 'Mistral AI',
  effective: {
    ...NOTHING,
    kind: 'mistral',
    label: 'Mistral AI',
    model: 'from-code',
    timeout_ms: 60_000,
    temperature: 0.2,
  },
  stored: { ...NOTHING, temperature: 0.2, model: 'stored-before-code-set-it' },
  locked: ['model', 'api_key'],
  key: { needed: true, source: 'config', constant: null, last_four: '6789' },
  state: 'ready',
  problem: null,
  last_failure: null,
  built_in: true,
};

test('a form that nobody has touched changes nothing', () => {
  expect(toChanges(toValues(provider), provider)).toEqual({});
  expect(toChanges(toValues(null), null)).toEqual({});
});

test('only what was changed is sent, and an emptied field takes the stored value away', () => {
  const values = { ...toValues(provider), temperature: null, top_p: 0.5, api_key: 'sk-new' };
  expect(toChanges(values, provider)).toEqual({ temperature: null, top_p: 0.5, api_key: 'sk-new' });
  expect(toChanges({ ...toValues(provider), api_key: null }, provider)).toEqual({ api_key: null });
});

test('a field that code has set shows what code has set', () => {
  expect(toValues(provider)).toMatchObject({ model: 'from-code', temperature: 0.2, label: null });
});
