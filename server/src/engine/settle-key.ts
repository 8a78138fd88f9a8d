import type { KeySource } from '../../../contracts/providers';
import type { ProviderAdapter } from '../providers/adapter';
import { mayFollow } from './key-host';
import type { ProviderFields } from './provider-fields';

/** Shorter keys are somebody's own invention, and four characters of one would be half of it. */
const SHORTEST_SHOWN = 8;

export interface SettledKey {
  /** in clear; null when there is none, or none that may be sent to this endpoint */
  apiKey: string | null;
  /** null when there is no key */
  source: KeySource | null;
  /** the name of the environment constant that the key comes from */
  constant: string | null;
  /** what may be shown of the key */
  lastFour: string | null;
  /** why the provider cannot be called, as far as its key is concerned */
  problem: string | null;
}

export interface KeySources {
  adapters: readonly ProviderAdapter[];
  constants: Readonly<Record<string, string | undefined>>;
  /** null when the value cannot be decrypted */
  decrypt(value: string): string | null;
}

interface KeyOwner {
  id: string;
  adapter: ProviderAdapter;
  /** where it would be sent */
  endpoint: string | null;
  stored: ProviderFields | undefined;
  configured: ProviderFields | undefined;
}

const lastFourOf = (key: string): string | null => (key.length < SHORTEST_SHOWN ? null : key.slice(-4));

const findConstant = (
  { id, adapter }: KeyOwner,
  constants: KeySources['constants'],
): { name: string; value: string } | null => {
  // a constant belongs to the provider that comes with the plugin, not to every other account of its kind
  if (id !== adapter.kind) return null;
  for (const name of adapter.keyConstants) {
    const value = constants[name]?.trim();
    if (value) return { name, value };
  }
  return null;
};

const missingKey = ({ id, adapter }: KeyOwner): string => {
  const [constant] = adapter.keyConstants;
  const inEnvironment = constant && id === adapter.kind ? `in the environment as ${constant}, ` : '';
  return `The provider "${id}" has no API key. Set it ${inEnvironment}as providers.${id}.api_key in config/plugins, or in the settings of AI Tools.`;
};

const NO_KEY: SettledKey = { apiKey: null, source: null, constant: null, lastFour: null, problem: null };

/** The endpoint that the site's code means, whatever the settings say. */
const endpointOfCode = ({ id, configured }: KeyOwner, adapters: readonly ProviderAdapter[]) =>
  configured?.endpoint ??
  adapters.find(({ kind }) => kind === (configured?.kind ?? id))?.defaultEndpoint ??
  null;

const settleCodeKey = (
  key: string,
  constant: string | null,
  owner: KeyOwner,
  adapters: readonly ProviderAdapter[],
): SettledKey => {
  const found = { source: constant ? 'constant' : 'config', constant, lastFour: lastFourOf(key) } as const;
  if (mayFollow(endpointOfCode(owner, adapters), owner.endpoint)) {
    return { ...found, apiKey: key, problem: null };
  }
  return {
    ...found,
    apiKey: null,
    problem: `The key of the provider "${owner.id}" comes from the site's code and is not sent to an endpoint from the settings. Set providers.${owner.id}.endpoint in config/plugins too.`,
  };
};

const settleStoredKey = (encrypted: string, { id }: KeyOwner, { decrypt }: KeySources): SettledKey => {
  const key = decrypt(encrypted);
  if (key !== null) return { ...NO_KEY, apiKey: key, source: 'stored', lastFour: lastFourOf(key) };
  return {
    ...NO_KEY,
    source: 'stored',
    problem: `The stored key of the provider "${id}" cannot be decrypted: admin.secrets.encryptionKey has changed. Enter the key again.`,
  };
};

/** The key of a provider, in the documented order: environment constant, configuration, stored setting. */
export const settleKey = (owner: KeyOwner, sources: KeySources): SettledKey => {
  const { adapters, constants } = sources;
  const constant = findConstant(owner, constants);
  if (constant) return settleCodeKey(constant.value, constant.name, owner, adapters);
  if (owner.configured?.api_key) return settleCodeKey(owner.configured.api_key, null, owner, adapters);
  if (owner.stored?.api_key) return settleStoredKey(owner.stored.api_key, owner, sources);
  return owner.adapter.needsKey ? { ...NO_KEY, problem: missingKey(owner) } : NO_KEY;
};
