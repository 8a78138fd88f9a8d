const { connection } = JSON.parse(process.env.BENCH_SITE);

module.exports = { connection };
