// What the bench asks the process of the site, beside the load.
const { writeFileSync } = require('node:fs');
const { Session } = require('node:inspector/promises');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const bench = require('./api/bench/controllers/bench');

const MIB = 1024 * 1024;

const createQuestions = (strapi) => {
  const { tableName } = strapi.db.metadata.get('plugin::ai-tools.log');
  const logTable = () => strapi.db.connection(tableName);
  const logs = strapi.plugin('ai-tools').service('logs');
  const { record } = logs;
  let delays = null;
  let profiler = null;

  return {
    /** what the bare route answers with from now on */
    setAnswer: ({ answer }) => {
      bench.setAnswer(answer);
      return {};
    },

    /** there is no such setting, since nobody should want it: this is for what the log costs */
    switchLog: ({ isOn }) => {
      logs.record = isOn ? record : async () => {};
      return {};
    },

    /** cheap, unlike a count: it is asked again and again until the last row is there */
    newestLog: async () => {
      const row = await logTable().max('id as id').first();
      return { id: Number(row.id ?? 0) };
    },

    countLogs: async () => {
      const row = await logTable().count('* as rows').countDistinct('request_id as runs').first();
      return { rows: Number(row.rows), runs: Number(row.runs) };
    },

    memory: async () => {
      for (let pass = 0; pass < 3; pass += 1) {
        globalThis.gc();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      const { rss, heapUsed, external } = process.memoryUsage();
      return { rssMib: rss / MIB, usedMib: (heapUsed + external) / MIB };
    },

    watchEventLoop: () => {
      delays = monitorEventLoopDelay({ resolution: 1 });
      delays.enable();
      return {};
    },

    /** the longest time since the watching began in which nothing else ran */
    longestDelay: () => {
      delays.disable();
      return { milliseconds: delays.max / 1e6 };
    },

    startProfile: async () => {
      profiler = new Session();
      profiler.connect();
      await profiler.post('Profiler.enable');
      await profiler.post('Profiler.start');
      return {};
    },

    writeProfile: async ({ file }) => {
      const { profile } = await profiler.post('Profiler.stop');
      profiler.disconnect();
      writeFileSync(file, JSON.stringify(profile));
      return {};
    },
  };
};

module.exports = { createQuestions };
