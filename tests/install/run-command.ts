import { collectOutput, startProcess } from './child-processes';

/** Runs a command to its end and answers with what it printed; throws that when the command fails. */
export const runCommand = (folder: string, command: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = startProcess(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm is a .cmd file there
      shell: process.platform === 'win32',
    });
    const output = collectOutput(child);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output.stdout);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.all}`));
    });
  });

export const runNpm = (folder: string, ...args: string[]): Promise<string> =>
  runCommand(folder, 'npm', '--no-audit', '--no-fund', '--loglevel=error', ...args);
