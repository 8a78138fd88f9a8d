import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runNpm } from '../tests/install/run-command';
import { startNode } from './child';

export const GATEWAY = { name: '@portkey-ai/gateway', version: '1.15.2' };

/** Beside the repository's packages, and none of them: nothing but the bench needs it. */
const FOLDER = path.join(__dirname, '.gateway');
const START = path.join(FOLDER, 'node_modules', GATEWAY.name, 'build/start-server.js');
const START_MS = 20_000;

const install = async (): Promise<void> => {
  if (existsSync(START)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    path.join(FOLDER, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [GATEWAY.name]: GATEWAY.version } }),
  );
  await runNpm(FOLDER, 'install', '--ignore-scripts');
};

const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export interface Gateway {
  child: ChildProcess;
  port: number;
}

/** The open-source gateway that the plugin is compared with, in a process of its own. */
export const startGateway = async (log: string): Promise<Gateway> => {
  await install();
  const port = await findFreePort();
  const child = startNode([START, `--port=${port}`, '--headless'], {
    cores: 'server',
    folder: FOLDER,
    log,
    env: { NODE_ENV: 'production' },
  });
  for (const deadline = Date.now() + START_MS; !(await isListening(port)); await pause(100)) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`${GATEWAY.name} did not start`);
  }
  return { child, port };
};
