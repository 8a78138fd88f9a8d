import path from 'node:path';
import { z } from 'zod';
import { collectOutput, endProcess, endProcesses, startProcess } from '../install/child-processes';
import { createSiteFolder } from './site';
import type { SiteOptions } from './site';

const REPOSITORY = path.resolve(__dirname, '../..');
const START_MS = 90_000;
const listening = z.object({ url: z.string() });

export interface Instance {
  url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

export interface SharedSite {
  instances: Instance[];
  /** Starts one more. */
  start(): Promise<Instance>;
  stop(): Promise<void>;
}

const startInstance = (folder: string, isFirst: boolean): Promise<Instance> => {
  const typescript = path.join(__dirname, 'typescript.js');
  const program = path.join(__dirname, 'site-instance.ts');
  const child = startProcess(
    process.execPath,
    ['-r', typescript, program, folder, ...(isFirst ? ['first'] : [])],
    {
      cwd: REPOSITORY,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
    },
  );
  const output = collectOutput(child);
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`An instance ${what}:\n${output.all}`));
    const deadline = setTimeout(() => fail('did not start in time'), START_MS);
    child.once('message', (message) => {
      clearTimeout(deadline);
      resolve({ url: listening.parse(message).url, kill: () => endProcess(child) });
    });
    child.once('close', (code) => {
      clearTimeout(deadline);
      fail(`ended with ${code}`);
    });
  });
};

/** One site in several processes, on one database, each listening on a port of its own. */
export const startInstances = async (count: number, options: SiteOptions): Promise<SharedSite> => {
  const { folder, remove } = await createSiteFolder(options);
  const stop = async () => {
    await endProcesses();
    await remove();
  };
  try {
    // the first one makes the tables
    const first = await startInstance(folder, true);
    const others = await Promise.all(Array.from({ length: count - 1 }, () => startInstance(folder, false)));
    return { instances: [first, ...others], start: () => startInstance(folder, false), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
