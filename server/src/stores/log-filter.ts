import type { Knex } from 'knex';
import { TRIAL_SOURCES } from '../../../contracts/logs';

/** Which rows. Times are in milliseconds since 1970; null means any. */
export interface LogFilter {
  tool: string | null;
  provider: string | null;
  model: string | null;
  status: string | null;
  code: string | null;
  source: string | null;
  callerType: string | null;
  callerId: string | null;
  cached: boolean | null;
  /** inclusive */
  from: number | null;
  /** exclusive */
  to: number | null;
  text: string | null;
  withTrials: boolean;
}

export const ALL_LOGS: LogFilter = {
  tool: null,
  provider: null,
  model: null,
  status: null,
  code: null,
  source: null,
  callerType: null,
  callerId: null,
  cached: null,
  from: null,
  to: null,
  text: null,
  withTrials: false,
};

/** A condition, to be added to a query. */
export type Condition = (query: Knex.QueryBuilder) => void;

/** A filter on a column with an index of its own, in which its rows are in the order of time. */
export interface IndexedCondition {
  column: string;
  value: string;
}

/** The rarer a column's values tend to be, the earlier: where nothing else tells, the first is looked up. */
const INDEXED = [
  ['caller_id', 'callerId'],
  ['error_code', 'code'],
  ['model', 'model'],
  ['tool_slug', 'tool'],
  ['provider', 'provider'],
  ['source', 'source'],
  ['status', 'status'],
] as const;

export const indexedConditions = (filter: LogFilter): IndexedCondition[] =>
  INDEXED.flatMap(([column, name]) => {
    const value = filter[name];
    return value === null ? [] : [{ column, value }];
  });

/** How the database of a connection holds times, and compares texts without regard to case. */
export const dialectOf = (knex: Knex) => {
  const { dialect } = knex.client;
  return {
    // MySQL finds no range of an index by comparing rows
    comparesRows: dialect !== 'mysql',
    likeInAnyCase: dialect === 'postgresql' ? 'ilike' : 'like',
    toTime: (ms: number): Date | number => (dialect === 'sqlite3' ? ms : new Date(ms)),
  };
};

export type Dialect = ReturnType<typeof dialectOf>;

export const timeCondition =
  ({ from, to }: LogFilter, { toTime }: Dialect): Condition =>
  (query) => {
    if (from !== null) void query.where('created_at', '>=', toTime(from));
    if (to !== null) void query.where('created_at', '<', toTime(to));
  };

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A whole request id is found by its index, however old it is. */
export const isRequestId = (text: string): boolean => REQUEST_ID.test(text);

const escapeLike = (text: string): string => text.replace(/[!%_]/g, '!$&');

const textCondition =
  (text: string, { likeInAnyCase }: Dialect): Condition =>
  (query) => {
    const words = escapeLike(text);
    void query.where((either) => {
      void either
        .whereRaw(`error_message ${likeInAnyCase} ? escape '!'`, [`%${words}%`])
        .orWhereRaw(`request_id ${likeInAnyCase} ? escape '!'`, [`${words}%`]);
    });
  };

/** Everything that is asked of a row but its time. */
export const otherConditions =
  (filter: LogFilter, dialect: Dialect): Condition =>
  (query) => {
    for (const { column, value } of indexedConditions(filter)) void query.where(column, value);
    if (filter.callerType !== null) void query.where('caller_type', filter.callerType);
    if (filter.cached !== null) void query.where('cached', filter.cached);
    if (filter.source === null && !filter.withTrials) void query.whereNotIn('source', [...TRIAL_SOURCES]);
    if (filter.text === null) return;
    if (isRequestId(filter.text)) void query.where('request_id', filter.text.toLowerCase());
    else textCondition(filter.text, dialect)(query);
  };
