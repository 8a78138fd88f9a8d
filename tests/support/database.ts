import { randomBytes } from 'node:crypto';
import path from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { serverUrl } from './database-servers';

export interface TestDatabase {
  /** the `connection` of the host's config/database */
  connection: Record<string, unknown>;
  drop(): Promise<void>;
}

const createSqlite = async (folder: string): Promise<TestDatabase> => ({
  connection: {
    client: 'sqlite',
    connection: { filename: path.join(folder, 'data.db') },
    useNullAsDefault: true,
  },
  drop: async () => {},
});

const createPostgres = async (name: string): Promise<TestDatabase> => {
  const url = serverUrl('postgres');
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  const { hostname, port, username, password } = url;
  return {
    connection: {
      client: 'postgres',
      connection: { host: hostname, port: Number(port), user: username, password, database: name },
    },
    drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};

const createMariadb = async (name: string): Promise<TestDatabase> => {
  const url = serverUrl('mariadb');
  const run = async (statement: string) => {
    const connection = await mysql.createConnection(url.href);
    await connection.query(statement);
    await connection.end();
  };
  await run(`CREATE DATABASE ${name}`);
  const { hostname, port, username, password } = url;
  return {
    connection: {
      client: 'mysql',
      connection: { host: hostname, port: Number(port), user: username, password, database: name },
    },
    drop: () => run(`DROP DATABASE IF EXISTS ${name}`),
  };
};

/** A new, empty database of the kind that this run is for, in `folder` when it is a file. */
export const createTestDatabase = (folder: string): Promise<TestDatabase> => {
  const name = `ai_tools_test_${randomBytes(6).toString('hex')}`;
  switch (process.env.TEST_DATABASE) {
    case 'postgres':
      return createPostgres(name);
    case 'mariadb':
      return createMariadb(name);
    default:
      return createSqlite(folder);
  }
};
