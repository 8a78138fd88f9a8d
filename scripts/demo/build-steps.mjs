import { rmSync } from 'node:fs';
import path from 'node:path';
import { isCurrent, recordBuild } from './build-record.mjs';
import { ROOT, SITE } from './paths.mjs';
import { runStep } from './run-step.mjs';
import { spawnLogged } from './spawn-logged.mjs';

const IN_NODE_MODULES = path.join(ROOT, 'node_modules');

/*
 * The three things that are built, each only when one of its inputs or outputs has changed: the panel takes half a
 * minute, and who changes a prompt should not wait for it. Paths are relative to the repository.
 */
const STEPS = [
  {
    name: 'plugin',
    title: 'Building the plugin',
    inputs: ['strapi-server.ts', 'strapi-admin.ts', 'server', 'admin', 'contracts', 'package.json'],
    // without it the host starts and leaves the plugin out, without a word
    outputs: ['dist'],
    folder: ROOT,
    script: path.join(IN_NODE_MODULES, '@strapi/sdk-plugin/bin/strapi-plugin.js'),
    options: ['build'],
  },
  {
    name: 'site',
    title: 'Compiling the demo site',
    inputs: ['demo/config', 'demo/src', 'demo/tsconfig.json', 'package-lock.json'],
    outputs: ['demo/dist/config', 'demo/dist/src'],
    folder: SITE,
    script: path.join(IN_NODE_MODULES, 'typescript/bin/tsc'),
    options: [],
  },
  {
    name: 'admin-panel',
    title: 'Building the admin panel (half a minute, this once)',
    inputs: [
      'dist/admin',
      'demo/config/admin.ts',
      'demo/config/plugins.ts',
      'demo/src/admin',
      'demo/package.json',
      'package-lock.json',
      // how it is built makes another panel too
      'scripts/demo/build-steps.mjs',
    ],
    outputs: ['demo/dist/build'],
    folder: SITE,
    script: path.join(IN_NODE_MODULES, '@strapi/strapi/bin/strapi.js'),
    options: ['build'],
  },
];

const build = async ({ script, options, folder, outputs }, signal) => {
  // what is left of an older build would be loaded with the new one
  for (const output of outputs) rmSync(path.join(ROOT, output), { recursive: true, force: true });
  // whoever builds may run under another one, as Jest does: the panel would then be made of React for developers
  const env = { STRAPI_TELEMETRY_DISABLED: 'true', NODE_ENV: 'production' };
  const code = await spawnLogged(script, options, { folder, env, signal }).ended;
  if (code !== 0) throw new Error(`it ended with ${code}`);
};

/** Builds whatever is missing or out of date. */
export const buildWhatChanged = async (signal) => {
  for (const step of STEPS) {
    if (isCurrent(step)) continue;
    await runStep(step.title, () => build(step, signal));
    recordBuild(step);
  }
};
