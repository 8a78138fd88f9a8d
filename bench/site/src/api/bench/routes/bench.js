module.exports = {
  routes: [
    { method: 'POST', path: '/bench/answer', handler: 'bench.answer' },
    { method: 'POST', path: '/bench/proxy/:provider', handler: 'bench.proxy' },
  ],
};
