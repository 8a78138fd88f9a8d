import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';

const START_MS = 60_000;
const listening = z.object({ url: z.url() });
const logged = z.object({
  ids: z.array(z.string()),
  status: z.object({ lostRows: z.int(), waiting: z.object({ rows: z.int() }) }),
});

export interface KillableSite {
  url: string;
  /** what it has printed so far */
  output(): string;
  /** after what waits has been written */
  log(): Promise<z.output<typeof logged>>;
  /** Ends the process, and tells the exit code; null when it did not end by itself. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

/** Whether a process can be given a disk of its own here: Linux, with namespaces for those who are not root. */
export const canMount = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0;

/** A command in whose eyes alone there is an empty disk at `folder` that takes nothing: EROFS. */
const withReadOnlyDisk = (folder: string, command: readonly string[]): string[] => [
  ...['unshare', '--map-root-user', '--mount'],
  ...['sh', '-c', 'mount -t tmpfs -o ro tmpfs "$0" && exec "$@"', folder],
  ...command,
];

/** Starts the site in `folder` as a process of its own. */
export const startKillableSite = async (
  folder: string,
  { readOnly }: { readOnly?: string } = {},
): Promise<KillableSite> => {
  const script = path.join(__dirname, 'site-process.ts');
  const site = [process.execPath, '-r', path.join(__dirname, 'typescript.js'), script, folder];
  const [command = '', ...words] = readOnly === undefined ? site : withReadOnlyDisk(readOnly, site);
  const child: ChildProcess = spawn(command, words, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));

  const nextMessage = async (): Promise<unknown> => {
    const ended = new AbortController();
    const fail = setTimeout(() => ended.abort(), START_MS);
    child.once('exit', () => ended.abort());
    try {
      const [message] = await once(child, 'message', { signal: ended.signal });
      return message;
    } catch {
      throw new Error(`The site did not answer:\n${output}`);
    } finally {
      clearTimeout(fail);
    }
  };

  const { url } = listening.parse(await nextMessage());
  return {
    url,
    output: () => output,
    log: async () => {
      const answer = nextMessage();
      child.send('log');
      return logged.parse(await answer);
    },
    kill: async (signal) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
};
