import { performance } from 'node:perf_hooks';
import type { Knex } from 'knex';
import type { LogEntry } from './log-entry';

/** The table of the log rows. */
export interface LogTable {
  /**
   * All of them or none; a row whose `request_id` is there already is left as it is. Tells how many milliseconds of
   * work it was for this thread.
   */
  insert(entries: readonly LogEntry[]): Promise<number>;
}

interface TableAccess {
  knex: Knex;
  /** a query on the table, in the schema of the site's configuration */
  from: () => Knex.QueryBuilder;
  columns: readonly string[];
}

/** Longer than this, and the connection is given back to the site. */
const PATIENCE_MS = 3000;

const TIMES = new Set(['created_at', 'updated_at', 'published_at']);

const valueFor = (entry: LogEntry, column: string) =>
  TIMES.has(column) ? new Date(entry.created_at) : (entry[column] ?? null);

/** The file holds times as milliseconds, and yes and no as 1 and 0. */
const valueInFile = (entry: LogEntry, column: string) => {
  const value = TIMES.has(column) ? entry.created_at : (entry[column] ?? null);
  return typeof value === 'boolean' ? Number(value) : value;
};

interface Statement {
  sql: string;
  /** the columns of one row, in the order in which the statement has them */
  order: readonly string[];
}

/**
 * Building a statement for twenty rows takes longer than running it, and it is the same each time. Kept without
 * bounds, since slices have theirs.
 */
const createStatements = ({ from, columns }: TableAccess, client: string): ((rows: number) => Statement) => {
  const row = Object.fromEntries(columns.map((column) => [column, column]));
  const known = new Map<number, Statement>();
  return (rows) => {
    const statement = known.get(rows);
    if (statement) return statement;
    const insertion = from()
      .insert(Array.from({ length: rows }, () => row))
      .onConflict('request_id');
    // MySQL's INSERT IGNORE would store a row that does not fit, mutilated
    const repeatable = client === 'mysql2' ? insertion.merge(['request_id']) : insertion.ignore();
    const { sql, bindings } = repeatable.toSQL();
    const built = { sql, order: bindings.slice(0, columns.length).map(String) };
    known.set(rows, built);
    return built;
  };
};

interface PreparedInsertion {
  /** the columns, in the order of the values */
  order: readonly string[];
  run(values: unknown[]): unknown;
}

export const createLogTable = (access: TableAccess): LogTable => {
  const { knex } = access;
  const client = String(knex.client.config.client);
  const statementFor = createStatements(access, client);
  const preparedFor = new WeakMap<object, PreparedInsertion>();
  // a row at a time: in the file, a statement costs its preparation, and this one is prepared once
  const prepare = (connection: { prepare(sql: string): { run(values: unknown[]): unknown } }) => {
    const known = preparedFor.get(connection);
    if (known) return known;
    const { sql, order } = statementFor(1);
    const statement = connection.prepare(sql);
    const prepared: PreparedInsertion = { order, run: (values) => statement.run(values) };
    preparedFor.set(connection, prepared);
    return prepared;
  };

  /**
   * The driver works in this thread, and would wait for a locked file inside the call, for five seconds if it must,
   * with nothing else running meanwhile. Here it is not to wait at all: the next slice tries again.
   */
  const insertIntoFile = async (entries: readonly LogEntry[]): Promise<number> => {
    const connection = await knex.client.acquireConnection();
    const patience = connection.pragma('busy_timeout', { simple: true });
    try {
      connection.pragma('busy_timeout = 0');
      const startedAt = performance.now();
      const { order, run } = prepare(connection);
      connection.exec('BEGIN IMMEDIATE');
      for (const entry of entries) run(order.map((column) => valueInFile(entry, column)));
      const workMs = performance.now() - startedAt;
      // here it waits for the disk, which smaller slices would not make faster
      connection.exec('COMMIT');
      return workMs;
    } finally {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      connection.pragma(`busy_timeout = ${patience}`);
      await knex.client.releaseConnection(connection);
    }
  };

  const insertIntoServer = async (entries: readonly LogEntry[]): Promise<number> => {
    const startedAt = performance.now();
    const { sql, order } = statementFor(entries.length);
    const values = entries.flatMap((entry) => order.map((column) => valueFor(entry, column)));
    const insertion = knex.raw(sql, values).timeout(PATIENCE_MS, { cancel: true });
    // and as much again for knex and the driver to send it
    const workMs = 2 * (performance.now() - startedAt);
    await insertion;
    return workMs;
  };

  return { insert: client === 'better-sqlite3' ? insertIntoFile : insertIntoServer };
};
