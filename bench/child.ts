import type { ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import type { z } from 'zod';
import { startProcess } from '../tests/install/child-processes';

const LOADER = path.resolve(__dirname, '../tests/support/typescript.js');
const START_MS = 120_000;

const canPin = (): boolean =>
  os.cpus().length > 1 && spawnSync('taskset', ['-c', '0', process.execPath, '--version']).status === 0;

/** One core for the server that is measured, the others for whoever asks it; null where that cannot be had. */
export const CORES = canPin()
  ? { server: '0', others: os.cpus().length > 2 ? `1-${os.cpus().length - 1}` : '1' }
  : null;

export interface ChildOptions {
  /** which of {@link CORES} it stays on */
  cores: keyof NonNullable<typeof CORES>;
  folder: string;
  /** takes what the process prints */
  log: string;
  env?: Record<string, string>;
}

/** Starts Node on a script, on cores of its own where that is possible. */
export const startNode = (args: string[], { cores, folder, log, env }: ChildOptions): ChildProcess => {
  const output = openSync(log, 'a');
  const command = [process.execPath, ...args];
  const [name = '', ...rest] = CORES ? ['taskset', '-c', CORES[cores], ...command] : command;
  return startProcess(name, rest, { cwd: folder, env, stdio: ['ignore', output, output, 'ipc'] });
};

/** One of the bench's own scripts, which are TypeScript. */
export const startScript = (script: string, options: ChildOptions): ChildProcess =>
  startNode(['-r', LOADER, path.join(__dirname, script)], options);

/** Lets a process run on every core, whatever it was started on. */
export const unpin = ({ pid }: ChildProcess): void => {
  if (CORES) spawnSync('taskset', ['-a', '-c', '-p', `0-${os.cpus().length - 1}`, String(pid)]);
};

/** Keeps this process away from the core of the server that is measured. */
export const pinToOthers = (): void => {
  if (CORES) spawnSync('taskset', ['-a', '-c', '-p', CORES.others, String(process.pid)]);
};

/** The next thing that a process says, read with `schema`. */
export const nextMessage = <Schema extends z.ZodType>(
  child: ChildProcess,
  schema: Schema,
  withinMs = START_MS,
): Promise<z.output<Schema>> =>
  new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(deadline);
      child.off('message', onMessage).off('exit', onExit);
      finish();
    };
    const fail = (what: string) =>
      settle(() => reject(new Error(`${child.spawnargs.slice(-2).join(' ')} ${what}`)));
    const onMessage = (message: unknown) =>
      settle(() => {
        const reading = schema.safeParse(message);
        if (reading.success) resolve(reading.data);
        else reject(reading.error);
      });
    const onExit = (code: number | null) => fail(`ended with ${code}`);
    const deadline = setTimeout(() => fail(`said nothing for ${withinMs / 1000} s`), withinMs);
    child.on('message', onMessage).on('exit', onExit);
  });

/** Says something to a process and waits for what it says to that. One at a time. */
export const ask = <Schema extends z.ZodType>(
  child: ChildProcess,
  message: object,
  schema: Schema,
  withinMs?: number,
): Promise<z.output<Schema>> => {
  if (!child.connected) return Promise.reject(new Error(`${child.spawnargs.at(-1)} has ended`));
  const answer = nextMessage(child, schema, withinMs);
  child.send(message);
  return answer;
};
