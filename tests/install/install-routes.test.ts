import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { comparePackedFiles } from '../../scripts/release/packed-files.mjs';
import { endProcesses } from './child-processes';
import { startLocalRegistry } from './local-registry';
import type { LocalRegistry } from './local-registry';
import { packPlugin } from './packed-plugin';
import { runCommand, runNpm } from './run-command';
import { startScratchSite } from './running-site';
import type { LoggedExecution } from './running-site';
import { createScratchSite } from './scratch-site';
import type { ScratchSite } from './scratch-site';

/*
 * The three ways docs/install.md names to bring the plugin to a site, each done by hand as it says, on a site that has
 * Strapi and nothing of ours. What the plugin needs at run time is there only if the route brings it.
 */

// an installation asks the registry for every package of the site, and one of the tests makes three
jest.setTimeout(300_000);

const NAME = 'strapi-plugin-ai-tools';

/** The plugin's entry in `config/plugins`, the same for every route. */
const PLUGIN = {
  enabled: true,
  config: {
    tools: [
      {
        name: 'Greeting',
        description: 'Greets somebody.',
        provider: 'sandbox',
        method: 'chat/completions',
        input_schema: { type: 'object', properties: { who: { type: 'string', required: true } } },
        prompt_template: 'Greet {{who}} warmly.',
      },
    ],
  },
};

let workshop: string;
let tarball: string;
let bundledPackages: string[];
beforeAll(async () => {
  workshop = mkdtempSync(path.join(tmpdir(), 'ai-tools-pack-'));
  ({ tarball, bundledPackages } = await packPlugin(workshop));
});

afterAll(async () => {
  await endProcesses();
  rmSync(workshop, { recursive: true, force: true });
});

interface PluginManifest {
  exports: Record<'./strapi-server' | './strapi-admin', Record<'import' | 'require', string>>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

/** Packages that a built file asks for, in any of the four ways, without the path inside of them. */
const importedPackages = (script: string): string[] =>
  [
    ...script.matchAll(/(?:\brequire\(|\bimport\(|\bfrom\s*|^import\s*)(["'])(?<name>[\w@][\w@:./-]*)\1/gm),
  ].flatMap(({ groups }) => groups?.name?.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? []);

const unpack = (folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  return runCommand(workshop, 'tar', '-xzf', tarball, '--strip-components=1', '-C', folder);
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));

describe('the tarball', () => {
  let folder: string;
  let files: string[];
  let manifest: PluginManifest;
  beforeAll(async () => {
    folder = path.join(workshop, 'unpacked');
    await unpack(folder);
    files = filesIn(folder);
    manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  });

  test('holds what runs, what says how, and nothing else', () => {
    expect(comparePackedFiles(files, manifest)).toEqual({ missing: [], unwanted: [] });
  });

  test('imports what a site gets with it, and brings nothing that it does not import', () => {
    const scripts = files.filter((file) => file.startsWith('dist/'));
    const imported = new Set(
      scripts.flatMap((file) => importedPackages(readFileSync(path.join(folder, file), 'utf8'))),
    );
    const dependencies = Object.keys(manifest.dependencies);
    const declared = [...dependencies, ...Object.keys(manifest.peerDependencies)];
    expect({
      undeclared: [...imported].filter((name) => !isBuiltin(name) && !declared.includes(name)),
      unused: dependencies.filter((name) => !imported.has(name)),
    }).toEqual({ undeclared: [], unused: [] });
  });
});

/** What comes as ECMAScript modules only; docs/dependencies.md says why, LICENSE whose it is. */
const BUNDLED_ON_PURPOSE = ['tokenx'];

test('every package it imports is declared, or the build would take in a copy without a word', () => {
  expect(bundledPackages).toEqual(BUNDLED_ON_PURPOSE);
});

const executions = async (read: () => Promise<LoggedExecution[]>): Promise<LoggedExecution[]> => {
  // rows reach the database after the answer
  for (const deadline = Date.now() + 10_000; ; await pause(50)) {
    const rows = await read();
    if (rows.length > 0 || Date.now() > deadline) return rows;
  }
};

describe('a site runs a tool of the plugin', () => {
  let site: ScratchSite;
  let registry: LocalRegistry | undefined;
  beforeEach(() => {
    site = createScratchSite(PLUGIN);
  });
  afterEach(async () => {
    await endProcesses();
    await registry?.stop();
    registry = undefined;
    site?.remove();
  });

  const expectToolRuns = async (): Promise<void> => {
    const running = await startScratchSite(site);
    const response = await fetch(`${running.url}/api/ai-tools/v1/execute/greeting`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`api-token:${running.apiToken}`).toString('base64')}`,
      },
      body: JSON.stringify({ who: 'Ada' }),
    });
    const answer: unknown = await response.json();
    expect({ status: response.status, answer }).toMatchObject({
      status: 200,
      answer: { choices: [{ message: { content: expect.stringContaining('Greet Ada warmly.') } }] },
    });
    expect(await executions(running.logs)).toMatchObject([{ tool_slug: 'greeting', status: 'success' }]);
    await running.stop();
  };

  /** What a team's next checkout depends on: the lock file says all that is needed, and each thing once. */
  const expectCompleteLockFile = async (): Promise<void> => {
    const packages = site.lockedPackages();
    await runNpm(site.folder, 'install', '--package-lock-only');
    expect(site.lockedPackages()).toEqual(packages);

    const places = Object.keys(packages);
    for (const single of ['@strapi/strapi', '@strapi/utils', 'react', 'styled-components']) {
      const copies = places.filter((place) => place.endsWith(`node_modules/${single}`));
      expect(copies).toEqual([`node_modules/${single}`]);
    }
    // tools for working on the plugin are none of the site's business
    expect(places).not.toContain('node_modules/jest');
  };

  /** What a page tells the reader to type in the folder of the site; the tarball lies there. */
  const type = async (...lines: string[]): Promise<void> => {
    copyFileSync(tarball, path.join(site.folder, path.basename(tarball)));
    const quietly = 'export npm_config_audit=false npm_config_fund=false npm_config_loglevel=error';
    await runCommand(site.folder, 'bash', '-c', ['set -e', quietly, ...lines].join('\n'));
  };

  test('installed from the packed tarball', async () => {
    await type('npm install ./strapi-plugin-ai-tools-*.tgz');

    expect(site.dependencies()[NAME]).toMatch(/^file:.*\.tgz$/);
    await expectCompleteLockFile();
    await expectToolRuns();
  });

  test('copied into src/plugins and installed from there', async () => {
    const copy = path.join(site.folder, 'src/plugins/ai-tools');
    await type(
      'mkdir -p src/plugins/ai-tools',
      'tar -xzf strapi-plugin-ai-tools-*.tgz --strip-components=1 -C src/plugins/ai-tools',
      // npm installs the development dependencies of a folder too, four hundred packages
      'npm pkg delete devDependencies --prefix src/plugins/ai-tools',
      'npm install ./src/plugins/ai-tools',
    );

    expect(site.dependencies()[NAME]).toBe('file:src/plugins/ai-tools');
    // its dependencies join the site's: a node_modules of its own could hold a second Strapi
    expect(readdirSync(copy)).not.toContain('node_modules');
    await expectCompleteLockFile();
    await expectToolRuns();
  });

  test('installed from a registry by its name', async () => {
    const manifest = JSON.parse(await runCommand(workshop, 'tar', '-xzOf', tarball, 'package/package.json'));
    const behind = (await runNpm(site.folder, 'config', 'get', 'registry')).trim();
    registry = await startLocalRegistry(manifest, tarball, behind);
    // a cache of its own: npm's usual one has met this very tarball in the other test and would not ask for it
    const cache = path.join(workshop, 'npm-cache');
    const fromThere = `export npm_config_registry=${registry.url} npm_config_cache=${cache}`;
    await type(fromThere, 'npm install strapi-plugin-ai-tools');

    expect(registry.served).toEqual([`/${NAME}`, expect.stringMatching(/\.tgz$/)]);
    expect(site.dependencies()[NAME]).toBe(`^${manifest.version}`);
    expect(site.lockedPackages()[`node_modules/${NAME}`]?.integrity).toMatch(/^sha512-/);
    await expectCompleteLockFile();
    await expectToolRuns();

    await type(fromThere, 'npm install strapi-plugin-ai-tools@latest');
    expect(site.dependencies()[NAME]).toBe(`^${manifest.version}`);
    await type(fromThere, 'npm uninstall strapi-plugin-ai-tools');
    expect(site.dependencies()).not.toHaveProperty(NAME);
    expect(site.lockedPackages()).not.toHaveProperty(`node_modules/${NAME}`);
  });
});
