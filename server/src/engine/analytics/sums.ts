import { STATUSES } from '../../../../contracts/analytics';
import type { Figures, Status } from '../../../../contracts/analytics';
import { NO_COUNTS } from './cube';
import type { Counts, Entry } from './cube';
import { addPacked, createHistogram, percentiles } from './latency-histogram';
import type { Histogram } from './latency-histogram';

interface CachedRuns {
  runs: number;
  latency_ms: number;
}

/** What the runs of many entries come to, in a form that can be added up further. */
export interface Sums extends Counts {
  by_status: Record<Status, number>;
  errors: Map<string, number>;
  latencies: Histogram;
  /** the cached runs by what they are compared with */
  cachedBy: Map<string, CachedRuns>;
}

/** What a run costs and takes that is not cached: by tool, provider and model. */
export type UsualRuns = Map<
  string,
  { runs: number; latency_ms: number; priced: number; cost_micros: number }
>;

/** What runs have in common that are compared for what a cache saves. */
export const comparedWith = ({ tool, provider, model }: Entry): string => `${tool}\0${provider}\0${model}`;

const isStatus = (status: string | null): status is Status => STATUSES.some((known) => known === status);

export const createSums = (): Sums => ({
  ...NO_COUNTS,
  by_status: { success: 0, error: 0, cancelled: 0, refused: 0 },
  errors: new Map(),
  latencies: createHistogram(),
  cachedBy: new Map(),
});

const addCached = (sums: Sums, key: string, { runs, latency_ms }: CachedRuns): void => {
  const known = sums.cachedBy.get(key);
  if (known) {
    known.runs += runs;
    known.latency_ms += latency_ms;
  } else sums.cachedBy.set(key, { runs, latency_ms });
};

const addCounts = (sums: Sums, added: Counts, errors: ReadonlyMap<string, number> | null): void => {
  // one by one: a loop over their names takes several times as long, and this is done for every entry
  sums.runs += added.runs;
  sums.cached += added.cached;
  sums.timed += added.timed;
  sums.latency_ms += added.latency_ms;
  sums.cached_latency_ms += added.cached_latency_ms;
  sums.prompt_tokens += added.prompt_tokens;
  sums.completion_tokens += added.completion_tokens;
  sums.cached_tokens += added.cached_tokens;
  sums.reasoning_tokens += added.reasoning_tokens;
  sums.cost_micros += added.cost_micros;
  sums.unknown_cost += added.unknown_cost;
  if (!errors) return;
  for (const [code, count] of errors) sums.errors.set(code, (sums.errors.get(code) ?? 0) + count);
};

/** `compared` is the entry's own, which is asked for once for all sums. */
export const addEntry = (sums: Sums, entry: Entry, compared: string): void => {
  addCounts(sums, entry, entry.errors);
  if (isStatus(entry.status)) sums.by_status[entry.status] += entry.runs;
  addPacked(sums.latencies, entry.latencies);
  if (entry.cached > 0) {
    addCached(sums, compared, { runs: entry.cached, latency_ms: entry.cached_latency_ms });
  }
};

export const addSums = (sums: Sums, added: Sums): void => {
  addCounts(sums, added, added.errors);
  for (const status of STATUSES) sums.by_status[status] += added.by_status[status];
  added.latencies.forEach((count, cell) => {
    sums.latencies[cell] = (sums.latencies[cell] ?? 0) + count;
  });
  for (const [key, cached] of added.cachedBy) addCached(sums, key, cached);
};

export const addUsual = (usual: UsualRuns, entry: Entry, compared: string): void => {
  if (entry.status !== 'success') return;
  const known = usual.get(compared) ?? { runs: 0, latency_ms: 0, priced: 0, cost_micros: 0 };
  if (known.runs === 0) usual.set(compared, known);
  known.runs += entry.runs - entry.cached;
  known.latency_ms += entry.latency_ms - entry.cached_latency_ms;
  known.priced += entry.runs - entry.cached - entry.unknown_cost;
  known.cost_micros += entry.cost_micros;
};

/** A sum of which some parts are not known: what is known of it, unless that is nothing. */
const knownSum = (sum: number, known: number, unknown: number): number | null =>
  unknown > 0 && known === 0 ? null : Math.round(sum);

const savedOf = ({ cachedBy }: Sums, usualRuns: UsualRuns): Figures['saved'] => {
  const cost = { sum: 0, known: 0, unknown: 0 };
  const latency = { sum: 0, known: 0, unknown: 0 };
  for (const [key, { runs, latency_ms }] of cachedBy) {
    const usual = usualRuns.get(key);
    if (usual && usual.priced > 0) {
      cost.sum += (runs * usual.cost_micros) / usual.priced;
      cost.known += runs;
    } else cost.unknown += runs;
    if (usual && usual.runs > 0) {
      latency.sum += (runs * usual.latency_ms) / usual.runs - latency_ms;
      latency.known += runs;
    } else latency.unknown += runs;
  }
  return {
    cost_micros: knownSum(cost.sum, cost.known, cost.unknown),
    latency_ms: knownSum(latency.sum, latency.known, latency.unknown),
  };
};

export const costOf = (cost_micros: number, unknown_cost: number): number | null =>
  knownSum(cost_micros, cost_micros, unknown_cost);

const latencyOf = ({ latencies, latency_ms, timed }: Sums): Figures['latency_ms'] => {
  const [p50, p95, p99] = percentiles(latencies, [0.5, 0.95, 0.99]) ?? [];
  if (p50 === undefined || p95 === undefined || p99 === undefined) return null;
  return { mean: latency_ms / timed, p50, p95, p99 };
};

export const toFigures = (sums: Sums, usual: UsualRuns): Figures => ({
  runs: sums.runs,
  by_status: sums.by_status,
  errors_by_code: Object.fromEntries([...sums.errors].sort((a, b) => b[1] - a[1])),
  rate_limited: sums.errors.get('rate_limit_exceeded') ?? 0,
  cached: sums.cached,
  prompt_tokens: sums.prompt_tokens,
  completion_tokens: sums.completion_tokens,
  cached_tokens: sums.cached_tokens,
  reasoning_tokens: sums.reasoning_tokens,
  cost_micros: costOf(sums.cost_micros, sums.unknown_cost),
  unknown_cost_runs: sums.unknown_cost,
  latency_ms: latencyOf(sums),
  saved: savedOf(sums, usual),
});
