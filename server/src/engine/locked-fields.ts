import type { Fault } from './faults';
import type { UncheckedFields } from './provider-change';
import type { SettledProvider } from './settle-providers';

const toFault = (field: string, { provider, key }: SettledProvider): Fault => ({
  field,
  message:
    field === 'api_key' && key.constant !== null
      ? `is set by ${key.constant} in the environment and cannot be changed here.`
      : `is set by providers.${provider.id}.${field} in config/plugins and cannot be changed here.`,
});

/** Keeps a change away from what code has set: a change of it is a fault, and the same value again is none. */
export const splitLocked = (
  settled: SettledProvider | null,
  changes: UncheckedFields,
): { changes: UncheckedFields; faults: Fault[] } => {
  if (!settled) return { changes, faults: [] };
  const inForce = new Map<string, unknown>(Object.entries(settled.effective));
  const locked = settled.locked.filter((field) => changes[field] !== undefined);
  return {
    changes: Object.fromEntries(Object.entries(changes).filter(([field]) => !locked.includes(field))),
    faults: locked
      .filter((field) => field === 'api_key' || inForce.get(field) !== changes[field])
      .map((field) => toFault(field, settled)),
  };
};
