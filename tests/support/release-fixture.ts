import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import knex from 'knex';
import type { Release } from './release-site';
import type { SiteFolder } from './site';

/** What stands in a fixture for the address of the provider. */
export const PROVIDER_PLACE = 'http://provider.of.the.fixture';

const DATABASE = process.env.TEST_DATABASE ?? 'sqlite';

export interface ReleaseFixture {
  release: Release;
  /** Gives a site that was not started yet the database and the journal of the release. */
  putInto(site: SiteFolder): Promise<void>;
}

/** What the release has left on the database that this run is for, with the provider at `providerUrl`. */
export const readReleaseFixture = (version: string, providerUrl: string): ReleaseFixture => {
  const folder = path.resolve(__dirname, `../fixtures/release-${version}`, DATABASE);
  const placed = (text: string): string => text.replaceAll(PROVIDER_PLACE, providerUrl);
  const read = (name: string): string => placed(readFileSync(path.join(folder, name), 'utf8'));
  const sql = placed(gunzipSync(readFileSync(path.join(folder, 'database.sql.gz'))).toString());

  return {
    release: JSON.parse(read('release.json')),
    putInto: async (site) => {
      await runScript(site.connection, sql);
      const journal = path.join(site.folder, '.tmp/ai-tools-journal');
      mkdirSync(journal, { recursive: true });
      // a name as the journal gives them, of an instance that is no more
      writeFileSync(path.join(journal, '000000000-0000000000000000.000000001.jsonl'), read('journal.jsonl'));
    },
  };
};

/** Runs many statements at once, as each database's own shell would. */
export const runScript = async (connection: Record<string, unknown>, sql: string): Promise<void> => {
  const client = connection.client === 'sqlite' ? 'better-sqlite3' : String(connection.client);
  const isMysql = client === 'mysql';
  const database = knex({
    ...connection,
    client: isMysql ? 'mysql2' : client,
    ...(isMysql && { connection: { ...Object(connection.connection), multipleStatements: true } }),
    useNullAsDefault: true,
  });
  try {
    const raw = await database.client.acquireRawConnection();
    if (client === 'better-sqlite3') raw.exec(sql);
    else if (isMysql) await raw.promise().query(sql);
    else await raw.query(sql);
    await database.client.destroyRawConnection(raw);
  } finally {
    await database.destroy();
  }
};
