const net = require('node:net');

/** Where the suites that need a database server look for it; another address by environment variable. */
const SERVERS = {
  postgres: { variable: 'TEST_POSTGRES_URL', fallback: 'postgres://postgres@127.0.0.1:5432/postgres' },
  mariadb: { variable: 'TEST_MARIADB_URL', fallback: 'mysql://root@127.0.0.1:3306/mysql' },
};

/** The same for what a site may share besides its database. */
const REDIS = { variable: 'TEST_REDIS_URL', fallback: 'redis://127.0.0.1:6379' };

const serverUrl = (kind) => {
  const { variable, fallback } = kind === 'redis' ? REDIS : SERVERS[kind];
  return new URL(process.env[variable] || fallback);
};

/** Whether something listens at a server's address. */
const isReachable = (kind) =>
  new Promise((resolve) => {
    const { hostname, port } = serverUrl(kind);
    const socket = net.connect({ host: hostname, port: Number(port), timeout: 2000 });
    const settle = (reachable) => {
      socket.destroy();
      resolve(reachable);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });

module.exports = { SERVERS, REDIS, serverUrl, isReachable };
