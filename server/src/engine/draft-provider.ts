import type { ConnectionFailure } from '../../../contracts/connection';
import type { Fault } from './faults';
import { HOST_CHANGES } from './key-host';
import { splitLocked } from './locked-fields';
import type { Provider } from './provider';
import type { UncheckedFields } from './provider-change';
import { readProviderChange } from './provider-change';
import type { ProviderFields } from './provider-fields';
import { configuredFields, settleProvider } from './settle-providers';
import type { ProviderSources } from './settle-providers';

export type DraftProvider =
  | { provider: Provider }
  /** it could be written like this, and still nothing is sent */
  | { refusal: { failure: ConnectionFailure; message: string } }
  | { faults: Fault[] };

/** What is in force with a draft laid over it. Trying a provider that is switched off is allowed. */
const overlay = (
  id: string,
  fields: ProviderFields,
  typedKey: string | null,
  sources: ProviderSources,
): ProviderSources => {
  const configured = configuredFields(id, sources);
  return {
    ...sources,
    stored: new Map([[id, { ...fields, enabled: true }]]),
    configured: configured ? { [id]: { ...configured, enabled: null } } : {},
    // what has just been typed is not encrypted yet
    decrypt: (value) => (value === typedKey ? value : sources.decrypt(value)),
  };
};

/** A provider as it would be if what has been typed were saved, settled by the same rules. */
export const settleDraft = (id: string, draft: UncheckedFields, sources: ProviderSources): DraftProvider => {
  const { changes, faults: lockedFaults } = splitLocked(settleProvider(id, sources), draft);
  const { typedKey, losesKey, outcome } = readProviderChange(id, sources.stored.get(id) ?? null, changes, {
    adapters: sources.adapters,
    configured: configuredFields(id, sources),
    privateEndpointKinds: sources.privateEndpointKinds,
  });

  const faults = [...lockedFaults, ...('faults' in outcome ? outcome.faults : [])];
  const refused = faults.find(({ reason }) => reason === 'endpoint_not_allowed');
  if (refused && faults.length === 1) {
    return { refusal: { failure: 'endpoint_not_allowed', message: `The endpoint ${refused.message}` } };
  }
  if ('faults' in outcome || faults.length > 0) return { faults };
  if (losesKey) {
    return { refusal: { failure: 'not_configured', message: `Type the key again, ${HOST_CHANGES}.` } };
  }
  const settled = settleProvider(id, overlay(id, outcome.fields, typedKey, sources));
  return settled
    ? { provider: settled.provider }
    : { faults: [{ field: 'kind', message: 'is not a kind of provider.' }] };
};
