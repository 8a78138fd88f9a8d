import type { Core } from '@strapi/types';
import { PROVIDER_UID } from '../../../contracts/plugin-id';
import type { Awaitable } from '../engine/awaitable';
import type { Provider } from '../engine/provider';
import { PROVIDER_FIELDS, providerFieldsSchema } from '../engine/provider-fields';
import type { ProviderFields } from '../engine/provider-fields';
import { settleProviders } from '../engine/settle-providers';
import type { ProviderSources } from '../engine/settle-providers';
import { ADAPTERS } from '../providers/registry';
import { faultCode } from '../stores/database-faults';
import { onceAMinute } from '../stores/once-a-minute';
import { getService } from './get-service';
import { pick } from './pick';

/** How long a change made by another instance may go unseen. */
const MAX_AGE_MS = 5000;

const readRow = (row: Record<string, unknown>): [string, ProviderFields] => [
  String(row.provider_id),
  providerFieldsSchema.parse(pick(row, PROVIDER_FIELDS)),
];

/** One list for each reading, since what is made of its keys for taking them out of texts is kept with it. */
const listKeys = (providers: ReadonlyMap<string, Provider>): string[] =>
  [...providers.values()].flatMap(({ account }) => account.apiKey ?? []);

interface Directory {
  providers: Awaitable<Map<string, Provider>>;
  loadedAt: number;
}

/** The providers of this site, settled from code, configuration and database, and kept in memory. */
export const createProvidersService = ({ strapi }: { strapi: Core.Strapi }) => {
  let directory: Directory | null = null;
  let lastRead: Map<string, Provider> | null = null;
  // counts how often everything was forgotten
  let edition = 0;
  /** what still holds when it cannot be read again: nobody has said since that it has changed */
  let unchanged: Map<string, Provider> | null = null;

  const keyLists = new WeakMap<Map<string, Provider>, string[]>();
  const keysOf = (providers: Map<string, Provider>): string[] => {
    const keys = keyLists.get(providers) ?? listKeys(providers);
    keyLists.set(providers, keys);
    return keys;
  };

  const onFailure = onceAMinute((error: unknown) => {
    strapi.log.warn(
      `[ai-tools] the providers cannot be read, and stay as they were until they can (${faultCode(error)})`,
    );
  });

  const decrypt = (value: string): string | null => {
    try {
      return strapi.service('admin::encryption').decrypt(value);
    } catch {
      // a value that was never encrypted, which the host quotes: its error must go nowhere
      return null;
    }
  };

  const readSources = async (): Promise<ProviderSources> => {
    const settings = getService(strapi, 'settings');
    const rows: Record<string, unknown>[] = await strapi.db.query(PROVIDER_UID).findMany({});
    return {
      adapters: ADAPTERS,
      stored: new Map(rows.map(readRow)),
      configured: settings.providers,
      constants: process.env,
      decrypt,
      privateEndpointKinds: settings.network.allow_private_endpoints,
      prices: settings.prices,
    };
  };

  const load = async (): Promise<Map<string, Provider>> => {
    lastRead = settleProviders(await readSources());
    return lastRead;
  };

  const current = (): Awaitable<Map<string, Provider>> => {
    if (directory && Date.now() - directory.loadedAt < MAX_AGE_MS) return directory.providers;
    const loading: Directory = { providers: new Map(), loadedAt: Date.now() };
    const readIn = edition;
    const keep = (providers: Map<string, Provider>) => {
      if (readIn === edition) unchanged = providers;
      loading.providers = providers;
      return providers;
    };
    const doWithout = (error: unknown) => {
      if (readIn === edition && unchanged) {
        onFailure(error);
        return keep(unchanged);
      }
      if (directory === loading) directory = null;
      throw error;
    };
    const reading = load().then(keep, doWithout);
    loading.providers = reading;
    directory = loading;
    return reading;
  };

  return {
    /** What the providers are settled from, as it is in the database right now. */
    readSources,

    find: (id: string): Awaitable<Provider | null> => {
      const providers = current();
      return providers instanceof Map
        ? (providers.get(id) ?? null)
        : providers.then((all) => all.get(id) ?? null);
    },

    /** Every provider, whether or not it can be called. */
    list: async (): Promise<Provider[]> => [...(await current()).values()],

    /** For checking a tool: which providers there are right now. */
    knownProviders: async (): Promise<(id: string) => Provider | null> => {
      const providers = await current();
      return (id) => providers.get(id) ?? null;
    },

    /**
     * The keys in force, for taking them out of what is about to be written down; while the database cannot be read,
     * those that were in force before. Null when nobody knows. Never throws.
     */
    keys: async (): Promise<string[] | null> => {
      const providers = await Promise.resolve(current()).catch(() => lastRead);
      return providers && keysOf(providers);
    },

    forget: (): void => {
      directory = null;
      unchanged = null;
      edition += 1;
    },
  };
};
