import type { ProviderFields } from '../../../server/src/engine/provider-fields';
import { providerFieldsSchema } from '../../../server/src/engine/provider-fields';
import type { Provider } from '../../../server/src/engine/provider';
import { settleProvider, settleProviders } from '../../../server/src/engine/settle-providers';
import type { ProviderSources } from '../../../server/src/engine/settle-providers';
import { ADAPTERS } from '../../../server/src/providers/registry';

const fields = (values: Record<string, unknown>): ProviderFields => providerFieldsSchema.parse(values);

interface TestSources {
  stored?: Record<string, Record<string, unknown>>;
  configured?: Record<string, Record<string, unknown>>;
  constants?: Record<string, string>;
  prices?: Record<string, { input: number; output: number }>;
}

const toSources = (sources: TestSources): ProviderSources => {
  const read = (entries: Record<string, Record<string, unknown>> = {}) =>
    Object.fromEntries(Object.entries(entries).map(([id, values]) => [id, fields(values)]));
  return {
    adapters: ADAPTERS,
    stored: new Map(Object.entries(read(sources.stored))),
    configured: read(sources.configured),
    constants: sources.constants ?? {},
    decrypt: (value) => (value.startsWith('encrypted:') ? value.slice('encrypted:'.length) : null),
    privateEndpointKinds: [],
    prices: sources.prices ?? {},
  };
};

const settle = (sources: TestSources) => {
  const providers = settleProviders(toSources(sources));
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

test('a key from the site’s code is not sent to another kind of provider that the settings make of its id', () => {
  const stored = { openai: { kind: 'anthropic' } };
  const provider = settle({ stored, configured: { openai: { api_key: 'configured' } } })('openai');
  expect(provider.account.apiKey).toBeNull();
  expect(provider.problem).toContain('not sent');
});

test('a key is not sent in clear to the host that it was given for over https', () => {
  const stored = { openai: { endpoint: 'http://api.openai.com/v1' } };
  expect(settle({ stored, constants: { OPENAI_API_KEY: 'constant' } })('openai').account.apiKey).toBeNull();
  const samePlace = { openai: { endpoint: 'https://api.openai.com/v2' } };
  const provider = settle({ stored: samePlace, constants: { OPENAI_API_KEY: 'constant' } })('openai');
  expect(provider.account.apiKey).toBe('constant');
});

test.each([
  [{ constants: { GEMINI_API_KEY: 'constant-1234' } }, 'constant', 'GEMINI_API_KEY', '1234'],
  [{ configured: { google: { api_key: 'configured-1234' } } }, 'config', null, '1234'],
  [{ stored: { google: { api_key: 'encrypted:stored-1234' } } }, 'stored', null, '1234'],
  [{ stored: { google: { api_key: 'encrypted:1234567' } } }, 'stored', null, null],
  [{ stored: { google: { api_key: 'written under another encryption key' } } }, 'stored', null, null],
  [{}, null, null, null],
])(
  'where the key of %j comes from, and as much of it as may be shown',
  (sources, source, constant, lastFour) => {
    expect(settleProvider('google', toSources(sources))?.key).toEqual({ source, constant, lastFour });
  },
);

test('a field that code has set is locked, and so is a key from the environment', () => {
  const locked = (sources: TestSources) => settleProvider('openai', toSources(sources))?.locked;
  expect(locked({ configured: { openai: { model: 'gpt-6', enabled: false } } })).toEqual([
    'model',
    'enabled',
  ]);
  expect(locked({ constants: { OPENAI_API_KEY: 'k' }, stored: { openai: { model: 'gpt-6' } } })).toEqual([
    'api_key',
  ]);
  expect(locked({ configured: { openai: { api_key: 'k' } } })).toEqual(['api_key']);
});

test('the context window that somebody told is known, and otherwise it is not', () => {
  const provider = settle({ stored: { ollama: { context_window: 8192 } } });
  expect(provider('ollama').contextWindow).toBe(8192);
  expect(provider('openai').contextWindow).toBeNull();
});

test('a kind that others are added of has no provider of its own', () => {
  expect(settleProvider('openai-compatible', toSources({}))).toBeNull();
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
