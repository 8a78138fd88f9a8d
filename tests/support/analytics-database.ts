import knex from 'knex';
import type { Knex } from 'knex';
import schema from '../../server/src/content-types/log/schema.json';
import type { CountedRow } from '../../server/src/engine/analytics/cube';
import { analyticsModels } from '../../server/src/stores/analytics-models';
import { createAnalyticsStore } from '../../server/src/stores/analytics-store';
import type { AnalyticsStore } from '../../server/src/stores/analytics-store';

export const LOG_TABLE = schema.collectionName;
/** the one that the analytics need, among those of the content type */
export const TIME_INDEX = 'ai_tools_logs_time';

/** The column types that the host gives a site's SQLite file. */
const SQLITE_TYPES: Record<string, string> = {
  integer: 'integer',
  biginteger: 'bigint',
  boolean: 'boolean',
  string: 'varchar(255)',
  text: 'longtext',
  json: 'json',
};

const createTable = (
  database: Knex,
  name: string,
  attributes: Record<string, { type: string }>,
): Promise<void> =>
  database.schema.createTable(name, (table) => {
    table.increments('id');
    for (const [column, { type }] of Object.entries(attributes)) {
      if (column !== 'id') table.specificType(column, SQLITE_TYPES[type] ?? type);
    }
  });

export interface AnalyticsDatabase {
  knex: Knex;
  /** as one more instance of the site has it */
  openStore(now: () => number): AnalyticsStore;
  insert(rows: readonly Omit<CountedRow, 'id'>[]): Promise<void>;
  close(): Promise<void>;
}

/** The log and the tables of the analytics in an SQLite file, or in memory, without a site. */
export const openAnalyticsDatabase = async (filename = ':memory:'): Promise<AnalyticsDatabase> => {
  const database = knex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
  if (!(await database.schema.hasTable(LOG_TABLE))) {
    await createTable(database, LOG_TABLE, { created_at: { type: 'datetime' }, ...schema.attributes });
    await database.schema.alterTable(LOG_TABLE, (table) => {
      table.unique(['request_id']);
      table.index(['created_at'], TIME_INDEX);
    });
    for (const { tableName, attributes, indexes } of analyticsModels) {
      await createTable(database, tableName, attributes);
      await database.schema.alterTable(tableName, (table) => {
        for (const { name, columns } of indexes) table.unique(columns, { indexName: name });
        if ('name' in attributes) table.unique(['name']);
      });
    }
  }
  let inserted = 0;
  return {
    knex: database,
    openStore: (now) => createAnalyticsStore({ knex: database, logTable: LOG_TABLE, now }),
    insert: async (rows) => {
      if (rows.length === 0) return;
      await database(LOG_TABLE).insert(
        rows.map((row) => ({ ...row, request_id: `request-${(inserted += 1)}` })),
      );
    },
    close: () => database.destroy(),
  };
};
