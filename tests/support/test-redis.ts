import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Redis from 'ioredis';
import { serverUrl } from './database-servers';
import { startTcpProxy } from './tcp-proxy';

const upstream = serverUrl('redis');

/** A Redis server that a test may mistreat. */
export interface TestRedis {
  url: string;
  /** takes commands and answers none */
  freeze(): void;
  thaw(): void;
  /** gone, with every connection */
  kill(): Promise<void>;
  /** back at the same address */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const isOnPath = (): boolean => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const isReachable = (): boolean => {
  try {
    const probe = `require('net').connect(${JSON.stringify({ host: upstream.hostname, port: Number(upstream.port || 6379) })})
      .on('connect', () => process.exit(0)).on('error', () => process.exit(1)).setTimeout(2000, () => process.exit(1))`;
    execFileSync(process.execPath, ['-e', probe], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const HAS_BINARY = isOnPath();

/** `describe`, or a skip that says why; on CI a missing server is a failure. */
export const describeWithRedis: jest.Describe = ((): jest.Describe => {
  if (HAS_BINARY || process.env.CI || isReachable()) return describe;
  const skip = (name: string, tests: () => void) =>
    describe.skip(`${name} (needs redis-server on the PATH, or a server at TEST_REDIS_URL)`, tests);
  return Object.assign(skip, { only: skip, skip, each: describe.each }) as unknown as jest.Describe;
})();

const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const untilAnswering = async (url: string): Promise<void> => {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => {});
  await client.ping();
  client.disconnect();
};

const startOwn = async (): Promise<TestRedis> => {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess;
  const start = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    child = spawn('redis-server', options, { stdio: 'ignore' });
    await untilAnswering(url);
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  await start();
  return {
    url,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    restart: start,
    stop: kill,
  };
};

/** In front of a server that is not ours to stop. */
const startProxied = async (): Promise<TestRedis> => {
  const { port, freeze, thaw, cut, mend } = await startTcpProxy(upstream);
  return { url: `redis://127.0.0.1:${port}`, freeze, thaw, kill: cut, restart: mend, stop: cut };
};

/** A server of the test's own, or a way to one that can be cut. */
export const startTestRedis = (): Promise<TestRedis> =>
  HAS_BINARY && !process.env.TEST_REDIS_PROXY ? startOwn() : startProxied();

export const untilReady = async (client: Redis): Promise<void> => {
  while (client.status !== 'ready') await pause(5);
};
