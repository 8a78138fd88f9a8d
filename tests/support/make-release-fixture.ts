import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import knex from 'knex';
import { adminCallerOf } from './admin-caller';
import { execute } from './callers';
import { serverUrl } from './database-servers';
import { startFakeProvider } from './fake-provider';
import { JOURNALLED, answerAsModels, fillSite, lookAtSite, newestLogId, releaseSite } from './release-site';
import type { Release } from './release-site';
import { startSite } from './site';
import type { Site } from './site';
import { PROVIDER_PLACE } from './release-fixture';
import { version } from '../../package.json';

/*
 * Makes tests/fixtures/release-<version>/ with the code as it is: a database in which everything is used, what could be
 * seen of it, and a journal that was not emptied. Run once for each release, before it is published, and for each
 * database; fixtures of earlier releases stay as they are:
 *
 *   TEST_DATABASE=sqlite TZ=UTC node -r ./tests/support/typescript.js tests/support/make-release-fixture.ts
 *
 * `postgres` and `mariadb` need their servers (see CONTRIBUTING.md), and pg_dump or mariadb-dump.
 */

const DATABASE = process.env.TEST_DATABASE ?? 'sqlite';
const FOLDER = path.resolve(__dirname, `../fixtures/release-${version}`, DATABASE);

const literal = (value: unknown): string => {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
};

interface SqliteObject {
  type: string;
  name: string;
  sql: string;
}

const dumpSqlite = async (filename: string): Promise<string> => {
  const database = knex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
  const objects: SqliteObject[] = await database('sqlite_master')
    .select('type', 'name', 'sql')
    .whereNotNull('sql')
    .whereNot('name', 'like', 'sqlite_%');
  const tables = objects.filter(({ type }) => type === 'table');
  const others = objects.filter(({ type }) => type !== 'table');
  // rows come before those that they refer to
  const statements = ['PRAGMA foreign_keys = OFF;', ...tables.map(({ sql }) => `${sql};`)];
  for (const { name } of tables) {
    const rows: object[] = await database(name).select();
    const values = rows.map((row) => Object.values(row).map(literal).join(', '));
    statements.push(...values.map((row) => `INSERT INTO "${name}" VALUES (${row});`));
  }
  statements.push(...others.map(({ sql }) => `${sql};`));
  await database.destroy();
  return `${statements.join('\n')}\n`;
};

const dump = async (site: Site): Promise<string> => {
  const connection = Object(site.strapi.config.get('database.connection.connection'));
  const database = String(connection.database);
  const text = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  if (DATABASE === 'postgres') {
    const url = new URL(serverUrl('postgres'));
    url.pathname = `/${database}`;
    const sql = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', url.href], text);
    // words for its own shell, which a connection does not know; without a path of search nothing would be found later
    return sql.replaceAll(/^(\\.*|SELECT pg_catalog\.set_config\('search_path'.*)$/gm, '');
  }
  if (DATABASE === 'mariadb') {
    const { hostname, port, username, password } = serverUrl('mariadb');
    const login = [`--host=${hostname}`, `--port=${port}`, `--user=${username}`, '--protocol=tcp'];
    return execFileSync('mariadb-dump', [...login, '--skip-comments', '--skip-add-locks', database], {
      ...text,
      env: { ...process.env, MYSQL_PWD: password },
    });
  }
  return dumpSqlite(String(connection.filename));
};

/** A run whose row stays in the journal, since the table it belongs into is out of reach. */
const leaveInJournal = async (site: Site): Promise<{ requestId: string; journal: string }> => {
  await site.strapi.db.connection.schema.renameTable('ai_tools_logs', 'ai_tools_logs_away');
  const { body } = await execute(site, JOURNALLED, { content: 'Nobody has written this down' });
  const folder = path.join(site.strapi.dirs.app.root, '.tmp/ai-tools-journal');
  const segments = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const journal = segments.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('');
  await site.strapi.db.connection.schema.renameTable('ai_tools_logs_away', 'ai_tools_logs');
  return { requestId: body.meta.request_id, journal };
};

const main = async (): Promise<void> => {
  const provider = await startFakeProvider();
  answerAsModels(provider);
  const site = await startSite(releaseSite());
  const filled = await fillSite(site, provider);
  const newest = await newestLogId(site);
  const analytics = site.strapi.plugin('ai-tools').service('analytics');
  while ((await analytics.rolledUpTo()) < newest) await pause(500);

  const madeAt = Date.now();
  const admin = await adminCallerOf(site, filled.administrator);
  const seen = await lookAtSite(admin, filled, madeAt);
  const sql = (await dump(site)).replaceAll(provider.url, PROVIDER_PLACE);
  const { requestId, journal } = await leaveInJournal(site);
  const release: Release = { made_at: new Date(madeAt).toISOString(), journalled: requestId, filled, seen };

  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, 'database.sql.gz'), gzipSync(sql, { level: 9 }));
  writeFileSync(path.join(FOLDER, 'journal.jsonl'), journal);
  const json = JSON.stringify(release, null, 2).replaceAll(provider.url, PROVIDER_PLACE);
  writeFileSync(path.join(FOLDER, 'release.json'), `${json}\n`);
  await site.stop();
  await provider.stop();
};

void main();
