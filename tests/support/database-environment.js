const { TestEnvironment } = require('jest-environment-node');

/** Tells the site factory which database this run of the suite is for. */
module.exports = class DatabaseEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { database } = config.projectConfig.testEnvironmentOptions;
    this.global.process.env.TEST_DATABASE = database;
  }
};
