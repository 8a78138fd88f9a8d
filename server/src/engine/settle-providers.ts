import type { ProviderFieldValues, ProviderSettings, ProviderState } from '../../../contracts/providers';
import { setParameters } from './compile-tool';
import { costMicros } from './cost';
import type { Price } from './cost';
import type { Provider } from './provider';
import { PROVIDER_FIELDS } from './provider-fields';
import type { ProviderFields } from './provider-fields';
import { settleKey } from './settle-key';
import type { KeySources, SettledKey } from './settle-key';

export interface ProviderSources extends KeySources {
  /** what the administrator stored, by provider id; keys encrypted */
  stored: ReadonlyMap<string, ProviderFields>;
  /** what the site's code says, by provider id; wins over what is stored */
  configured: Readonly<Record<string, ProviderFields>>;
  privateEndpointKinds: readonly string[];
  /** by `provider/model` */
  prices: Readonly<Record<string, Price>>;
}

/** A provider together with where it has its values from, for those who look after it. */
export interface SettledProvider {
  provider: Provider;
  effective: ProviderSettings['effective'];
  state: ProviderState;
  /** the fields that code has set */
  locked: string[];
  key: Omit<SettledKey, 'apiKey' | 'problem'>;
}

export const configuredFields = (
  id: string,
  { configured }: Pick<ProviderSources, 'configured'>,
): ProviderFields | undefined => (Object.hasOwn(configured, id) ? configured[id] : undefined);

const findLocked = (configured: ProviderFields | undefined, { source }: SettledKey): string[] => {
  const set: [string, unknown][] = Object.entries(configured ?? {});
  const locked = new Set(set.filter(([, value]) => value !== null).map(([field]) => field));
  if (source === 'constant') locked.add('api_key');
  return PROVIDER_FIELDS.filter((field) => locked.has(field));
};

/** One provider of the site, whether or not it can be called; null when there is none of this id. */
export const settleProvider = (id: string, sources: ProviderSources): SettledProvider | null => {
  const stored = sources.stored.get(id);
  const configured = configuredFields(id, sources);
  const kind = configured?.kind ?? stored?.kind ?? id;
  const adapter = sources.adapters.find((candidate) => candidate.kind === kind);
  if (!adapter) return null;
  // the kinds that others are added of have no provider of their own
  if (!stored && !configured && !adapter.comesWithPlugin) return null;

  const choose = <Field extends keyof ProviderFields>(field: Field): ProviderFields[Field] | null =>
    configured?.[field] ?? stored?.[field] ?? null;
  const effective = {
    kind: adapter.kind,
    label: choose('label') ?? adapter.label,
    endpoint: (choose('endpoint') ?? adapter.defaultEndpoint)?.replace(/\/+$/, '') ?? null,
    model: choose('model') ?? adapter.defaultModel,
    max_tokens: choose('max_tokens'),
    temperature: choose('temperature'),
    top_p: choose('top_p'),
    top_k: choose('top_k'),
    system_instruction: choose('system_instruction'),
    prompt_template: choose('prompt_template'),
    context_window: choose('context_window'),
    timeout_ms: choose('timeout_ms') ?? adapter.defaultTimeoutMs,
    enabled: choose('enabled') ?? true,
  } satisfies ProviderFieldValues;
  const key = settleKey({ id, adapter, endpoint: effective.endpoint, stored, configured }, sources);
  const { max_tokens, temperature, top_p, top_k } = effective;
  const { state, problem } = judgeState(id, effective, key.problem);

  return {
    provider: {
      id,
      label: effective.label,
      adapter,
      account: { endpoint: effective.endpoint ?? '', apiKey: key.apiKey },
      model: effective.model,
      parameters: setParameters({ max_tokens, temperature, top_p, top_k }),
      systemInstruction: effective.system_instruction,
      roleTemplate: effective.prompt_template,
      contextWindow: effective.context_window,
      timeoutMs: effective.timeout_ms,
      allowPrivateEndpoint: sources.privateEndpointKinds.includes(adapter.kind),
      problem,
      costMicros: (usage, models) =>
        costMicros(usage, models, {
          kind: adapter.kind,
          kindPrice: adapter.price,
          sitePrice: (model) => sources.prices[`${id}/${model}`] ?? null,
        }),
    },
    effective,
    state,
    locked: findLocked(configured, key),
    key: { source: key.source, constant: key.constant, lastFour: key.lastFour },
  };
};

const judgeState = (
  id: string,
  { endpoint, enabled }: { endpoint: string | null; enabled: boolean },
  keyProblem: string | null,
): { state: ProviderState; problem: string | null } => {
  if (!enabled) return { state: 'switched_off', problem: `The provider "${id}" is switched off.` };
  if (endpoint === null) {
    return {
      state: 'needs_endpoint',
      problem: `The provider "${id}" has no endpoint. Set it as providers.${id}.endpoint in config/plugins, or in the settings of AI Tools.`,
    };
  }
  return { state: keyProblem === null ? 'ready' : 'needs_key', problem: keyProblem };
};

/** Every provider of the site: the kinds that come with the plugin, and those somebody added. */
export const settleEveryProvider = (sources: ProviderSources): SettledProvider[] => {
  const ids = new Set([
    ...sources.adapters.filter(({ comesWithPlugin }) => comesWithPlugin).map(({ kind }) => kind),
    ...sources.stored.keys(),
    ...Object.keys(sources.configured),
  ]);
  return [...ids].flatMap((id) => settleProvider(id, sources) ?? []);
};

/** Every provider of the site by its id, as the engine calls it. */
export const settleProviders = (sources: ProviderSources): Map<string, Provider> =>
  new Map(settleEveryProvider(sources).map(({ provider }) => [provider.id, provider]));
