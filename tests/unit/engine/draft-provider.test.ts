import { settleDraft } from '../../../server/src/engine/draft-provider';
import { providerFieldsSchema } from '../../../server/src/engine/provider-fields';
import type { ProviderSources } from '../../../server/src/engine/settle-providers';
import { ADAPTERS } from '../../../server/src/providers/registry';

const sources = (changes: {
  stored?: Record<string, unknown>;
  configured?: Record<string, unknown>;
  constants?: Record<string, string>;
}): ProviderSources => ({
  adapters: ADAPTERS,
  stored: new Map(changes.stored ? [['openai', providerFieldsSchema.parse(changes.stored)]] : []),
  configured: changes.configured ? { openai: providerFieldsSchema.parse(changes.configured) } : {},
  constants: changes.constants ?? {},
  decrypt: (value) => (value.startsWith('encrypted:') ? value.slice('encrypted:'.length) : null),
  privateEndpointKinds: [],
  prices: {},
});

const STORED = { kind: 'openai', api_key: 'encrypted:stored', model: 'stored-model' };

test('what has been typed is laid over what is stored, and the typed key is used as it is', () => {
  expect(settleDraft('openai', { model: 'typed-model' }, sources({ stored: STORED }))).toMatchObject({
    provider: { model: 'typed-model', account: { apiKey: 'stored' }, problem: null },
  });
  expect(settleDraft('openai', { api_key: ' typed ' }, sources({ stored: STORED }))).toMatchObject({
    provider: { model: 'stored-model', account: { apiKey: 'typed' } },
  });
  expect(settleDraft('openai', { api_key: null }, sources({ stored: STORED }))).toMatchObject({
    provider: { account: { apiKey: null }, problem: expect.stringContaining('no API key') },
  });
});

test('a provider that is switched off can be tried, wherever it was switched off', () => {
  for (const off of [
    { stored: { ...STORED, enabled: false } },
    { configured: { enabled: false, api_key: 'k' } },
  ]) {
    expect(settleDraft('openai', {}, sources(off))).toMatchObject({ provider: { problem: null } });
  }
});

test.each([
  [{ endpoint: 'https://evil.example/v1' }],
  [{ endpoint: 'https://api.openai.com:8443/v1' }],
  [{ endpoint: 'https://api.openai.com.evil.example/v1' }],
  [{ endpoint: 'http://api.openai.com/v1' }],
  [{ kind: 'anthropic' }],
])('a stored key is not taken along to %j', (typed) => {
  expect(settleDraft('openai', typed, sources({ stored: STORED }))).toMatchObject({
    refusal: { failure: 'not_configured', message: expect.stringMatching(/type the key again/i) },
  });
  expect(settleDraft('openai', { ...typed, api_key: 'typed' }, sources({ stored: STORED }))).toMatchObject({
    provider: { account: { apiKey: 'typed' } },
  });
});

test.each([[{ endpoint: 'https://evil.example/v1' }], [{ kind: 'anthropic' }]])(
  'a key from code is not taken along to %j, and no other can be typed in its place',
  (typed) => {
    const code = sources({ configured: { api_key: 'from code' } });
    expect(settleDraft('openai', typed, code)).toMatchObject({
      provider: { account: { apiKey: null }, problem: expect.stringContaining('not sent') },
    });
    expect(settleDraft('openai', { ...typed, api_key: 'typed' }, code)).toMatchObject({
      faults: [{ field: 'api_key' }],
    });
  },
);

test('an address that nothing is sent to is an answer; with anything else wrong it is one fault of several', () => {
  const typed = { endpoint: 'http://10.0.0.1/v1', api_key: 'typed' };
  expect(settleDraft('openai', typed, sources({}))).toMatchObject({
    refusal: {
      failure: 'endpoint_not_allowed',
      message: expect.stringContaining('network.allow_private_endpoints'),
    },
  });
  expect(
    settleDraft('openai', { ...typed, model: 'm' }, sources({ configured: { model: 'x' } })),
  ).toMatchObject({
    faults: [{ field: 'model' }, { field: 'endpoint' }],
  });
});
