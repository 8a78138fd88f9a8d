import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from './run-command';

const REPOSITORY = path.resolve(__dirname, '../..');

// what is installed or built, and never part of the sources
const NOT_SOURCES = ['node_modules', 'dist', '.git', '.strapi', '.tmp', '.cache', 'coverage'];

/** A copy of the sources, so that no `dist` is used or, while other suites may be reading it, replaced. */
const copySources = async (folder: string): Promise<void> => {
  await cp(REPOSITORY, folder, {
    recursive: true,
    filter: (source) => !NOT_SOURCES.includes(path.basename(source)),
  });
  await symlink(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  // it would install into these node_modules, which are borrowed, whenever the lock file is newer than they are
  await runNpm(folder, 'pkg', 'delete', 'scripts.prebuild');
};

/** The packages that the build took into `dist`, after its source maps. */
const findBundledPackages = async (sources: string): Promise<string[]> => {
  await runNpm(sources, 'run', 'build', '--', '--sourcemap');
  const packages = new Set<string>();
  for (const file of ['dist/server/index.js.map', 'dist/admin/index.js.map']) {
    const map: { sources: string[] } = JSON.parse(await readFile(path.join(sources, file), 'utf8'));
    for (const source of map.sources) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
      if (name) packages.add(name);
    }
  }
  return [...packages];
};

export interface PackedPlugin {
  tarball: string;
  /** packages whose code is part of the build instead of being required */
  bundledPackages: string[];
}

/** `npm pack`, which builds first. */
export const packPlugin = async (folder: string): Promise<PackedPlugin> => {
  const sources = path.join(folder, 'sources');
  await copySources(sources);
  const destination = path.join(folder, 'packed');
  await mkdir(destination);
  await runNpm(sources, 'pack', '--pack-destination', destination);
  const [tarball] = await readdir(destination);
  if (!tarball) throw new Error('npm pack left no tarball');
  return { tarball: path.join(destination, tarball), bundledPackages: await findBundledPackages(sources) };
};
