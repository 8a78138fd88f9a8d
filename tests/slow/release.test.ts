import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collectOutput, endProcesses, startProcess } from '../install/child-processes';

/*
 * The release script at work in a small repository of its own: real git, real npm, a registry over a socket. Each test
 * breaks one thing, as somebody would, and asks for a release.
 */

const ROOT = path.resolve(__dirname, '../..');

const MANIFEST = {
  name: 'released-plugin',
  version: '1.2.0',
  license: 'MIT',
  files: ['dist', 'CHANGELOG.md'],
  exports: {
    './strapi-admin': { import: './dist/admin/index.mjs', require: './dist/admin/index.js' },
    './strapi-server': { import: './dist/server/index.mjs', require: './dist/server/index.js' },
  },
  scripts: { build: 'node build.mjs' },
  dependencies: { 'left-behind': '1.0.0' },
};

const LOCK = {
  name: MANIFEST.name,
  version: MANIFEST.version,
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: MANIFEST.name, version: MANIFEST.version, dependencies: MANIFEST.dependencies },
    'node_modules/left-behind': { version: '1.0.0', integrity: 'sha512-AAAA' },
  },
};

const BUILD = `
import { mkdirSync, writeFileSync } from 'node:fs';
for (const part of ['server', 'admin']) {
  mkdirSync('dist/' + part, { recursive: true });
  for (const file of ['index.js', 'index.mjs']) writeFileSync('dist/' + part + '/' + file, '');
}
`;

const ADVISORY = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Leaves things behind',
  severity: 'high',
  vulnerable_versions: '<2.0.0',
};

/** What npm asks for once it knows of an advisory. */
const PACKUMENT = {
  name: 'left-behind',
  'dist-tags': { latest: '1.0.0' },
  versions: { '1.0.0': { name: 'left-behind', version: '1.0.0' } },
};

let folder: string;
let registry: Server;
/** by package; null where the registry does not answer the question */
let advisories: Record<string, unknown[]> | null;

const write = (file: string, content: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
};
/** `.ci/run`: what it does, as a shell says it. */
const writeCheck = (script: string): void => {
  write('.ci/run', `#!/usr/bin/env bash\n${script}\n`);
  execFileSync('chmod', ['+x', path.join(folder, '.ci/run')]);
};
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    // git tells its hooks which repository they belong to
    env: { ...process.env, GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined },
  });
const commit = (): void => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Work');
};

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ai-tools-release-'));
  cpSync(path.join(ROOT, 'scripts/release.mjs'), path.join(folder, 'scripts/release.mjs'));
  cpSync(path.join(ROOT, 'scripts/release'), path.join(folder, 'scripts/release'), { recursive: true });
  write('package.json', JSON.stringify(MANIFEST));
  write('package-lock.json', JSON.stringify(LOCK));
  write('build.mjs', BUILD);
  write('.gitignore', 'dist/\nnode_modules/\n*.tgz\n');
  write('README.md', '# A plugin\n');
  write('LICENSE', 'MIT\n');
  write('CHANGELOG.md', '# Changelog\n\n## [1.2.0] - 2026-11-22\n\n### Added\n\n- A feature.\n');
  write('docs/dependencies.md', '# Dependencies\n');
  writeCheck('exit 0');
  git('init', '--quiet', '--initial-branch', 'main');
  commit();

  advisories = {};
  registry = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') response.end(JSON.stringify(PACKUMENT));
    else if (advisories === null) response.writeHead(405).end();
    else response.end(JSON.stringify(advisories));
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
});

afterEach(async () => {
  await endProcesses();
  registry.closeAllConnections();
  registry.close();
  await once(registry, 'close');
  rmSync(folder, { recursive: true, force: true });
});

const release = async (...options: string[]): Promise<{ code: number | null; said: string }> => {
  const address = registry.address();
  if (address === null || typeof address === 'string') throw new Error('the registry has no port');
  const child = startProcess(process.execPath, ['scripts/release.mjs', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      npm_config_registry: `http://127.0.0.1:${address.port}`,
      npm_config_cache: path.join(folder, 'node_modules/.cache/npm'),
      npm_config_update_notifier: 'false',
      // where a job could vouch for a build, npm would go and ask for that
      GITHUB_ACTIONS: '',
      GITLAB_CI: '',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    },
  });
  const output = collectOutput(child);
  const [code] = await once(child, 'close');
  return { code, said: output.all };
};

/** There is a reason, no tag, and nothing to publish. */
const expectRefusal = async (reason: RegExp | string, ...options: string[]): Promise<string> => {
  const { code, said } = await release(...options);
  expect(said).toMatch(reason);
  expect(said).toContain('No release:');
  expect({ code, tags: git('tag', '--list', 'v1.2.0') }).toEqual({ code: 1, tags: '' });
  return said;
};

test('a clean and green commit on main becomes a packed file and a tag, and the next step is told', async () => {
  const { code, said } = await release();
  expect({ code, said }).toMatchObject({ code: 0 });
  expect(said).toContain('released-plugin-1.2.0.tgz: 8 files');
  expect(said).toContain('npm publish ./released-plugin-1.2.0.tgz --provenance --access public');
  expect(git('rev-parse', 'v1.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  expect(git('cat-file', '-t', 'v1.2.0').trim()).toBe('tag');
});

test('everything that can be seen at once is told at once, and the long checks are not begun', async () => {
  writeCheck('touch checks-were-begun');
  git('checkout', '--quiet', '-b', 'feature');
  write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- A feature.\n');
  advisories = { 'left-behind': [ADVISORY] };
  const said = await expectRefusal('not committed');
  expect(said).toContain('This is feature; releases are made on main.');
  expect(said).toContain('CHANGELOG.md has no section');
  expect(said).toContain('Leaves things behind');
  expect(git('status', '--porcelain')).not.toContain('checks-were-begun');
});

test.each([
  [
    'a changelog that does not say when',
    () => {
      write('CHANGELOG.md', '# Changelog\n\n## [1.2.0]\n\n- A feature.\n');
      commit();
    },
    'does not say when 1.2.0 was released',
  ],
  [
    'a changelog that says nothing of it',
    () => {
      write('CHANGELOG.md', '# Changelog\n\n## [1.2.0] - 2026-11-22\n\n## [1.1.0] - 2026-11-01\n\n- Old.\n');
      commit();
    },
    'says nothing about 1.2.0',
  ],
  [
    'red checks',
    () => {
      writeCheck('echo 1 failed; exit 3');
      commit();
    },
    /1 failed[\s\S]*\.ci\/run is red \(exit code 3\)/,
  ],
  [
    'checks that leave something behind',
    () => {
      writeCheck('touch left-over');
      commit();
    },
    /not committed:\n\?\? left-over/,
  ],
  [
    'a build that fails',
    () => {
      write('build.mjs', 'process.exit(2);\n');
      commit();
    },
    'npm run build failed (exit code 2)',
  ],
  [
    'an entry that the build did not make',
    () => {
      write('build.mjs', BUILD.replace("'index.js', ", ''));
      commit();
    },
    /lacks dist\/server\/index\.js\.[\s\S]*lacks dist\/admin\/index\.js\./,
  ],
  [
    'a source map in the packed file',
    () => {
      write('build.mjs', `${BUILD}writeFileSync('dist/server/index.js.map', '');\n`);
      commit();
    },
    'has dist/server/index.js.map, which no site needs',
  ],
])('%s stops it', async (_what, spoil, reason) => {
  spoil();
  await expectRefusal(reason);
});

test('a version that is tagged is not released again', async () => {
  git('tag', 'v1.2.0');
  const { code, said } = await release();
  expect({ code, said }).toMatchObject({
    code: 1,
    said: expect.stringContaining('v1.2.0 is a tag already.'),
  });
});

describe('with a repository that it is published from', () => {
  beforeEach(() => {
    git('clone', '--quiet', '--bare', '.', 'origin.git');
    write('.git/info/exclude', 'origin.git/\n');
    git('remote', 'add', 'origin', './origin.git');
  });

  test('what was not pushed is not released, and what was, is', async () => {
    write('feature.md', 'A feature.\n');
    commit();
    await expectRefusal('main is not what origin has');
    git('push', '--quiet', 'origin', 'main');
    expect(await release()).toMatchObject({ code: 0 });
  });

  test('a version that somebody else has tagged is not released again', async () => {
    git('push', '--quiet', 'origin', 'HEAD:refs/tags/v1.2.0');
    await expectRefusal('v1.2.0 is a tag of origin already.');
  });

  test('while it does not answer, nothing is released', async () => {
    git('remote', 'set-url', 'origin', './nowhere.git');
    await expectRefusal('origin does not answer');
  });
});

describe('advisories', () => {
  test('one that nobody has argued stops it, and one that is argued does not', async () => {
    advisories = { 'left-behind': [ADVISORY] };
    await expectRefusal(
      'left-behind: Leaves things behind (high, https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
    );
    write('docs/dependencies.md', '| GHSA-aaaa-bbbb-cccc | `left-behind` | Nothing is left behind here. |\n');
    commit();
    expect(await release()).toMatchObject({ code: 0 });
  });

  test('a registry that does not say stops it', async () => {
    advisories = null;
    await expectRefusal('npm audit has no answer, so nobody knows');
  });
});

describe('publishing', () => {
  test('needs the repository that the provenance statement names', async () => {
    await expectRefusal('package.json has no “repository”', '--publish');
  });

  test('that fails, as npm does where there is nobody to vouch for the build, leaves no tag', async () => {
    write('package.json', JSON.stringify({ ...MANIFEST, repository: 'https://example.com/plugin.git' }));
    commit();
    await expectRefusal('npm publish failed (exit code 1); there is no tag.', '--publish');
  });
});
