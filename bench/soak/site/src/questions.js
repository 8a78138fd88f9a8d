// What the soak asks the process of the site, beside the load.
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { createOwnRuns } = require('./own-runs');

const MIB = 1024 * 1024;
const NANOSECONDS = 1e6;

const tellDelays = (delays) => ({
  p50: delays.percentile(50) / NANOSECONDS,
  p99: delays.percentile(99) / NANOSECONDS,
  max: delays.max / NANOSECONDS,
});

const createQuestions = (strapi) => {
  const service = (name) => strapi.plugin('ai-tools').service(name);
  const ownRuns = createOwnRuns(strapi);
  // one for the whole time that is watched, one for the time since the last sample
  const delays = {
    all: monitorEventLoopDelay({ resolution: 1 }),
    recent: monitorEventLoopDelay({ resolution: 1 }),
  };
  const watch = (isOn) => {
    for (const one of Object.values(delays)) isOn ? one.enable() : one.disable();
  };

  return {
    watchEventLoop: () => {
      for (const one of Object.values(delays)) one.reset();
      watch(true);
      return {};
    },

    /** What is held after garbage collection, and how late the event loop was. */
    sample: async () => {
      // a collection that nobody asks for but the soak is none of the site's delays
      watch(false);
      globalThis.gc();
      const { rss, heapUsed, external } = process.memoryUsage();
      const told = { all: tellDelays(delays.all), recent: tellDelays(delays.recent) };
      delays.recent.reset();
      watch(true);
      return { rssMib: rss / MIB, usedMib: (heapUsed + external) / MIB, delays: told };
    },

    /** Waits for the rows that are on their way to the database. */
    settle: async () => {
      await service('logs').flush();
      const { waiting, lostRows, failure } = service('logs').status();
      return { waitingRows: waiting.rows, lostRows, failure };
    },

    budgets: async () => ({ budgets: await service('budgets').status() }),

    startOwnRuns: ownRuns.start,
    stopOwnRuns: ownRuns.stop,
  };
};

module.exports = { createQuestions };
