import type { ProviderFields } from '../../../server/src/engine/provider-fields';
import { providerFieldsSchema } from '../../../server/src/engine/provider-fields';
import type { Provider } from '../../../server/src/engine/provider';
import { settleProviders } from '../../../server/src/engine/settle-providers';
import { ADAPTERS } from '../../../server/src/providers/registry';

const fields = (values: Record<string, unknown>): ProviderFields => providerFieldsSchema.parse(values);

const settle = (sources: {
  stored?: Record<string, Record<string, unknown>>;
  configured?: Record<string, Record<string, unknown>>;
  constants?: Record<string, string>;
  prices?: Record<string, { input: number; output: number }>;
}) => {
  const read = (entries: Record<string, Record<string, unknown>> = {}) =>
    Object.fromEntries(Object.entries(entries).map(([id, values]) => [id, fields(values)]));
  const providers = settleProviders({
    adapters: ADAPTERS,
    stored: new Map(Object.entries(read(sources.stored))),
    configured: read(sources.configured),
    constants: sources.constants ?? {},
    decrypt: (value) => (value.startsWith('encrypted:') ? value.slice('encrypted:'.length) : null),
    privateEndpointKinds: [],
    prices: sources.prices ?? {},
  });
  return (id: string): Provider => {
    const provider = providers.get(id);
    if (!provider) throw new Error(`no provider ${id}`);
    return provider;
  };
};

test('a key is looked up in constant, configuration and settings, in this order', () => {
  const stored = { openai: { api_key: 'encrypted:stored' } };
  const configured = { openai: { api_key: 'configured' } };
  const constants = { OPENAI_API_KEY: 'constant' };
  expect(settle({ stored, configured, constants })('openai').account.apiKey).toBe('constant');
  expect(settle({ stored, configured })('openai').account.apiKey).toBe('configured');
  expect(settle({ stored })('openai').account.apiKey).toBe('stored');
});

test('without a key the problem says where to set it', () => {
  const provider = settle({})('openai');
  expect(provider.account.apiKey).toBeNull();
  expect(provider.problem).toContain('OPENAI_API_KEY');
});

test('a key from the site’s code is not sent to an endpoint from the settings', () => {
  const stored = { openai: { endpoint: 'https://evil.example/v1' } };
  const provider = settle({ stored, constants: { OPENAI_API_KEY: 'constant' } })('openai');
  expect(provider.account.apiKey).toBeNull();
  expect(provider.problem).toContain('providers.openai.endpoint');
  const own = settle({
    stored,
    configured: { openai: { endpoint: 'https://proxy.example/v1/' } },
    constants: { OPENAI_API_KEY: 'constant' },
  })('openai');
  expect(own.account).toEqual({ endpoint: 'https://proxy.example/v1', apiKey: 'constant' });
});

test('configuration wins over settings field by field', () => {
  const provider = settle({
    stored: {
      anthropic: { model: 'stored-model', temperature: 0.1, timeout_ms: 5000, api_key: 'encrypted:k' },
    },
    configured: { anthropic: { model: 'configured-model' } },
  })('anthropic');
  expect(provider).toMatchObject({
    model: 'configured-model',
    parameters: { temperature: 0.1 },
    timeoutMs: 5000,
    problem: null,
  });
});

test('a constant belongs to the provider of that name, not to another account of its kind', () => {
  const provider = settle({
    configured: { work: { kind: 'openai' } },
    constants: { OPENAI_API_KEY: 'constant' },
  })('work');
  expect(provider.account.apiKey).toBeNull();
});

test('a key that cannot be decrypted is a problem, not an empty key', () => {
  const provider = settle({ stored: { openai: { api_key: 'written under another encryption key' } } })(
    'openai',
  );
  expect(provider.problem).toContain('encryptionKey');
});

test('a provider that is switched off says so, whatever else is right', () => {
  const provider = settle({ configured: { openai: { enabled: false, api_key: 'k' } } })('openai');
  expect(provider.problem).toContain('switched off');
});

test('an empty key, as an unset environment variable leaves it, is no key', () => {
  expect(settle({ configured: { openai: { api_key: '' } } })('openai').problem).not.toBeNull();
});

test('a price is the site’s own, else the kind’s, else unknown', () => {
  const usage = { prompt: 1000, completion: 100, cached: null, reasoning: null };
  const find = settle({ prices: { 'openai/my-fine-tune': { input: 1, output: 10 } } });
  expect(find('openai').costMicros(usage, ['my-fine-tune'])).toBe(2000);
  expect(find('openai').costMicros(usage, ['gpt-unheard-of'])).toBeNull();
  expect(find('sandbox').costMicros(usage, ['sandbox-echo'])).toBe(0);
});
