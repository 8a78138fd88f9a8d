import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { SiteFolder } from './site';

/** One of several processes that serve the same site. */
export interface Instance {
  url: string;
  process: ChildProcess;
  /** runs the body of an async function there, with `strapi` in reach */
  run(source: string): Promise<ReturnType<typeof JSON.parse>>;
  stop(): Promise<void>;
}

interface Message {
  url?: string;
  id?: number;
  result?: unknown;
  error?: string;
}

/** Starts one more instance of the site in a folder. */
export const startInstance = async ({ folder }: SiteFolder): Promise<Instance> => {
  const environment = { ...process.env };
  // it is no test, and what jest set must not reach it
  delete environment.NODE_ENV;
  delete environment.JEST_WORKER_ID;
  const child = fork(path.join(__dirname, 'instance-process.ts'), [folder], {
    execArgv: ['-r', path.join(__dirname, 'typescript.js')],
    env: { ...environment, STRAPI_TELEMETRY_DISABLED: 'true' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (data) => (output += String(data)));
  child.stderr?.on('data', (data) => (output += String(data)));

  const waiting = new Map<number, (message: Message) => void>();
  let requests = 0;
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.url !== undefined) resolve(message.url);
      else waiting.get(message.id ?? 0)?.(message);
    });
    child.once('exit', (code) => reject(new Error(`The instance ended with ${code}:\n${output}`)));
  });

  return {
    url,
    process: child,
    run: async (source) => {
      const id = (requests += 1);
      const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
      child.send({ id, source });
      const { result, error } = await answer;
      waiting.delete(id);
      if (error !== undefined) throw new Error(error);
      return result;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};
