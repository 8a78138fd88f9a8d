import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { serverUrl } from '../tests/support/database-servers';
import { CORES } from './child';
import { GATEWAY } from './gateway';
import { memoryLatencyNs } from './memory-latency';

const REPOSITORY = path.resolve(__dirname, '..');

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(path.join(REPOSITORY, 'node_modules', name, 'package.json'), 'utf8')).version;

const commit = (): string => {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
    return (
      git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ', with changes')
    );
  } catch {
    return 'unknown';
  }
};

const postgresVersion = async (): Promise<string> => {
  const client = new pg.Client({ connectionString: serverUrl('postgres').href });
  await client.connect();
  const { rows } = await client.query('SHOW server_version');
  await client.end();
  return String(rows[0].server_version).split(' ')[0] ?? '';
};

/** What the figures were measured on, as lines of a list. */
export const describeMachine = async (databases: readonly string[]): Promise<string[]> => {
  const cpus = os.cpus();
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  const postgres = databases.includes('postgres') ? `, PostgreSQL ${await postgresVersion()}` : '';
  return [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit()}`,
    `${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown CPU'}, ${memory} GiB, ${os.type()} ${os.release()}`,
    `a read from memory beyond the caches took ${memoryLatencyNs().toFixed(0)} ns before the run`,
    `Node ${process.versions.node}, Strapi ${versionOf('@strapi/strapi')}, axios ${versionOf('axios')}, better-sqlite3 ${versionOf('better-sqlite3')}${postgres}, ${GATEWAY.name} ${GATEWAY.version}`,
    CORES
      ? `the server that is measured on core ${CORES.server}, provider and load on ${CORES.others}`
      : 'no process tied to a core',
  ];
};
