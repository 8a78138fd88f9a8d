import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

const REPOSITORY = path.resolve(__dirname, '../..');

type Ranges = Record<string, string>;

export interface LockedPackage {
  version?: string;
  integrity?: string;
  dependencies?: Ranges;
  optionalDependencies?: Ranges;
  peerDependencies?: Ranges;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Entries of a lock file by the place they are installed at, such as `node_modules/a/node_modules/b`. */
export type LockedPackages = Record<string, LockedPackage>;

const neededBy = (entry: LockedPackage): string[] => [
  ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
  ...Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  ),
];

/** Node's own search: inside the package, then beside it, then one level up, and so on. */
const findPlace = (packages: LockedPackages, from: string, name: string): string | undefined => {
  const levels = from === '' ? [] : from.split('/node_modules/');
  const places = levels.map((_level, index) => [...levels.slice(0, index + 1), name].join('/node_modules/'));
  return [`node_modules/${name}`, ...places].findLast((place) => packages[place] !== undefined);
};

/**
 * What npm would have installed for a site with these dependencies, taken from the repository's lock file. What only
 * the plugin or its tools need is not part of it, so that a route has to bring it.
 */
export const lockedPackagesFor = (names: string[]): LockedPackages => {
  const lock: { packages: LockedPackages } = JSON.parse(
    readFileSync(path.join(REPOSITORY, 'package-lock.json'), 'utf8'),
  );
  const found: LockedPackages = {};
  const add = (from: string, name: string): void => {
    const place = findPlace(lock.packages, from, name);
    const entry = place === undefined ? undefined : lock.packages[place];
    if (place === undefined || entry === undefined || found[place]) return;
    found[place] = entry;
    for (const needed of neededBy(entry)) add(place, needed);
  };
  for (const name of names) add('', name);
  return found;
};

const linkOrCopy = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch {
    // the temporary folder is on another disk
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
};

const linkFolder = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    // the packages inside have entries of their own
    else if (entry.isDirectory() && entry.name !== 'node_modules') linkFolder(source, target);
    else if (entry.isFile()) linkOrCopy(source, target);
  }
};

/** npm installs a package anew when its commands are missing. */
const linkCommands = (from: string, to: string): void => {
  if (!existsSync(from)) return;
  for (const command of readdirSync(from, { withFileTypes: true })) {
    if (!command.isSymbolicLink()) continue;
    const target = readlinkSync(path.join(from, command.name));
    if (!existsSync(path.join(to, target))) continue;
    mkdirSync(to, { recursive: true });
    symlinkSync(target, path.join(to, command.name));
  }
};

/**
 * Puts the packages into the folder as hard links to the repository's: a second instead of the minutes of an
 * installation. npm never writes into a file that is there, it puts another in its place, so the repository keeps its own.
 */
export const linkInstalledPackages = (packages: LockedPackages, folder: string): void => {
  const places = Object.keys(packages);
  for (const place of places) {
    const source = path.join(REPOSITORY, place);
    // builds for other operating systems are in the lock file only
    if (existsSync(source)) linkFolder(source, path.join(folder, place));
  }
  for (const level of new Set(places.map((place) => place.replace(/node_modules\/(@[^/]+\/)?[^/]+$/, '')))) {
    const commands = path.join(level, 'node_modules/.bin');
    linkCommands(path.join(REPOSITORY, commands), path.join(folder, commands));
  }
};
