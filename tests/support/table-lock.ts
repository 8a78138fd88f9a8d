import knex from 'knex';

const DRIVERS: Record<string, string> = { sqlite: 'better-sqlite3', postgres: 'pg', mysql: 'mysql2' };

const LOCKS: Record<string, string> = {
  sqlite: 'BEGIN EXCLUSIVE',
  postgres: 'LOCK TABLE ai_tools_logs',
  mysql: 'LOCK TABLES ai_tools_logs WRITE',
};

const LOCKS_FOR_WRITERS: Record<string, string> = {
  ...LOCKS,
  sqlite: 'BEGIN IMMEDIATE',
};

/**
 * Holds the log's table for itself, as a backup or a migration would, until the returned function is called. SQLite
 * has one lock for all tables: `onlyWriters` leaves the site able to read.
 */
export const lockLogTable = async (
  config: Record<string, unknown>,
  { onlyWriters = false } = {},
): Promise<() => Promise<void>> => {
  const client = String(config.client);
  const database = knex({ ...config, client: DRIVERS[client] });
  const connection = await database.client.acquireConnection();
  const say = (statement: string) => database.raw(statement).connection(connection);
  if (client === 'postgres') await say('BEGIN');
  await say(String((onlyWriters ? LOCKS_FOR_WRITERS : LOCKS)[client]));
  return async () => {
    await say(client === 'mysql' ? 'UNLOCK TABLES' : 'ROLLBACK');
    await database.client.releaseConnection(connection);
    await database.destroy();
  };
};

export const readLoggedIds = async (config: Record<string, unknown>): Promise<string[]> => {
  const database = knex({ ...config, client: DRIVERS[String(config.client)] });
  const ids: string[] = await database('ai_tools_logs').pluck('request_id');
  await database.destroy();
  return ids;
};
