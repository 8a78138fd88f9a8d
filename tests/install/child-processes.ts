import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();

/**
 * The environment without what the test run itself put there: npm tells its scripts which package they belong to, and
 * an npm started below them would work on that package; jest says that this is a test.
 */
const surroundings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_(package_|lifecycle_|command$|execpath$|config_(local_prefix|dry_run|workspace)$)/i.test(
          name,
        ) && !['INIT_CWD', 'JEST_WORKER_ID', 'NODE_ENV', 'NODE_OPTIONS'].includes(name),
    ),
  );

/** Starts a process that `endProcesses` ends, whatever became of the test. */
export const startProcess = (command: string, args: string[], options: SpawnOptions): ChildProcess => {
  const child = spawn(command, args, { ...options, env: { ...surroundings(), ...options.env } });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
};

export const endProcess = async (child: ChildProcess): Promise<void> => {
  if (!running.has(child)) return;
  child.kill('SIGKILL');
  await once(child, 'close');
};

export const endProcesses = async (): Promise<void> => {
  await Promise.all([...running].map(endProcess));
};

/** What the process says, as it says it: warnings belong to the message of a failure, not to the answer. */
export const collectOutput = (child: ChildProcess): { stdout: string; all: string } => {
  const output = { stdout: '', all: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
    output.all += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output.all += chunk.toString();
  });
  return output;
};
