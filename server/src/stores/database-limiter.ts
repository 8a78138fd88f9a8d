import type { Core } from '@strapi/types';
import { RateLimiterMySQL, RateLimiterPostgres, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { NO_POINTS_ARE_TOO_MANY } from './run-counter';

type Database = Core.Strapi['db'];

export const LIMITS_TABLE = 'ai_tools_rate_limits';

/** MySQL's limiter names the database in every statement. */
const currentDatabase = async (connection: Database['connection']): Promise<string> => {
  const row = await connection.select(connection.raw('database() as name')).first();
  return String(row.name);
};

/**
 * A limiter in the site's own database, ready with its table, over the host's connections or, given one, in the
 * connection of a transaction.
 */
export const openDatabaseLimiter = async (
  db: Database,
  windowSeconds: number,
  connection: Database['connection'] = db.connection,
): Promise<RateLimiterAbstract> => {
  const { client } = db.dialect;
  const options = {
    storeClient: connection,
    storeType: 'knex',
    tableName: LIMITS_TABLE,
    keyPrefix: '',
    points: NO_POINTS_ARE_TOO_MANY,
    duration: windowSeconds,
    // its timer cannot be stopped, and throws where nobody catches when SQLite is busy
    clearExpiredByTimeout: false,
  };
  const dbName = client === 'mysql' ? await currentDatabase(connection) : undefined;
  return new Promise((resolve, reject) => {
    const whenReady = (error?: Error): void => (error ? reject(error) : resolve(limiter));
    const create = (): RateLimiterAbstract => {
      if (client === 'mysql') return new RateLimiterMySQL({ ...options, dbName }, whenReady);
      if (client === 'postgres') {
        return new RateLimiterPostgres({ ...options, schemaName: db.getSchemaName() }, whenReady);
      }
      return new RateLimiterSQLite(options, whenReady);
    };
    const limiter = create();
  });
};

/** Deletes the counts whose window is over. */
export const clearExpiredCounts = async (db: Database): Promise<void> => {
  await db.getConnection(LIMITS_TABLE).where('expire', '<', Date.now()).del();
};
