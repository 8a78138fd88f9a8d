const { isChromiumThere } = require('./tests/e2e/chromium');
const { isRegistryReachable } = require('./tests/install/npm-registry');
const { REDIS, SERVERS, isReachable } = require('./tests/support/database-servers');

const shared = {
  setupFiles: ['<rootDir>/tests/support/without-vendor-keys.js'],
  transform: {
    '^.+\\.(tsx?|mjs)$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true } } },
    ],
  },
  // these come as ECMAScript modules only, and are bundled into the plugin
  transformIgnorePatterns: ['/node_modules/(?!tokenx/)'],
};

const integration = (database) => ({
  displayName: `integration (${database})`,
  testMatch: ['<rootDir>/tests/integration/**/*.test.ts'],
  testEnvironment: '<rootDir>/tests/support/database-environment.js',
  testEnvironmentOptions: { database },
  ...shared,
});

/** The suites that can run here. A database server that is not there is skipped, in words, except on CI. */
module.exports = async () => {
  const projects = [
    { displayName: 'unit', testMatch: ['<rootDir>/tests/unit/**/*.test.ts'], ...shared },
    // as independent of a host, but too thorough to be run at every change
    { displayName: 'slow', testMatch: ['<rootDir>/tests/slow/**/*.test.ts'], ...shared },
    integration('sqlite'),
    // of a whole site too, and of nothing that one database does otherwise than another: once is enough
    { ...integration('sqlite'), displayName: 'site', testMatch: ['<rootDir>/tests/site/**/*.test.ts'] },
    { displayName: 'demo', testMatch: ['<rootDir>/tests/demo/**/*.test.ts'], ...shared },
  ];
  const skipped = [];
  if (process.env.CI || isChromiumThere()) {
    projects.push({
      ...integration('sqlite'),
      displayName: 'e2e',
      testMatch: ['<rootDir>/tests/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/tests/e2e/build-panel.js',
    });
  } else {
    skipped.push('e2e: install Chromium, or name one with CHROMIUM_PATH');
  }
  for (const [database, { variable, fallback }] of Object.entries(SERVERS)) {
    if (process.env.CI || (await isReachable(database))) projects.push(integration(database));
    else skipped.push(`integration (${database}): start a server at ${fallback}, or set ${variable}`);
  }
  // several instances need a database that takes several, and one kind of it is enough
  const sharedDatabase = process.env.CI || (await isReachable('postgres')) ? 'postgres' : 'sqlite';
  projects.push({
    ...integration(sharedDatabase),
    displayName: 'instances',
    testMatch: ['<rootDir>/tests/instances/**/*.test.ts'],
  });
  if (process.env.CI || (await isReachable('redis'))) {
    projects.push({
      ...integration(sharedDatabase),
      displayName: 'redis',
      testMatch: ['<rootDir>/tests/redis/**/*.test.ts'],
    });
  } else {
    skipped.push(`redis: start a server at ${REDIS.fallback}, or set ${REDIS.variable}`);
  }
  if (process.env.CI || (await isRegistryReachable())) {
    projects.push({
      displayName: 'install',
      testMatch: ['<rootDir>/tests/install/**/*.test.ts'],
      ...shared,
    });
  } else {
    skipped.push('install: needs the npm registry, and it does not answer');
  }
  return {
    projects,
    // a host needs seconds to start, and on a busy machine with a database of its own more than half a minute
    testTimeout: 120_000,
    // the tests provoke many faults; see the host log them with `TEST_LOG_LEVEL=error npm test -- --silent=false`
    silent: true,
    // one more than the cores of a small machine: many of them wait for a database, a lease, an installation
    maxWorkers: 3,
    reporters: ['default', ['<rootDir>/tests/support/closing-line-reporter.js', { skipped }]],
  };
};
