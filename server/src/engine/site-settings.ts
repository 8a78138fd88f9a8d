import { z } from 'zod';
import type { ChosenSettings, EditableSettings } from '../../../contracts/settings';
import type { Fault } from './faults';
import { toFaults } from './faults';
import { isJsonObject } from '../../../contracts/json-object';

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
};

/** What is kept lies in the heap of the site's process, which has not much more than this. */
const MAX_CACHE_BYTES = 1024 ** 3;
const NO_BYTES = `must be a whole number of bytes from 0 to ${MAX_CACHE_BYTES}`;
const NO_MONEY = 'must be an amount of US dollars, 0 or more';

/** What each setting may be, wherever it is set: in config/plugins or in the panel. */
export const SITE_RULES = {
  'logs.capture': z.enum(['none', 'errors', 'all'], 'must be none, errors or all'),
  // there is a day before which no database has dates
  'logs.retention_days': wholeNumber(1, 100_000),
  'logs.max_body_bytes': wholeNumber(256, 16 * 1024 * 1024),
  'cache.max_bytes': z.int(NO_BYTES).min(0, NO_BYTES).max(MAX_CACHE_BYTES, NO_BYTES),
  budget_usd: z.number(NO_MONEY).min(0, NO_MONEY),
};

const chosenSchema = z.strictObject(SITE_RULES).partial();
const configuredSchema = z.object({ ...SITE_RULES, budget_usd: SITE_RULES.budget_usd.nullable() }).partial();

/** What was chosen in the panel, by the names that config/plugins has for it; what nobody chose is not there. */
export type Chosen = z.output<typeof chosenSchema>;
/** What config/plugins sets. */
export type Configured = z.output<typeof configuredSchema>;

export const SITE_DEFAULTS: Required<Configured> = {
  'logs.capture': 'none',
  'logs.retention_days': 90,
  'logs.max_body_bytes': 64 * 1024,
  'cache.max_bytes': 64 * 1024 * 1024,
  budget_usd: null,
};

const SITE_SETTINGS = Object.keys(SITE_RULES);

const plainObject = z.record(z.string(), z.unknown());

const NOTHING_CHOSEN = {
  'logs.capture': null,
  'logs.retention_days': null,
  'logs.max_body_bytes': null,
  'cache.max_bytes': null,
  budget_usd: null,
};

type Flat = Record<string, unknown>;

/** Every setting; `Nothing` stands for one that nobody chose, where that can be. */
type Values<Nothing> = {
  [Name in Exclude<keyof Chosen, 'budget_usd'>]-?: NonNullable<Chosen[Name]> | Nothing;
} & { budget_usd: number | null };

const only = (values: Flat, names: readonly string[]): Flat =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

const without = (values: Flat, names: readonly string[]): Flat =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** `{ logs: { capture } }` → `{ 'logs.capture' }`; what is undefined was not said. */
const flatten = (source: object): Flat => {
  const entries = Object.entries(source).flatMap(([name, value]: [string, unknown]) =>
    isJsonObject(value)
      ? Object.entries(value).map(([inner, part]): [string, unknown] => [`${name}.${inner}`, part])
      : [[name, value] as const],
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
};

const nest = <Nothing>(values: Values<Nothing>) => ({
  logs: {
    capture: values['logs.capture'],
    retention_days: values['logs.retention_days'],
    max_body_bytes: values['logs.max_body_bytes'],
  },
  budget_usd: values.budget_usd,
  cache: { max_bytes: values['cache.max_bytes'] },
});

/** Reads what config/plugins sets, of a configuration that is known to be sound. */
export const readConfigured = (config: object): Configured => configuredSchema.parse(flatten(config));

/** Reads what is stored. What cannot be read is as if it were not there, and is named. */
export const readChosen = (source: unknown): { chosen: Chosen; broken: string[] } => {
  if (source === null || source === undefined) return { chosen: {}, broken: [] };
  const stored = plainObject.safeParse(source);
  if (!stored.success) return { chosen: {}, broken: ['all of them'] };
  // another release may know more of them
  const known = only(stored.data, SITE_SETTINGS);
  const reading = chosenSchema.safeParse(known);
  if (reading.success) return { chosen: reading.data, broken: [] };
  const broken = toFaults(reading.error).map(({ field }) => field);
  return { chosen: chosenSchema.parse(without(known, broken)), broken };
};

/** What holds: what code says, else what was chosen, else the default. */
export const settleSettings = (chosen: Chosen, configured: Configured): EditableSettings =>
  nest<never>({ ...SITE_DEFAULTS, ...chosen, ...configured });

export const describeChosen = (chosen: Chosen): ChosenSettings =>
  nest<null>({ ...NOTHING_CHOSEN, ...chosen });

/** What is wrong with touching these: code has set them, and the same value again is no change. */
const findLockedFaults = (changes: Flat, configured: Flat): Fault[] =>
  Object.keys(configured)
    .filter((name) => Object.hasOwn(changes, name) && changes[name] !== configured[name])
    .map((field) => ({ field, message: 'is set in config/plugins and cannot be changed here.' }));

/**
 * What is stored from now on, when somebody types `changes`: what they leave out stays, null goes back to the default.
 * `faults` has everything that is wrong with them.
 */
export const changeSettings = (
  chosen: Chosen,
  changes: object,
  configured: Configured,
): { chosen: Chosen } | { faults: Fault[] } => {
  const typed = flatten(changes);
  const open = without(typed, Object.keys(configured));
  const removed = SITE_SETTINGS.filter((name) => open[name] === null);
  const reading = chosenSchema.safeParse({ ...without(chosen, removed), ...without(open, removed) });
  const faults = [
    ...findLockedFaults(typed, configured),
    ...(reading.success ? [] : toFaults(reading.error)),
  ];
  return reading.success && faults.length === 0 ? { chosen: reading.data } : { faults };
};
