module.exports = {
  host: '127.0.0.1',
  port: 0,
  // the case of guessed passwords has callers with addresses of their own
  proxy: { koa: true },
  app: { keys: ['bench-key'] },
  logger: { updates: { enabled: false } },
};
