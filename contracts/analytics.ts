import type { BudgetStatus } from './budgets';

export const BUCKETS = ['hour', 'day', 'week', 'month'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const SPLITS = ['tool', 'provider', 'model', 'source', 'caller', 'status'] as const;
/** What runs are told apart by. A caller is `user:5`, `api-token:2`, `admin:1`, `public` or `internal`. */
export type Split = (typeof SPLITS)[number];

export const STATUSES = ['success', 'error', 'cancelled', 'refused'] as const;
export type Status = (typeof STATUSES)[number];

/** In place of a tool, model or caller: all those that there are too many of to tell them apart. */
export const OTHER = '~other';

export const MOST_BUCKETS = 10_000;
export const MOST_GROUPS = 200;

/** What runs come to. Money is in whole millionths of a dollar, time in milliseconds. */
export interface Figures {
  runs: number;
  by_status: Record<Status, number>;
  errors_by_code: Record<string, number>;
  /** turned away by the tool's limit of requests: also one of the error codes */
  rate_limited: number;
  /** answered without a call to the provider */
  cached: number;
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens: number;
  reasoning_tokens: number;
  /** of the runs whose cost is known; null when there are only others */
  cost_micros: number | null;
  /** runs that were paid, at a price that nobody knows */
  unknown_cost_runs: number;
  /**
   * of runs that were answered or got as far as a provider; percentiles are off by less than 5 %. Null when there are
   * none.
   */
  latency_ms: { mean: number; p50: number; p95: number; p99: number } | null;
  /**
   * What the cached runs would have cost and taken besides, had they been as the others of their tool, provider and
   * model in the whole range; null when there are cached runs, and no others to compare any of them with.
   */
  saved: { cost_micros: number | null; latency_ms: number | null };
}

export interface TimeRange {
  /** ISO 8601, in UTC; `to` is not in it */
  from: string;
  to: string;
}

export interface FiguresGroup extends Figures {
  /** null where a run has none, such as a model that was never asked */
  key: string | null;
  /** what people call it, where that is known: the name of a user or token */
  label: string | null;
  /** a number for each bucket */
  series: { runs: number[]; errors: number[]; cost_micros: (number | null)[] };
}

export interface AnalyticsAnswer extends TimeRange {
  /** `from` and `to` as they were asked for, taken to whole quarters of an hour */
  zone: string;
  bucket: Bucket;
  totals: Figures;
  /** the time just as long before */
  previous: (TimeRange & { totals: Figures }) | null;
  /** every bucket of the range, also those in which nothing ran */
  series: (TimeRange & Figures)[];
  /** most runs first; what is beyond the limit is put together as the last one, `OTHER` */
  groups: FiguresGroup[];
  /** false while more rows wait to be counted than a request may count */
  complete: boolean;
}

/** GET /ai-tools/analytics */
export declare namespace FindAnalytics {
  /** A filter that is given more than once takes any of the values; an empty one is for runs that have none. */
  interface Query extends Partial<Record<Split, string | string[]>> {
    /** a date (its first moment in the zone) or a time with its offset, both as in ISO 8601 */
    from: string;
    to: string;
    /** an IANA name */
    zone?: string;
    bucket?: Bucket;
    split?: Split;
    /** the most groups */
    limit?: number;
    /** `true`: with the period before */
    compare?: 'true' | 'false';
    /** `true`: also runs of Test Connection and of the playground */
    with_trials?: 'true' | 'false';
  }
  interface Response {
    data: AnalyticsAnswer;
  }
}

export interface BudgetProjection extends BudgetStatus {
  /** at the end of the month, if it goes on as in the last seven days */
  projected_usd: number;
}

/** GET /ai-tools/analytics/budgets */
export declare namespace FindBudgets {
  interface Response {
    data: BudgetProjection[];
  }
}
