import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface CountingListener {
  port: number;
  /** connections that were made, whether or not anything was sent */
  connections(): number;
  /** what was sent through all of them */
  received(): string;
  stop(): Promise<void>;
}

const ANSWER =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}';

/** Something on this machine that nobody has any business with: it counts who comes, and answers everybody. */
export const startCountingListener = async (host = '127.0.0.1', port = 0): Promise<CountingListener> => {
  let connections = 0;
  let received = '';
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += String(chunk);
      if (String(chunk).includes('\r\n\r\n')) socket.write(ANSWER);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    received: () => received,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
