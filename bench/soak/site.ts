import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { endProcess } from '../../tests/install/child-processes';
import { nextMessage, startNode } from '../child';
import { REPOSITORY, createSiteFolder } from '../site-folder';
import type { Backing, RedisBacking } from './backing';
import { PROMPT } from './echo';
import type { Credentials } from './outcome';

const readySchema = z.object({
  port: z.number(),
  credentials: z.object({
    username: z.string(),
    password: z.string(),
    apiToken: z.string(),
    jwt: z.string(),
  }),
});

export interface SoakSite {
  child: ChildProcess;
  port: number;
  credentials: Credentials;
}

export const createSoakFolder = (onUndo: (undo: () => Promise<void>) => void): string =>
  createSiteFolder('soak', [{ from: 'site/config', to: 'config' }, { from: 'soak/site' }], onUndo);

/** The site of a soak in production, on what it is given to stand on. */
export const startSoakSite = async (options: {
  folder: string;
  database: Backing;
  redis: RedisBacking | null;
  providerUrl: string;
  /** as it is built for npm, or from its sources */
  plugin: 'built' | 'source';
  /** the runs an hour of the tool that has few */
  limitedRuns: number;
  providerTimeoutMs: number;
  log: string;
  onUndo(undo: () => unknown): void;
}): Promise<SoakSite> => {
  const { folder, database, redis, providerUrl, plugin, limitedRuns, providerTimeoutMs, log, onUndo } =
    options;
  const strapi = path.join(folder, 'node_modules/@strapi/strapi/bin/strapi.js');
  const fromSource = ['-r', path.join(REPOSITORY, 'tests/support/typescript.js')];
  const child = startNode([...(plugin === 'source' ? fromSource : []), '--expose-gc', strapi, 'start'], {
    cores: 'server',
    folder,
    log,
    env: {
      NODE_ENV: 'production',
      STRAPI_TELEMETRY_DISABLED: 'true',
      BENCH_SITE: JSON.stringify({
        connection: database.connection,
        prompt: PROMPT,
        providerUrl,
        redis: redis?.config,
        limitedRuns,
        providerTimeoutMs,
        plugin: plugin === 'built' ? REPOSITORY : path.join(REPOSITORY, 'tests/support/source-plugin'),
      }),
    },
  });
  onUndo(() => endProcess(child));
  return { child, ...(await nextMessage(child, readySchema)) };
};
