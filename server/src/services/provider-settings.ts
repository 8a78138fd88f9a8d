import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import { PROVIDER_UID } from '../../../contracts/plugin-id';
import type {
  ProviderFailure,
  ProviderFieldValues,
  ProviderKind,
  ProviderSettings,
} from '../../../contracts/providers';
import { createProviderCheck, toProviderError } from '../document-rules/provider';
import { splitLocked } from '../engine/locked-fields';
import type { UncheckedFields } from '../engine/provider-change';
import type { ProviderFields } from '../engine/provider-fields';
import { settleEveryProvider, settleProvider } from '../engine/settle-providers';
import type { ProviderSources, SettledProvider } from '../engine/settle-providers';
import { ADAPTERS } from '../providers/registry';
import { findLastFailures } from './last-failures';
import { getService } from './get-service';

const KINDS: ProviderKind[] = ADAPTERS.map((adapter) => ({
  kind: adapter.kind,
  label: adapter.label,
  methods: [...adapter.methods],
  needs_key: adapter.needsKey,
  key_constants: [...adapter.keyConstants],
  default_endpoint: adapter.defaultEndpoint,
  default_model: adapter.defaultModel,
  raw_methods: [...adapter.rawMethods],
}));

const withoutKey = ({ api_key: _secret, ...fields }: ProviderFields): ProviderFieldValues => fields;

const describe = (
  { provider, effective, state, locked, key }: SettledProvider,
  sources: ProviderSources,
  failures: ReadonlyMap<string, ProviderFailure>,
): ProviderSettings => {
  const { id, label, adapter, problem } = provider;
  const stored = sources.stored.get(id);
  return {
    id,
    kind: adapter.kind,
    label,
    effective,
    stored: stored ? withoutKey(stored) : null,
    locked,
    key: {
      needed: adapter.needsKey,
      source: key.source,
      constant: key.constant,
      last_four: key.lastFour,
    },
    state,
    problem,
    last_failure: failures.get(id) ?? null,
    built_in: ADAPTERS.some(({ kind, comesWithPlugin }) => comesWithPlugin && kind === id),
  };
};

/** The providers as an administrator sees and changes them. No answer holds a key. */
export const createProviderSettingsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const check = createProviderCheck({ strapi });

  const findRow = (id: string): Promise<(Record<string, unknown> & { documentId: string }) | null> =>
    strapi.db.query(PROVIDER_UID).findOne({ where: { provider_id: id } });

  const find = async (id: string): Promise<ProviderSettings | null> => {
    const sources = await getService(strapi, 'providers').readSources();
    const settled = settleProvider(id, sources);
    return settled && describe(settled, sources, await findLastFailures(strapi));
  };

  const mustFind = async (id: string): Promise<ProviderSettings> => {
    const settings = await find(id);
    if (!settings) throw new errors.NotFoundError('There is no provider of this id.');
    return settings;
  };

  return {
    kinds: (): ProviderKind[] => KINDS,

    /** Every provider of the site, whether or not it can be called. */
    list: async (): Promise<ProviderSettings[]> => {
      const sources = await getService(strapi, 'providers').readSources();
      const failures = await findLastFailures(strapi);
      return settleEveryProvider(sources).map((settled) => describe(settled, sources, failures));
    },

    /**
     * Stores what is new of a provider, and makes the provider when there is none of this id. A field that is left
     * out stays, null takes it away. Throws the host's ValidationError with every fault at once.
     *
     * @example
     * await strapi.plugin('ai-tools').service('provider-settings').update('openai', { model: 'gpt-6-luna' });
     */
    update: async (id: string, typed: UncheckedFields): Promise<ProviderSettings> => {
      const sources = await getService(strapi, 'providers').readSources();
      const { changes, faults: lockedFaults } = splitLocked(settleProvider(id, sources), typed);
      const row = await findRow(id);
      const { faults } = await check(id, row, changes);
      if (lockedFaults.length + faults.length > 0) throw toProviderError([...lockedFaults, ...faults]);

      // through the document service, whose rules encrypt the key
      const documents = strapi.documents(PROVIDER_UID);
      if (row) await documents.update({ documentId: row.documentId, data: changes });
      else await documents.create({ data: { ...changes, provider_id: id } });
      return mustFind(id);
    },

    /**
     * Forgets what is stored of a provider, its key included. Resolves to what is left of it: one that comes with the
     * plugin, or that code sets, is still there.
     *
     * @example
     * await strapi.plugin('ai-tools').service('provider-settings').remove('my-server');
     */
    remove: async (id: string): Promise<ProviderSettings | null> => {
      const row = await findRow(id);
      if (!row) return mustFind(id);
      await strapi.documents(PROVIDER_UID).delete({ documentId: row.documentId });
      return find(id);
    },
  };
};
