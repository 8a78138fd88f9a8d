const { chromiumPath } = require('./chromium');

/*
 * Once before all browser tests: the production build of the panel, which is the demo's and takes half a minute, and a
 * Chromium. Both are there the next time, the panel as long as nothing of the plugin's admin side has changed.
 */
module.exports = async () => {
  const { prepareSite } = await import('../../scripts/demo/prepare-site.mjs');
  const { buildWhatChanged } = await import('../../scripts/demo/build-steps.mjs');
  prepareSite();
  await buildWhatChanged(new AbortController().signal);
  await chromiumPath();
};
