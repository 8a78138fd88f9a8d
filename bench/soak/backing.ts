import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import knex from 'knex';
import Redis from 'ioredis';
import { createTestDatabase } from '../../tests/support/database';
import { isReachable, serverUrl } from '../../tests/support/database-servers';
import { lockLogTable } from '../../tests/support/table-lock';
import { startTcpProxy } from '../../tests/support/tcp-proxy';
import type { TcpProxy } from '../../tests/support/tcp-proxy';
import type { Fault } from './faults';

/*
 * What a site stands on, with a way to take it away: a database of its own and, behind proxies, the servers of both.
 */

export const DATABASES = ['postgres', 'sqlite', 'mysql'] as const;
export type SoakDatabase = (typeof DATABASES)[number];

const DRIVERS = { sqlite: 'better-sqlite3', postgres: 'pg', mysql: 'mysql2' };
/** By the names under which the tests look for them. */
export const SERVERS = { postgres: 'postgres', mysql: 'mariadb' } as const;

export interface Backing {
  /** for the site's config/database */
  connection: Record<string, unknown>;
  faults: Fault[];
  /** past the proxy */
  open(): Knex;
}

type OnUndo = (undo: () => unknown) => void;

const faultsOf = ({ freeze, thaw, cut, mend }: TcpProxy): Fault[] => [
  { what: 'cut off', begin: cut, end: mend },
  { what: 'stalled', begin: freeze, end: thaw },
];

/** While the table of the log is locked its rows cannot be written; on SQLite nobody can write anything. */
const lockFault = (connection: Record<string, unknown>, what: string): Fault => {
  let unlock = async (): Promise<void> => {};
  return {
    what,
    begin: async () => {
      unlock = await lockLogTable(connection, { onlyWriters: true });
    },
    end: () => unlock(),
  };
};

export const createDatabase = async (
  database: SoakDatabase,
  folder: string,
  onUndo: OnUndo,
): Promise<Backing> => {
  process.env.TEST_DATABASE = database === 'mysql' ? 'mariadb' : database;
  const { connection, drop } = await createTestDatabase(folder);
  onUndo(drop);
  const open = () => knex({ ...connection, client: DRIVERS[database] });
  if (database === 'sqlite') {
    return { connection, faults: [lockFault(connection, 'locked')], open };
  }
  const proxy = await startTcpProxy(serverUrl(SERVERS[database]));
  onUndo(proxy.stop);
  const proxied = { ...Object(connection.connection), host: '127.0.0.1', port: proxy.port };
  return {
    connection: { ...connection, connection: proxied },
    faults: [...faultsOf(proxy), lockFault(connection, 'log table locked')],
    open,
  };
};

export interface RedisBacking {
  /** `redis` of the plugin's configuration */
  config: { url: string; prefix: string };
  faults: Fault[];
  /** how many runs the limits of a tool have counted */
  countOf(slug: string): Promise<number>;
}

/** Null where no server answers. */
export const createRedis = async (onUndo: OnUndo): Promise<RedisBacking | null> => {
  if (!(await isReachable('redis'))) return null;
  const prefix = `ai-tools-soak-${randomBytes(6).toString('hex')}:`;
  const direct = new Redis(serverUrl('redis').href);
  onUndo(async () => {
    for await (const keys of direct.scanStream({ match: `${prefix}*`, count: 1000 })) {
      if (keys.length > 0) await direct.unlink(...keys);
    }
    direct.disconnect();
  });
  const proxy = await startTcpProxy(serverUrl('redis'));
  onUndo(proxy.stop);
  return {
    config: { url: `redis://127.0.0.1:${proxy.port}`, prefix },
    faults: faultsOf(proxy),
    countOf: async (slug) => Number((await direct.get(`${prefix}limits:tool:${slug}`)) ?? 0),
  };
};
