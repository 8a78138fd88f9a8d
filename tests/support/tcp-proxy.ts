import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Bytes stop coming through, as from a process that was stopped. */
  freeze(): void;
  /** They come through again, also those that were held up. */
  thaw(): void;
  /** All connections break, and no new one is taken, as from a process that is gone. */
  cut(): Promise<void>;
  /** The same after a cut. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

/** Stands between a site and a server, to take the server away. */
export const startTcpProxy = async (target: URL): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  let isFrozen = false;

  const server = net.createServer({ pauseOnConnect: true }, (inner) => {
    const outer = net.connect({ host: target.hostname, port: Number(target.port) });
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
      else from.resume();
    }
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  const thaw = (): void => {
    isFrozen = false;
    for (const socket of sockets) socket.resume();
  };

  const port = await listen(0);
  return {
    port,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw,
    cut,
    mend: async () => {
      thaw();
      if (!server.listening) await listen(port);
    },
    stop: cut,
  };
};
