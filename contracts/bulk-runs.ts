import type { InputSource } from './content';
import type { ErrorBody } from './errors';

/**
 * `stopped` can be resumed, or undone, also where it was an undo that stopped; a run that the site's end has cut short is
 * still `running`, and goes on.
 */
export const BULK_STATES = ['running', 'stopped', 'finished', 'undoing', 'undone'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/**
 * `changed`: somebody changed the field after the run had read it, so nothing was written. `kept`: an undo left it alone,
 * because somebody edited it since, or it is gone. What an undo could not put back is still `written`, with its error.
 */
export const BULK_ITEM_STATES = ['waiting', 'written', 'changed', 'failed', 'undone', 'kept'] as const;
export type BulkItemState = (typeof BULK_ITEM_STATES)[number];

/** In one run. */
export const MOST_BULK_ENTRIES = 2000;

/** What shall be done to which entries. */
export interface BulkOrder {
  /** a type with drafts: results are never written to what is published */
  content_type: string;
  /** null for types that are not translated */
  locale: string | null;
  /** {@link MOST_BULK_ENTRIES} at most */
  document_ids: string[];
  /** a slug */
  tool: string;
  /** by the name of the input */
  inputs: Record<string, InputSource>;
  /** the path of the field that results go to: the entry's own, or in single components; see `contentFields` */
  target: string;
}

export interface BulkRun extends Omit<BulkOrder, 'document_ids' | 'inputs'> {
  id: number;
  state: BulkState;
  /** the administrator who started it, as a name to show; null when there is no such person any more */
  started_by: string | null;
  /** ISO dates; null while it runs */
  started_at: string;
  ended_at: string | null;
  counts: Record<BulkItemState, number>;
  /**
   * US dollars for the answers so far, also for those of no use; null when the price of one is not known. What brought no
   * answer at all, such as a call that was ended by a stop, is not in it
   */
  cost_usd: number | null;
  /** an ISO date: it waits until then, as a rate limit or a busy provider has asked; null when it does not wait */
  waits_until: string | null;
  /** why it stopped by itself, such as a used-up budget; null when it did not */
  stopped_because: ErrorBody | null;
}

export interface BulkItem {
  document_id: string;
  /** the entry's title; its document id for those who may not read every entry */
  label: string;
  state: BulkItemState;
  error: ErrorBody | null;
}

/** POST /ai-tools/bulk-runs/estimate; permission `content.run-bulk`. Calls no provider. */
export declare namespace EstimateBulkRun {
  type Request = BulkOrder;
  interface Response {
    data: {
      entries: number;
      /** entries that would be left out, and why, in a sentence */
      left_out: { document_id: string; label: string; reason: string }[];
      prompt_tokens: number;
      /** US dollars when every answer is as long as it may be; null when the price is not known */
      cost_usd_at_most: number | null;
      /** what the tool, or else the site, may still spend this month; null without a budget */
      budget_left_usd: number | null;
    };
  }
}

/** POST /ai-tools/bulk-runs/preview; permission `content.run-bulk`. Runs the tool on the first entry; writes nothing. */
export declare namespace PreviewBulkRun {
  type Request = BulkOrder;
  interface Response {
    data: {
      document_id: string;
      label: string;
      /** as text, whatever kind of field it is */
      before: string;
      after: string | null;
      error: ErrorBody | null;
      cost_usd: number | null;
    };
  }
}

/**
 * POST /ai-tools/bulk-runs; permission `content.run-bulk`, and the host's to update the field. Entries that an estimate
 * leaves out are no part of the run. It goes on as the administrator who started it, or resumed it last: with what that
 * person may edit by then.
 */
export declare namespace StartBulkRun {
  type Request = BulkOrder;
  interface Response {
    data: BulkRun;
  }
}

/**
 * GET /ai-tools/bulk-runs?content_type=; permission `content.run-bulk`. The newest first, fifty at most, of the types
 * that the administrator may read.
 */
export declare namespace ListBulkRuns {
  interface Query {
    content_type?: string;
  }
  interface Response {
    data: BulkRun[];
  }
}

/** GET /ai-tools/bulk-runs/:id; permission `content.run-bulk`. */
export declare namespace FindBulkRun {
  interface Response {
    data: BulkRun;
  }
}

/** GET /ai-tools/bulk-runs/:id/items?state=; permission `content.run-bulk`. Five hundred at most. */
export declare namespace ListBulkItems {
  interface Query {
    state?: BulkItemState;
  }
  interface Response {
    data: BulkItem[];
  }
}

/**
 * POST /ai-tools/bulk-runs/:id/stop, /resume and /undo; permission `content.run-bulk`, the last two also the host's to
 * update the field. A run that is not in a state for it is a 409: only what is running or
 * being undone can be stopped, only what is stopped, or has failed entries, resumed. Resuming tries those that failed again. Undo puts back what was there before,
 * where the field still holds what the run wrote; it is on its way when this answers, in state `undoing`, and ends as
 * `undone`, or as `stopped` when something is left that could not be put back: then it can be undone again.
 */
export declare namespace ChangeBulkRun {
  interface Response {
    data: BulkRun;
  }
}
