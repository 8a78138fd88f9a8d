import { OTHER } from '../../../../contracts/analytics';
import { addPackedToPacked, addToPacked, cellOf } from './latency-histogram';
import type { PackedCells } from './latency-histogram';

/** What runs are told apart by. */
export interface EntryKey {
  tool: string | null;
  provider: string | null;
  model: string | null;
  source: string | null;
  /** null where callers are not told apart */
  caller: string | null;
  status: string | null;
}

/** What is summed up, in the order in which it is stored. */
export const COUNTS = [
  'runs',
  'cached',
  /** runs that have a latency: those that were answered, or got as far as a provider */
  'timed',
  'latency_ms',
  'cached_latency_ms',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'reasoning_tokens',
  'cost_micros',
  'unknown_cost',
] as const;
export type Counts = Record<(typeof COUNTS)[number], number>;

/** Runs that have everything in common that they are told apart by. */
export interface Entry extends EntryKey, Counts {
  /** error codes with how often; null for none, as with most */
  errors: Map<string, number> | null;
  latencies: PackedCells;
}

/** All runs of a slot. */
export interface Cube {
  entries: Map<string, Entry>;
  callers: Set<string>;
  /** entries without a provider: their tool does not exist, and its name is whatever somebody asked for */
  nameless: number;
}

/** The columns of a log row that are counted. */
export interface CountedRow {
  id: number;
  /** when the run ended, in milliseconds since 1970 */
  created_at: number;
  tool_slug: string;
  provider: string | null;
  model: string | null;
  source: string;
  caller_type: string;
  caller_id: string | null;
  status: string;
  error_code: string | null;
  cached: boolean;
  attempts: number;
  latency_ms: number;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  cached_tokens: number | null;
  reasoning_tokens: number | null;
  cost_micros: number | null;
}

/*
 * A slot holds so many entries, and then puts new ones together as `OTHER`: who asks for tools that there are not, or
 * comes as ten thousand users, must not make analytics slow. Totals stay exact. Who runs much is there early.
 */
const MOST_ENTRIES = 1000;
const MOST_CALLERS = 500;
const MOST_NAMELESS = 100;

const NOTHING = '\u0001';
const keyText = ({ tool, provider, model, source, caller, status }: EntryKey): string =>
  `${tool ?? NOTHING}\0${provider ?? NOTHING}\0${model ?? NOTHING}\0${source ?? NOTHING}\0${caller ?? NOTHING}\0${status ?? NOTHING}`;

export const NO_COUNTS: Readonly<Counts> = {
  runs: 0,
  cached: 0,
  timed: 0,
  latency_ms: 0,
  cached_latency_ms: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cached_tokens: 0,
  reasoning_tokens: 0,
  cost_micros: 0,
  unknown_cost: 0,
};

export const createEntry = (key: EntryKey): Entry => ({
  tool: key.tool,
  provider: key.provider,
  model: key.model,
  source: key.source,
  caller: key.caller,
  status: key.status,
  ...NO_COUNTS,
  errors: null,
  latencies: [],
});

/** As the key itself, as long as there is room for one more; callers are the last that are given up. */
const keyWithRoom = ({ entries, callers, nameless }: Cube, key: EntryKey): EntryKey => {
  const isFull = entries.size >= MOST_ENTRIES || (key.provider === null && nameless >= MOST_NAMELESS);
  const isKnownCaller = key.caller === null || callers.has(key.caller) || callers.size < MOST_CALLERS;
  return {
    ...key,
    ...(isFull && { tool: OTHER, provider: key.provider && OTHER, model: key.model && OTHER }),
    ...(!isKnownCaller && { caller: OTHER }),
  };
};

const put = (cube: Cube, entry: Entry): Entry => {
  cube.entries.set(keyText(entry), entry);
  if (entry.caller !== null) cube.callers.add(entry.caller);
  if (entry.provider === null) cube.nameless += 1;
  return entry;
};

const entryFor = (cube: Cube, key: EntryKey): Entry => {
  const known = cube.entries.get(keyText(key));
  if (known) return known;
  const roomy = keyWithRoom(cube, key);
  return cube.entries.get(keyText(roomy)) ?? put(cube, createEntry(roomy));
};

/** The entries of a slot as they were stored: no two of them have the same key. */
export const createCube = (entries: Iterable<Entry> = []): Cube => {
  const cube: Cube = { entries: new Map(), callers: new Set(), nameless: 0 };
  for (const entry of entries) put(cube, entry);
  return cube;
};

/** The caller as entries have it, such as `user:5` or `public`. */
export const callerKey = (type: string, id: string | null): string => (id === null ? type : `${type}:${id}`);

const addError = (entry: Entry, code: string, count: number): void => {
  entry.errors ??= new Map();
  entry.errors.set(code, (entry.errors.get(code) ?? 0) + count);
};

/** Something was paid, or an answer came, and nobody knows what it cost. */
const isOfUnknownCost = (row: CountedRow): boolean =>
  row.cost_micros === null && !row.cached && (row.status === 'success' || row.prompt_tokens !== null);

/** Counts a run; callers are told apart or not. */
export const addRow = (cube: Cube, row: CountedRow, withCallers: boolean): void => {
  const entry = entryFor(cube, {
    tool: row.tool_slug,
    provider: row.provider,
    model: row.model,
    source: row.source,
    caller: withCallers ? callerKey(row.caller_type, row.caller_id) : null,
    status: row.status,
  });
  entry.runs += 1;
  entry.cached += row.cached ? 1 : 0;
  if (row.status === 'success' || row.attempts > 0) {
    entry.timed += 1;
    entry.latency_ms += row.latency_ms;
    entry.cached_latency_ms += row.cached ? row.latency_ms : 0;
    addToPacked(entry.latencies, cellOf(row.latency_ms), 1);
  }
  entry.prompt_tokens += row.prompt_tokens ?? 0;
  entry.completion_tokens += row.completion_tokens ?? 0;
  entry.cached_tokens += row.cached_tokens ?? 0;
  entry.reasoning_tokens += row.reasoning_tokens ?? 0;
  entry.cost_micros += row.cost_micros ?? 0;
  entry.unknown_cost += isOfUnknownCost(row) ? 1 : 0;
  if (row.error_code !== null) addError(entry, row.error_code, 1);
};

export const mergeInto = (cube: Cube, { entries }: Cube): void => {
  for (const added of entries.values()) {
    const entry = entryFor(cube, added);
    for (const count of COUNTS) entry[count] += added[count];
    if (added.errors) for (const [code, count] of added.errors) addError(entry, code, count);
    if (entry.latencies.length === 0) entry.latencies = [...added.latencies];
    else addPackedToPacked(entry.latencies, added.latencies);
  }
};

export const runsIn = ({ entries }: Cube): number => {
  let runs = 0;
  for (const entry of entries.values()) runs += entry.runs;
  return runs;
};
