import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { endProcess } from '../tests/install/child-processes';
import { createTestDatabase } from '../tests/support/database';
import { nextMessage, startNode } from './child';
import type { Database } from './options';
import { REPOSITORY, createSiteFolder } from './site-folder';

const readySchema = z.object({
  port: z.number(),
  apiToken: z.string(),
  username: z.string(),
  password: z.string(),
});

export interface BenchSite extends z.output<typeof readySchema> {
  child: ChildProcess;
  stop(): Promise<void>;
}

export interface BenchSiteOptions {
  database: Database;
  providerUrl: string;
  withoutLog: boolean;
  log: string;
  /** told what has to be undone, as soon as there is something */
  onUndo(undo: () => Promise<void>): void;
}

/** A new site in production, with the plugin as it was built and the yardsticks as code of its own. */
export const startBenchSite = async (options: BenchSiteOptions): Promise<BenchSite> => {
  const { providerUrl, withoutLog, log, onUndo } = options;
  const folder = createSiteFolder('bench', [{ from: 'site' }], onUndo);
  process.env.TEST_DATABASE = options.database;
  const { connection, drop } = await createTestDatabase(folder);
  onUndo(drop);
  const strapi = path.join(folder, 'node_modules/@strapi/strapi/bin/strapi.js');
  const child = startNode(['--expose-gc', strapi, 'start'], {
    cores: 'server',
    folder,
    log,
    env: {
      NODE_ENV: 'production',
      STRAPI_TELEMETRY_DISABLED: 'true',
      BENCH_SITE: JSON.stringify({ connection, providerUrl, withoutLog, plugin: REPOSITORY }),
    },
  });
  const stop = () => endProcess(child);
  onUndo(stop);
  const ready = await nextMessage(child, readySchema);
  return { ...ready, child, stop };
};
