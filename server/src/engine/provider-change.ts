import type { ProviderAdapter } from '../providers/adapter';
import type { Fault } from './faults';
import { HOST_CHANGES, endpointOfRow, mayFollow } from './key-host';
import type { ProviderFields } from './provider-fields';
import { readProviderFields } from './provider-fields';

/** Field names to values as somebody wrote them: unknown names and wrong types are found here. */
export type UncheckedFields = Readonly<Record<string, unknown>>;

export interface ChangeRules {
  adapters: readonly ProviderAdapter[];
  /** what code says of this provider, where it does */
  configured: ProviderFields | undefined;
  privateEndpointKinds: readonly string[];
}

/** A provider as it will be after a change. */
export interface ProviderChange {
  kind: string;
  /** in clear; null when no new one was typed */
  typedKey: string | null;
  removesKey: boolean;
  /** whether the stored key would go to another host than the one it was typed for */
  losesKey: boolean;
  outcome: { fields: ProviderFields } | { faults: Fault[] };
}

const isSet = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Reads a change of a provider, which is checked whole: what stays and what is new. The one place that decides
 * whether a stored key may stay, for what is saved as well as for what is only tried.
 */
export const readProviderChange = (
  id: string,
  stored: UncheckedFields | null,
  changes: UncheckedFields,
  { adapters, configured, privateEndpointKinds }: ChangeRules,
): ProviderChange => {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const merged: UncheckedFields = { ...stored, ...given };
  const kind = [merged.kind, configured?.kind].find(isSet) ?? id;

  // a key that is written back as it was read is the stored one
  const typedKey = isSet(given.api_key) && given.api_key !== stored?.api_key ? given.api_key.trim() : null;
  const removesKey = 'api_key' in given && !isSet(given.api_key);
  const keepsKey = isSet(stored?.api_key) && typedKey === null && !removesKey;
  const losesKey =
    keepsKey &&
    !mayFollow(endpointOfRow({ ...stored }, adapters), endpointOfRow({ ...merged, kind }, adapters));

  const outcome = readProviderFields(
    id,
    // a model is judged by where it would run
    { ...merged, kind: merged.kind || kind, endpoint: merged.endpoint || configured?.endpoint },
    { adapters, privateEndpointKinds },
  );
  return { kind, typedKey, removesKey, losesKey, outcome };
};

/** Everything that is wrong with storing a change. */
export const findChangeFaults = ({ outcome, losesKey }: ProviderChange): Fault[] => [
  ...('faults' in outcome ? outcome.faults : []),
  ...(losesKey ? [{ field: 'api_key', message: `must be typed again, ${HOST_CHANGES}.` }] : []),
];
