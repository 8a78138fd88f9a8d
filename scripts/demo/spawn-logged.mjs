import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { LOG_FILE } from './paths.mjs';

/**
 * Runs a script in a process of its own that writes to the log and that `signal` stops. `ended` resolves to its exit
 * code, or to the name of the signal that ended it.
 */
export const spawnLogged = (script, options, { folder, env, signal, sendsMessages = false }) => {
  const log = openSync(LOG_FILE, 'a');
  const child = spawn(process.execPath, [script, ...options], {
    cwd: folder,
    env: { ...process.env, ...env },
    // the plugin's builder never ends while it has a channel for messages
    stdio: ['ignore', log, log, ...(sendsMessages ? ['ipc'] : [])],
    signal,
  });
  closeSync(log);
  // being stopped is an error event too; whatever it was, `close` follows
  child.on('error', () => {});
  const ended = new Promise((resolve) => {
    child.once('close', (code, signalName) => resolve(code ?? signalName));
  });
  return { child, ended };
};
