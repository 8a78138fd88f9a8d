import type { Knex } from 'knex';
import type { LogSort } from '../../../contracts/logs';
import type { Condition, Dialect } from './log-filter';

/** Where a row stands in an order; times are in milliseconds since 1970. */
export interface LogPosition {
  value: number | null;
  id: number;
}

export interface LogOrder {
  sort: LogSort;
  direction: 'asc' | 'desc';
}

const COLUMNS = {
  time: { name: 'created_at', isNullable: false },
  latency: { name: 'latency_ms', isNullable: false },
  cost: { name: 'cost_micros', isNullable: true },
} as const;

export const sortColumn = ({ sort }: LogOrder): string => COLUMNS[sort].name;

/**
 * A stretch of the order in which an index can be walked from its beginning, or from behind a row. The rows without a
 * value are a stretch of their own, since databases disagree where they belong: here, at the end.
 */
export interface Stretch {
  hasValues: boolean;
  after: LogPosition | null;
}

/** What comes after `start`, or, on the way back, before it; without `start`, everything. */
export const stretchesFrom = (
  order: LogOrder,
  start: LogPosition | null,
  isBackwards: boolean,
): Stretch[] => {
  const stretches = [{ hasValues: true }, ...(COLUMNS[order.sort].isNullable ? [{ hasValues: false }] : [])];
  if (isBackwards) stretches.reverse();
  const first = start ? stretches.findIndex(({ hasValues }) => hasValues === (start.value !== null)) : 0;
  return stretches.slice(first).map((stretch, index) => ({ ...stretch, after: index === 0 ? start : null }));
};

/** The direction in which the index is walked. */
export const walkDirection = ({ direction }: LogOrder, isBackwards: boolean): LogOrder['direction'] =>
  (direction === 'asc') === isBackwards ? 'desc' : 'asc';

/** The rows of a stretch, in their order. */
export const inStretch =
  (
    order: LogOrder,
    { hasValues, after }: Stretch,
    walk: LogOrder['direction'],
    { comparesRows, toTime }: Dialect,
  ): Condition =>
  (query: Knex.QueryBuilder) => {
    const column = sortColumn(order);
    const beyond = walk === 'asc' ? '>' : '<';
    if (!hasValues) {
      void query.whereNull(column);
      if (after) void query.where('id', beyond, after.id);
    } else if (after?.value === null || after === null) {
      if (COLUMNS[order.sort].isNullable) void query.whereNotNull(column);
    } else {
      const value = order.sort === 'time' ? toTime(after.value) : after.value;
      if (comparesRows) void query.whereRaw(`(??, id) ${beyond} (?, ?)`, [column, value, after.id]);
      else {
        void query.where((either) => {
          void either.where(column, beyond, value).orWhere((tie) => {
            void tie.where(column, value).where('id', beyond, after.id);
          });
        });
      }
    }
    void query.orderBy([
      { column, order: walk },
      { column: 'id', order: walk },
    ]);
  };
