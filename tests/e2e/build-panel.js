const { BUILD_KEYS } = require('./build-keys');
const { chromiumPath } = require('./chromium');

/*
 * Once before all browser tests: the production build of the panel, which is the demo's and takes half a minute, and a
 * Chromium. Both are there the next time, the panel as long as nothing of the plugin's admin side has changed.
 */
module.exports = async () => {
  const { prepareSite } = await import('../../scripts/demo/prepare-site.mjs');
  const { buildWhatChanged } = await import('../../scripts/demo/build-steps.mjs');
  prepareSite();
  const before = { ...process.env };
  Object.assign(process.env, BUILD_KEYS);
  try {
    await buildWhatChanged(new AbortController().signal);
  } finally {
    // the tests inherit the environment
    for (const name of Object.keys(BUILD_KEYS)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
  await chromiumPath();
};
