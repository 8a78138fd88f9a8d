import type { Status } from './analytics';

export const TEST_CONNECTION_SOURCE = 'test-connection';
export const PLAYGROUND_SOURCE = 'playground';

/** Somebody tried something out: not what the site is used for, and left out unless it is asked for. */
export const TRIAL_SOURCES = [TEST_CONNECTION_SOURCE, PLAYGROUND_SOURCE] as const;

/** What the rows can be ordered by. Where the cost is not known, rows come last in both directions. */
export const LOG_SORTS = ['time', 'latency', 'cost'] as const;

export type LogSort = (typeof LOG_SORTS)[number];

/** One execution, without what was said in it. Null means not known or not reached. */
export interface LogSummary {
  request_id: string;
  /** when it ended, as an ISO date */
  created_at: string;
  /** empty for a connection test, which runs no tool */
  tool_slug: string;
  tool_name: string | null;
  source: string;
  caller_type: string;
  caller_id: string | null;
  caller_label: string | null;
  provider: string | null;
  method: string | null;
  requested_model: string | null;
  model: string | null;
  status: string;
  error_code: string | null;
  error_message: string | null;
  provider_status: number | null;
  cached: boolean;
  attempts: number;
  latency_ms: number;
  provider_ms: number | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  cached_tokens: number | null;
  reasoning_tokens: number | null;
  /** whole millionths of a US dollar */
  cost_micros: number | null;
}

/** One try to get an answer: a request, or a call that was not made. In milliseconds since the execution began. */
export interface LogAttempt {
  provider: string;
  model: string;
  started_ms: number;
  ended_ms: number;
  /** what it failed with; null for the one that was answered */
  code: string | null;
}

/** All that is on record of one execution; inputs and output where `logs.capture` had them stored. */
export interface LogDetails extends LogSummary {
  /** retries, repairs and fallbacks one by one; null where there was but one try, or none */
  timeline: LogAttempt[] | null;
  /** by name; a text, with a mark at its end, where they had to be cut */
  inputs: unknown;
  output: string | null;
}

/** Which rows. All that are given must hold. */
export interface LogFilter {
  /** a slug */
  tool?: string;
  provider?: string;
  model?: string;
  status?: Status;
  code?: string;
  source?: string;
  caller_type?: string;
  caller_id?: string;
  /** whether the answer was one that the site had kept */
  cached?: 'true' | 'false';
  /** ISO date and time; this moment and later */
  from?: string;
  /** ISO date and time; before this moment */
  to?: string;
  /** words of an error message, in either case, or a request id or its beginning */
  text?: string;
  /** `true` also shows what was tried out; see TRIAL_SOURCES. Without effect when `source` is given. */
  with_trials?: 'true' | 'false';
}

/**
 * GET /ai-tools/logs; permission `logs.read`. A page, or, with `newer_than`, what came in since.
 *
 * No request looks at more than some 50,000 rows: when few rows match, a page can have less than `limit` rows, or
 * none, and there is more nevertheless. `searched.complete` is then false, and `page.next` goes on from there.
 */
export declare namespace FindLogs {
  interface Query extends LogFilter {
    /** `time` unless told */
    sort?: LogSort;
    /** `desc` unless told */
    order?: 'asc' | 'desc';
    /** 1 to 200; 50 unless told */
    limit?: string;
    /** `page.next` of a page before: what follows it. Goes with the same filter, sort and order only. */
    after?: string;
    /** `page.previous` of a page before */
    before?: string;
    /** `last`: the last page, where neither `after` nor `before` is given */
    page?: 'first' | 'last';
    /**
     * `newest` of an answer before: the rows that were written since, in the order in which they were, for a view that
     * follows the log. Goes with the filter, and not with sort, order or pages. Rows are told apart by `request_id`:
     * whoever asks with the `newest` of the answer before the last one gets some twice, and also those that another
     * instance of the site was writing at that moment.
     */
    newer_than?: string;
  }
  interface Response {
    data: LogSummary[];
    page: {
      /** null where nothing comes before */
      previous: string | null;
      /** null where nothing follows */
      next: string | null;
    };
    /** for `newer_than` */
    newest: string;
    searched: {
      /** false: there may be more rows that match, further than this request has looked */
      complete: boolean;
      /** how far it has looked, when it is not complete: the time of the last row that it has seen */
      until: string | null;
    };
  }
}

/** GET /ai-tools/logs/:requestId; permission `logs.read` */
export declare namespace FindLog {
  interface Params {
    requestId: string;
  }
  interface Response {
    data: LogDetails;
  }
}

/**
 * GET /ai-tools/logs/export; permission `logs.export`. A file: CSV with a line of column names, or an object a line. The
 * rows that are there when the export begins, by time.
 */
export declare namespace ExportLogs {
  interface Query extends LogFilter {
    format: 'csv' | 'jsonl';
    order?: 'asc' | 'desc';
  }
}

/** GET /ai-tools/logs/status; permission `logs.read`. How the log itself is doing, in the instance that answers. */
export declare namespace FindLogStatus {
  interface Response {
    data: {
      durability: 'journal' | 'database';
      /** on their way to the database */
      waiting_rows: number;
      waiting_bytes: number;
      /** since this instance was started */
      written_rows: number;
      /** nobody will ever see these; since this instance was started */
      lost_rows: number;
      /** what the database said when it last refused rows; null while it takes them */
      failure: string | null;
      retention_days: number;
      capture: 'none' | 'errors' | 'all';
    };
  }
}
