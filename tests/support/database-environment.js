const { TestEnvironment } = require('jest-environment-node');
require('./typescript');

/** The host, the plugin from its sources, and a library of the host that counts logins. */
const OF_A_SITE = /\/(@strapi|koa2-ratelimit|source-plugin)\/|\.ts$/;

/** What a site keeps in modules (counts of logins, keys, registries) is of one file of tests. */
const forgetHostAndPlugin = () => {
  for (const file of Object.keys(require.cache)) {
    if (OF_A_SITE.test(file)) delete require.cache[file];
  }
  // else this module would keep them all
  module.children.length = 0;
};

const removeAllListeners = process.removeAllListeners.bind(process);
/** A host that stops takes all listeners off its process. Here they are the worker's, which would end with them. */
process.removeAllListeners = (event) => (event === undefined ? process : removeAllListeners(event));

/**
 * Where tests of a whole site run. It says which database is meant, and lends the tests the host as Node itself loads
 * it: jest's own loader takes some six seconds of CPU for the host's modules in each file, and this below one.
 *
 * The host and the plugin see the clock and the variables of the tests, for these share both with them. A file that
 * puts something in the place of what they see otherwise says `@host-within-jest` in its first comment, and has them
 * in jest's loader.
 */
module.exports = class DatabaseEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.variables = { ...process.env };
    if (!('host-within-jest' in context.docblockPragmas)) {
      forgetHostAndPlugin();
      this.global.createHost = (options) => require('@strapi/strapi').createStrapi(options);
      // what a test throws, and when, is the same for the host
      Object.assign(this.global, { Date, Error, RangeError, TypeError });
      this.global.process.env = process.env;
    }
    this.global.process.env.TEST_DATABASE = config.projectConfig.testEnvironmentOptions.database;
  }

  async teardown() {
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    await super.teardown();
  }
};
