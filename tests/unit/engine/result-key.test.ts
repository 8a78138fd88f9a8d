import fc from 'fast-check';
import { compileTool } from '../../../server/src/engine/compile-tool';
import { prepareCall } from '../../../server/src/engine/prepare-call';
import type { Provider } from '../../../server/src/engine/provider';
import { resultKey } from '../../../server/src/engine/result-key';
import type { PreparedCall } from '../../../server/src/engine/run';
import { settleProviders } from '../../../server/src/engine/settle-providers';
import { ADAPTERS } from '../../../server/src/providers/registry';
import { findUntouchedProvider, summarizer } from '../../support/execute';

const settle = (fields: object): Provider => {
  const provider = settleProviders({
    adapters: ADAPTERS,
    stored: new Map(),
    configured: { sandbox: fields as never },
    constants: {},
    decrypt: () => null,
    privateEndpointKinds: [],
    prices: {},
  }).get('sandbox');
  if (!provider) throw new Error('no sandbox');
  return provider;
};

const prepare = async (
  tool: Parameters<typeof summarizer>[0] = {},
  provider: object = {},
  prompt: { prompt: string; system: string | null } = { prompt: 'p', system: null },
  isStream = false,
): Promise<PreparedCall> => {
  const outcome = compileTool(summarizer(tool), findUntouchedProvider);
  if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults));
  return prepareCall(outcome.tool, settle(provider), prompt, { isStream });
};

const digestOf = (prepared: PreparedCall): string => resultKey(prepared).digest;

test('the same call has the same key, streamed or whole, whoever pays', async () => {
  const plain = digestOf(await prepare());
  expect(digestOf(await prepare())).toBe(plain);
  expect(digestOf(await prepare({}, {}, { prompt: 'p', system: null }, true))).toBe(plain);
  const prepared = await prepare();
  const otherKey = { ...prepared.provider, account: { ...prepared.provider.account, apiKey: 'another' } };
  expect(digestOf({ ...prepared, provider: otherKey })).toBe(plain);
  const reversed = Object.fromEntries(Object.entries(prepared.call.parameters).reverse());
  expect(digestOf({ ...prepared, call: { ...prepared.call, parameters: reversed } })).toBe(plain);
});

test.each<[string, Parameters<typeof prepare>]>([
  ['the tool', [{ description: 'Another description' }]],
  ['its name and slug', [{ name: 'Another' }]],
  ['its cache duration', [{ cache_duration: 5 }]],
  ['its fallbacks', [{ fallbacks: [{ provider: 'sandbox', model: 'x' }] }]],
  ['its model', [{ model: 'sandbox-length' }]],
  ['its temperature', [{ temperature: 0.1 }]],
  ['its system instruction', [{ system_instruction: 'Be brief.' }]],
  ['the method', [{ method: 'messages' }]],
  ['the model of the provider', [{}, { model: 'sandbox-length' }]],
  ['a parameter of the provider', [{}, { max_tokens: 17 }]],
  ['the system instruction of the provider', [{}, { system_instruction: 'Be brief.' }]],
  ['the context window', [{}, { context_window: 99 }]],
  ['the endpoint', [{}, { endpoint: 'http://127.0.0.1:1' }]],
  ['the prompt', [{}, {}, { prompt: 'q', system: null }]],
  ['the rendered system message', [{}, {}, { prompt: 'p', system: 's' }]],
])('another key for a change of %s', async (_what, change) => {
  expect(digestOf(await prepare(...change))).not.toBe(digestOf(await prepare()));
});

/** Everything that decides an answer, free to be anything. */
const ingredients = fc.record({
  slug: fc.string(),
  version: fc.string(),
  providerId: fc.string(),
  kind: fc.string(),
  endpoint: fc.string(),
  method: fc.string(),
  model: fc.string(),
  prompt: fc.string({ unit: 'binary' }),
  system: fc.option(fc.string()),
  roleTemplate: fc.option(fc.string()),
  contextWindow: fc.option(fc.integer()),
  parameters: fc.record({ max_tokens: fc.integer(), stop: fc.array(fc.string()) }, { requiredKeys: [] }),
  functions: fc.array(fc.record({ name: fc.string(), description: fc.string() })),
  responseSchema: fc.option(fc.dictionary(fc.string(), fc.string())),
  dropped: fc.array(fc.string()),
});
type Ingredients = Parameters<Parameters<typeof ingredients.map>[0]>[0];

test('keys differ whenever any ingredient differs', async () => {
  const base = await prepare();
  const toCall = ({ slug, version, providerId, kind, endpoint, dropped, ...call }: Ingredients) =>
    ({
      tool: { ...base.tool, slug, version },
      provider: {
        ...base.provider,
        id: providerId,
        adapter: { ...base.provider.adapter, kind },
        account: { endpoint, apiKey: null },
      },
      call: { ...base.call, ...call },
      dropped,
    }) as unknown as PreparedCall;
  const names = fc.constantFrom(...INGREDIENTS);
  fc.assert(
    fc.property(ingredients, ingredients, names, (one, other, name) => {
      const changed = { ...one, [name]: other[name] };
      const isSame = JSON.stringify(sorted(one[name])) === JSON.stringify(sorted(other[name]));
      return (digestOf(toCall(one)) === digestOf(toCall(changed))) === isSame;
    }),
    { numRuns: 3000 },
  );
  // nor can one ingredient pass for the end of another
  fc.assert(
    fc.property(ingredients, fc.string({ minLength: 1 }), (one, tail) => {
      const left = { ...one, slug: one.slug + tail };
      const right = { ...one, version: tail + one.version };
      return digestOf(toCall(left)) !== digestOf(toCall(right));
    }),
  );
});

const INGREDIENTS = [
  'slug',
  'version',
  'providerId',
  'kind',
  'endpoint',
  'method',
  'model',
  'prompt',
  'system',
  'roleTemplate',
  'contextWindow',
  'parameters',
  'functions',
  'responseSchema',
  'dropped',
] as const satisfies readonly (keyof Ingredients)[];

/** The order in which parameters are set is nobody's wish; in a schema the model sees it. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'max_tokens' in value
    ? Object.entries(value).sort()
    : value;
