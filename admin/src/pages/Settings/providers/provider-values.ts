import type {
  ProviderChanges,
  ProviderFieldValues,
  ProviderSettings,
} from '../../../../../contracts/providers';

/** What the form of a provider holds. */
export interface ProviderValues extends ProviderFieldValues {
  /** of a provider that is being added */
  provider_id: string | null;
  /** empty while the key stays as it is, null when it is to be taken away */
  api_key: string | null;
}

const FIELDS = [
  'kind',
  'label',
  'endpoint',
  'model',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'system_instruction',
  'prompt_template',
  'context_window',
  'timeout_ms',
  'enabled',
] as const satisfies readonly (keyof ProviderFieldValues)[];

const NOTHING: ProviderFieldValues = {
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

/** What is stored, and where code has set a field, what it has set. */
export const toValues = (provider: ProviderSettings | null): ProviderValues => {
  const values: ProviderValues = {
    ...NOTHING,
    ...provider?.stored,
    provider_id: provider?.id ?? null,
    api_key: '',
  };
  if (!provider) return values;
  const locked = FIELDS.filter((field) => provider.locked.includes(field));
  return { ...values, ...Object.fromEntries(locked.map((field) => [field, provider.effective[field]])) };
};

/** What somebody has changed, as the server takes it: everything else stays as it is. */
export const toChanges = (values: ProviderValues, provider: ProviderSettings | null): ProviderChanges => {
  const before = toValues(provider);
  const changed = FIELDS.filter((field) => values[field] !== before[field]);
  const changes: ProviderChanges = Object.fromEntries(changed.map((field) => [field, values[field]]));
  return values.api_key === '' ? changes : { ...changes, api_key: values.api_key };
};
