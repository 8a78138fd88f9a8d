import { spawnSync } from 'node:child_process';

const run = (root, command, args, stdio) => {
  const { status, signal, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio,
    // npm is a .cmd file there
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  return {
    ok: status === 0,
    ending: signal ?? `exit code ${status}`,
    stdout: stdout ?? '',
    stderr: stderr ?? '',
  };
};

/** Runs a command to its end and keeps what it says; a failure is the caller's to judge. */
export const readCommand = (root, command, ...args) => run(root, command, args, ['ignore', 'pipe', 'pipe']);

/** The same, with what it says on the screen as it says it. */
export const showCommand = (root, command, ...args) => run(root, command, args, 'inherit');

/** What git answers, without the line break; throws git's own words when it fails. */
export const readGit = (root, ...args) => {
  const { ok, stdout, stderr } = readCommand(root, 'git', ...args);
  if (!ok) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.trim();
};
