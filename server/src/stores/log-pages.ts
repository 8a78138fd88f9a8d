import type { Knex } from 'knex';
import { z } from 'zod';
import { dialectOf, indexedConditions, isRequestId, otherConditions, timeCondition } from './log-filter';
import type { Condition, Dialect, IndexedCondition, LogFilter } from './log-filter';
import { inOrder, inStretch, sortColumn, stretchesFrom, walkDirection } from './log-order';
import type { LogOrder, LogPosition } from './log-order';
import type { LogReading } from './log-rows';

/** The table of the log, to be read from. */
export interface LogSource {
  knex: Knex;
  /** a query on the table, in the schema of the site's configuration */
  from(): Knex.QueryBuilder;
}

export interface LogPageQuery extends LogOrder {
  filter: LogFilter;
  limit: number;
  /** what follows this row; or, on the way back, what comes before it */
  start: LogPosition | null;
  isBackwards: boolean;
}

export interface LogPage<Row> {
  /** in the order that was asked for, whichever way they were looked for, each with its place in it */
  rows: { row: Row; position: LogPosition }[];
  /** where looking further begins, in the same direction; null when it has come to the end */
  rest: LogPosition | null;
  /** false when it has given up early: there may be more rows that match behind `rest` */
  isComplete: boolean;
}

/** How much of the log one question may cost. */
export interface LogEffort {
  /** so many rows are looked at, in so many steps: first a few, since the page is mostly full then */
  steps: readonly number[];
  /** up to here it is cheaper to read all that have a value, and sort them, than to walk an order and leave most out */
  few: number;
}

/** The driver of SQLite works in the thread that serves the site, so that no question may take as long as it likes. */
const EFFORT: LogEffort = { steps: [1000, 9000, 40_000], few: 10_000 };

const ms = z.union([z.date(), z.number(), z.string()]).transform(Number);

const positions = z.array(z.object({ id: z.coerce.number(), value: ms.nullable(), time: ms }));

const counted = z.tuple([z.object({ rows: z.coerce.number() })]);

/** How many rows a condition holds for, in this range of time; counted no further than `most`. */
const countUpTo = async (
  { knex, from }: LogSource,
  { column, value }: IndexedCondition,
  inTime: Condition,
  most: number,
): Promise<number> => {
  const few = from().where(column, value).modify(inTime).select('id').limit(most);
  const [{ rows }] = counted.parse(await knex.count({ rows: '*' }).from(few.as('few')));
  return rows;
};

interface Rarest {
  condition: IndexedCondition;
  /** null where nobody has counted, because there was nothing to choose */
  rows: number | null;
}

/** The condition that leaves the fewest rows, for the database to begin with. */
const findRarest = async (
  source: LogSource,
  filter: LogFilter,
  { mustCount, most, inTime }: { mustCount: boolean; most: number; inTime: Condition },
): Promise<Rarest | null> => {
  const candidates = indexedConditions(filter);
  const [only] = candidates;
  if (!only) return null;
  if (candidates.length === 1 && !mustCount) return { condition: only, rows: null };
  let rarest: Rarest & { rows: number } = { condition: only, rows: Infinity };
  for (const condition of candidates) {
    const rows = await countUpTo(source, condition, inTime, most);
    if (rows < rarest.rows) rarest = { condition, rows };
  }
  return rarest;
};

/** How the rows are come by: those among which they are looked for, and what is asked of each. */
interface Plan {
  among: Condition;
  matching: Condition;
  /** whether `among` leaves so few that they can be read all, and sorted */
  areFew: boolean;
}

const NOTHING_MORE: Condition = () => {};

const makePlan = async (
  source: LogSource,
  query: LogPageQuery,
  dialect: Dialect,
  few: number,
): Promise<Plan> => {
  const { filter, sort } = query;
  const inTime = timeCondition(filter, dialect);
  const others = otherConditions(filter, dialect);
  if (filter.text !== null && isRequestId(filter.text)) {
    const requestId = filter.text.toLowerCase();
    return {
      among: (rows) => void rows.where('request_id', requestId),
      matching: (rows) => void rows.modify(inTime).modify(others),
      areFew: true,
    };
  }
  const isByTime = sort === 'time';
  const rarest = await findRarest(source, filter, { mustCount: !isByTime, most: few, inTime });
  const lookUp: Condition = rarest
    ? (rows) => void rows.where(rarest.condition.column, rarest.condition.value)
    : NOTHING_MORE;
  if (isByTime) {
    return { among: (rows) => void rows.modify(lookUp).modify(inTime), matching: others, areFew: false };
  }
  if (rarest?.rows !== undefined && rarest.rows !== null && rarest.rows < few) {
    return { among: (rows) => void rows.modify(lookUp).modify(inTime), matching: others, areFew: true };
  }
  return { among: NOTHING_MORE, matching: (rows) => void rows.modify(inTime).modify(others), areFew: false };
};

/** What is asked of rows, and what orders them: of wide rows nothing else is read before it is known which. */
const COLUMNS_OF_QUESTIONS = [
  'id',
  'created_at',
  'latency_ms',
  'cost_micros',
  'request_id',
  'tool_slug',
  'provider',
  'model',
  'status',
  'error_code',
  'source',
  'caller_type',
  'cached',
  'caller_id',
];

interface Walk {
  source: LogSource;
  query: LogPageQuery;
  plan: Plan;
}

/** Those of a stretch that match, up to `wanted` of them, among the `most` that come first in it. */
const findMatches = async (
  { source, query, plan }: Walk,
  stretch: Condition,
  { most, wanted }: { most: number; wanted: number },
): Promise<LogPosition[]> => {
  const order = walkDirection(query, query.isBackwards);
  const among = source.from().modify(plan.among).modify(stretch);
  const asked = query.filter.text === null ? [] : ['error_message'];
  const next = plan.areFew
    ? among.modify(plan.matching)
    : source.knex
        .from(
          among
            .select(...COLUMNS_OF_QUESTIONS, ...asked)
            .limit(most)
            .as('next'),
        )
        .modify(plan.matching)
        .modify(inOrder(query, order));
  return positions.parse(
    await next.select('id', { value: sortColumn(query), time: 'created_at' }).limit(wanted),
  );
};

/** The one at which the `most` that come first in a stretch end; null when it has fewer. */
const findEnd = async (
  { source, query, plan }: Walk,
  stretch: Condition,
  most: number,
): Promise<LogPosition | null> => {
  if (plan.areFew) return null;
  const [end] = positions.parse(
    await source
      .from()
      .modify(plan.among)
      .modify(stretch)
      .select('id', { value: sortColumn(query), time: 'created_at' })
      .limit(1)
      .offset(most - 1),
  );
  return end ?? null;
};

/** Those that match, up to `wanted` of them, and how far it has looked, if not to the end. */
const walkTo = async (
  source: LogSource,
  query: LogPageQuery,
  wanted: number,
  { steps, few }: LogEffort,
): Promise<{ found: LogPosition[]; end: LogPosition | null }> => {
  const dialect = dialectOf(source.knex);
  const walk = { source, query, plan: await makePlan(source, query, dialect, few) };
  const stretches = stretchesFrom(query, query.start, query.isBackwards);
  const found: LogPosition[] = [];
  let end: LogPosition | null = null;
  for (const most of steps) {
    do {
      const [stretch] = stretches;
      if (!stretch) return { found, end: null };
      const rows = inStretch(query, stretch, walkDirection(query, query.isBackwards), dialect);
      found.push(...(await findMatches(walk, rows, { most, wanted: wanted - found.length })));
      if (found.length === wanted) return { found, end: null };
      end = await findEnd(walk, rows, most);
      if (end) stretch.after = end;
      else stretches.shift();
    } while (end === null);
  }
  return { found, end };
};

/** Reads rows by their places, in the order of these. */
const fetchRows = async <Row>(
  { from }: LogSource,
  found: readonly LogPosition[],
  { columns, read }: LogReading<Row>,
): Promise<LogPage<Row>['rows']> => {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const stored: unknown[] = await from()
    .select('id', ...columns)
    .whereIn('id', ids);
  const byId = new Map(stored.map((row) => [Number(Object(row).id), row]));
  // one may have been deleted meanwhile
  return found.flatMap((position) =>
    byId.has(position.id) ? [{ position, row: read(byId.get(position.id)) }] : [],
  );
};

/**
 * A page of the log. Whatever is asked for and wherever it is, it looks at a bounded number of rows, by an index.
 */
export const queryLogs = async <Row>(
  source: LogSource,
  query: LogPageQuery,
  reading: LogReading<Row>,
  effort: LogEffort = EFFORT,
): Promise<LogPage<Row>> => {
  const { found, end } = await walkTo(source, query, query.limit + 1, effort);
  const shown = found.slice(0, query.limit);
  const hasMore = found.length > query.limit;
  const rows = await fetchRows(source, shown, reading);
  return {
    rows: query.isBackwards ? rows.reverse() : rows,
    rest: hasMore ? (shown.at(-1) ?? null) : end,
    isComplete: hasMore || end === null,
  };
};
