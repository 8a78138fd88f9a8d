import type { ProviderAdapter } from '../providers/adapter';
import { setParameters } from './compile-tool';
import { costMicros } from './cost';
import type { Price } from './cost';
import type { Provider } from './provider';
import type { ProviderFields } from './provider-fields';

export interface ProviderSources {
  adapters: readonly ProviderAdapter[];
  /** what the administrator stored, by provider id; keys encrypted */
  stored: ReadonlyMap<string, ProviderFields>;
  /** what the site's code says, by provider id; wins over what is stored */
  configured: Readonly<Record<string, ProviderFields>>;
  constants: Readonly<Record<string, string | undefined>>;
  /** null when the value cannot be decrypted */
  decrypt(value: string): string | null;
  privateEndpointKinds: readonly string[];
  /** by `provider/model` */
  prices: Readonly<Record<string, Price>>;
}

const hostOf = (endpoint: string): string | null => (URL.canParse(endpoint) ? new URL(endpoint).host : null);

const findConstant = (
  id: string,
  adapter: ProviderAdapter,
  constants: ProviderSources['constants'],
): string | null => {
  // a constant belongs to the provider that comes with the plugin, not to every other account of its kind
  if (id !== adapter.kind) return null;
  const keys = adapter.keyConstants.map((name) => constants[name]?.trim());
  return keys.find((key) => key) ?? null;
};

const missingKey = (id: string, adapter: ProviderAdapter): string => {
  const [constant] = adapter.keyConstants;
  const inEnvironment = constant && id === adapter.kind ? `in the environment as ${constant}, or ` : '';
  return `The provider "${id}" has no API key. Set it ${inEnvironment}as providers.${id}.api_key in config/plugins.`;
};

/** The key of a provider, in the documented order: environment constant, configuration, stored setting. */
const settleKey = (
  id: string,
  adapter: ProviderAdapter,
  stored: ProviderFields | undefined,
  configured: ProviderFields | undefined,
  { constants, decrypt }: ProviderSources,
): { apiKey: string | null; problem: string | null } => {
  const ownKey = findConstant(id, adapter, constants) ?? configured?.api_key ?? null;
  if (ownKey !== null) {
    // whoever may change a stored endpoint could otherwise have the site's own key sent anywhere
    const storedHost = configured?.endpoint || !stored?.endpoint ? null : hostOf(stored.endpoint);
    if (storedHost !== null && storedHost !== hostOf(adapter.defaultEndpoint ?? '')) {
      return {
        apiKey: null,
        problem: `The key of the provider "${id}" comes from the site's code and is not sent to an endpoint from the settings. Set providers.${id}.endpoint in config/plugins too.`,
      };
    }
    return { apiKey: ownKey, problem: null };
  }
  if (!stored?.api_key) return { apiKey: null, problem: adapter.needsKey ? missingKey(id, adapter) : null };
  const decrypted = decrypt(stored.api_key);
  if (decrypted !== null) return { apiKey: decrypted, problem: null };
  return {
    apiKey: null,
    problem: `The stored key of the provider "${id}" cannot be decrypted: admin.secrets.encryptionKey has changed. Enter the key again.`,
  };
};

const settleProvider = (id: string, sources: ProviderSources): Provider | null => {
  const stored = sources.stored.get(id);
  const configured = Object.hasOwn(sources.configured, id) ? sources.configured[id] : undefined;
  const kind = configured?.kind ?? stored?.kind ?? id;
  const adapter = sources.adapters.find((candidate) => candidate.kind === kind);
  if (!adapter) return null;

  const choose = <Field extends keyof ProviderFields>(field: Field): ProviderFields[Field] | null =>
    configured?.[field] ?? stored?.[field] ?? null;
  const endpoint = (choose('endpoint') ?? adapter.defaultEndpoint ?? '').replace(/\/+$/, '');
  const { apiKey, problem: keyProblem } = settleKey(id, adapter, stored, configured, sources);

  return {
    id,
    label: choose('label') ?? adapter.label,
    adapter,
    account: { endpoint, apiKey },
    model: choose('model') ?? adapter.defaultModel,
    parameters: setParameters({
      max_tokens: choose('max_tokens'),
      temperature: choose('temperature'),
      top_p: choose('top_p'),
      top_k: choose('top_k'),
    }),
    systemInstruction: choose('system_instruction'),
    roleTemplate: choose('prompt_template'),
    contextWindow: choose('context_window'),
    timeoutMs: choose('timeout_ms') ?? adapter.defaultTimeoutMs,
    allowPrivateEndpoint: sources.privateEndpointKinds.includes(adapter.kind),
    problem: findProblem(id, endpoint, choose('enabled') ?? true, keyProblem),
    costMicros: (usage, models) =>
      costMicros(usage, models, {
        kind: adapter.kind,
        kindPrice: adapter.price,
        sitePrice: (model) => sources.prices[`${id}/${model}`] ?? null,
      }),
  };
};

const findProblem = (
  id: string,
  endpoint: string,
  enabled: boolean,
  keyProblem: string | null,
): string | null => {
  if (!enabled) return `The provider "${id}" is switched off.`;
  if (endpoint === '')
    return `The provider "${id}" has no endpoint. Set providers.${id}.endpoint in config/plugins.`;
  return keyProblem;
};

/** Every provider of the site by its id: the kinds that come with the plugin, and those somebody added. */
export const settleProviders = (sources: ProviderSources): Map<string, Provider> => {
  const ids = new Set([
    ...sources.adapters.filter(({ comesWithPlugin }) => comesWithPlugin).map(({ kind }) => kind),
    ...sources.stored.keys(),
    ...Object.keys(sources.configured),
  ]);
  return new Map(
    [...ids].flatMap((id): [string, Provider][] => {
      const provider = settleProvider(id, sources);
      return provider ? [[id, provider]] : [];
    }),
  );
};
