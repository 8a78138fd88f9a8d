import type { LogSummary } from '../../../../../contracts/logs';

/** More than this on one page, or waiting for it, and the page is read anew in place of adding to it. */
export const MOST_LIVE_ROWS = 300;

export interface LiveRows {
  /** above the rows of the page, newest first */
  shown: readonly LogSummary[];
  /** not to move what is being read, newest first */
  waiting: readonly LogSummary[];
}

export const NO_LIVE_ROWS: LiveRows = { shown: [], waiting: [] };

const idsOf = (...lists: (readonly LogSummary[])[]): Set<string> =>
  new Set(lists.flat().map(({ request_id: id }) => id));

/** Those that are not among the others; of twins the first. */
export const withoutTwins = (
  runs: readonly LogSummary[],
  ...others: (readonly LogSummary[])[]
): LogSummary[] => {
  const seen = idsOf(...others);
  return runs.filter(({ request_id: id }) => !seen.has(id) && seen.add(id));
};

/** Takes what came in, as the server tells it, oldest first; some of it may have been told before. */
export const receiveRows = (
  rows: LiveRows,
  page: readonly LogSummary[],
  arrived: readonly LogSummary[],
): LiveRows => {
  const fresh = withoutTwins(arrived, page, rows.shown, rows.waiting).reverse();
  return fresh.length === 0 ? rows : { ...rows, waiting: [...fresh, ...rows.waiting] };
};

/** Lets in what was waiting. */
export const showWaiting = (rows: LiveRows): LiveRows =>
  rows.waiting.length === 0 ? rows : { shown: [...rows.waiting, ...rows.shown], waiting: [] };
