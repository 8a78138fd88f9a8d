import net from 'node:net';

const HOST = '127.0.0.1';
const ATTEMPTS = 20;

const isFree = (port) =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });

/** The first free port from `start` on. */
export const findFreePort = async (start) => {
  for (let port = start; port < start + ATTEMPTS; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(
    `The ports ${start} to ${start + ATTEMPTS - 1} are all taken. Name a free one: PORT=4000 npm run demo`,
  );
};
