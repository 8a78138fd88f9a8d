import type { SiteSettings, UpdateSettings } from '../../../../../contracts/settings';

/** What the form holds, by the names that the server's faults have; null where nobody has chosen. */
export interface SiteValues {
  logs: {
    capture: SiteSettings['logs']['capture'];
    retention_days: number | null;
    max_body_bytes: number | null;
  };
  budget_usd: number | null;
  /** in megabytes */
  cache: { max_bytes: number | null };
}

const BYTES_PER_MEGABYTE = 2 ** 20;
/** So many decimals of a megabyte are shown. */
const DECIMALS = 3;

export const toMegabytes = (bytes: number): number => Number((bytes / BYTES_PER_MEGABYTE).toFixed(DECIMALS));

const toBytes = (megabytes: number): number => Math.round(megabytes * BYTES_PER_MEGABYTE);

/** What was chosen, and where code has set a setting, what it has set. */
export const toValues = ({ logs, budget_usd, cache, chosen, configured }: SiteSettings): SiteValues => {
  const choose = <Value>(name: string, inForce: Value, value: Value | null): Value | null =>
    configured.includes(name) ? inForce : value;
  const bytes = choose('cache.max_bytes', cache.max_bytes, chosen.cache.max_bytes);
  return {
    logs: {
      // a choice of three has no place for none of them
      capture: logs.capture,
      retention_days: choose('logs.retention_days', logs.retention_days, chosen.logs.retention_days),
      max_body_bytes: choose('logs.max_body_bytes', logs.max_body_bytes, chosen.logs.max_body_bytes),
    },
    budget_usd: choose('budget_usd', budget_usd, chosen.budget_usd),
    cache: { max_bytes: bytes === null ? null : toMegabytes(bytes) },
  };
};

/** Whether the megabytes are none that can be had. */
export const isNoMemory = ({ cache: { max_bytes: megabytes } }: SiteValues): boolean =>
  megabytes !== null && megabytes < 0;

const changedOf = <Values extends object>(values: Values, before: Values): Partial<Values> => {
  const changes: Partial<Values> = { ...values };
  for (const name in before) if (values[name] === before[name]) delete changes[name];
  return changes;
};

/** What somebody has changed, as the server takes it: everything else stays as it is. */
export const toChanges = (values: SiteValues, settings: SiteSettings): UpdateSettings.Request => {
  const before = toValues(settings);
  const { max_bytes: megabytes } = changedOf(values.cache, before.cache);
  return {
    logs: changedOf(values.logs, before.logs),
    ...(values.budget_usd !== before.budget_usd && { budget_usd: values.budget_usd }),
    ...(megabytes !== undefined && {
      cache: { max_bytes: megabytes === null ? null : toBytes(megabytes) },
    }),
  };
};
