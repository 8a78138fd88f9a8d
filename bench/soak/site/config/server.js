module.exports = {
  host: '127.0.0.1',
  port: 0,
  app: { keys: ['soak-key'] },
  logger: { updates: { enabled: false } },
  // longer than a client leaves a connection idle: one that is closed while a request is on its way has no answer
  http: { serverOptions: { keepAliveTimeout: 120_000 } },
};
