import type { Knex } from 'knex';
import type { LogSort } from '../../../contracts/logs';
import type { Condition, Dialect } from './log-filter';

/** Where a row stands in an order; times are in milliseconds since 1970. */
export interface LogPosition {
  value: number | null;
  time: number;
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

/** What decides, in turn. There may be many rows of one cost, but few that also ended in the same millisecond. */
const orderColumns = (order: LogOrder): string[] => [
  ...(order.sort === 'time' ? [] : [sortColumn(order)]),
  'created_at',
  'id',
];

/** The same for a query on any table that has the columns. */
export const inOrder =
  (order: LogOrder, walk: LogOrder['direction']): Condition =>
  (query) =>
    void query.orderBy(orderColumns(order).map((column) => ({ column, order: walk })));

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

type Place = readonly (readonly [column: string, value: number | Date])[];

const placeOf = (order: LogOrder, { value, time, id }: LogPosition, { toTime }: Dialect): Place => [
  ...(order.sort === 'time' || value === null ? [] : ([[sortColumn(order), value]] as const)),
  ['created_at', toTime(time)],
  ['id', id],
];

/** `(a, b) < (1, 2)` as MySQL finds it by an index: `a < 1 or (a = 1 and b < 2)`. */
const compareInTurn = (query: Knex.QueryBuilder, [first, ...others]: Place, beyond: '<' | '>'): void => {
  if (!first) return;
  const [column, value] = first;
  void query.where(column, beyond, value);
  if (others.length === 0) return;
  void query.orWhere((tie) => {
    void tie.where(column, value).where((rest) => compareInTurn(rest, others, beyond));
  });
};

/** The rows of a stretch, in their order. */
export const inStretch =
  (
    order: LogOrder,
    { hasValues, after }: Stretch,
    walk: LogOrder['direction'],
    dialect: Dialect,
  ): Condition =>
  (query) => {
    if (!hasValues) void query.whereNull(sortColumn(order));
    else if (COLUMNS[order.sort].isNullable) void query.whereNotNull(sortColumn(order));
    if (after) {
      const place = placeOf(order, after, dialect);
      const beyond = walk === 'asc' ? '>' : '<';
      const [columns, values] = [place.map(([column]) => column), place.map(([, value]) => value)];
      if (dialect.comparesRows) {
        const marks = (mark: string) => place.map(() => mark).join(', ');
        void query.whereRaw(`(${marks('??')}) ${beyond} (${marks('?')})`, [...columns, ...values]);
      } else {
        void query.where((either) => compareInTurn(either, place, beyond));
      }
    }
    inOrder(order, walk)(query);
  };
