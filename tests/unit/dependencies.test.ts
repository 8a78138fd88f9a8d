import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { lockedPackagesFor } from '../install/installed-packages';

/*
 * docs/dependencies.md says of every package that a site gets with the plugin whose it is and what it costs. Held here
 * against what is installed, so that an update that changes a licence or brings ten packages along is seen in review.
 */

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const ranges = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({ dependencies: ranges, peerDependencies: ranges, devDependencies: ranges })
  .parse(JSON.parse(read('package.json')));

const installed = (place: string) =>
  z.object({ license: z.string() }).parse(JSON.parse(read(path.join(place, 'package.json'))));

const RUN_AT_INSTALLATION = ['preinstall', 'install', 'postinstall'];
const scriptsOf = (place: string) =>
  z.object({ scripts: ranges }).parse(JSON.parse(read(path.join(place, 'package.json')))).scripts;

/** The rows of the table under a heading, by the package in their first cell. */
const tableUnder = (heading: string): Map<string, string[]> => {
  const [, section = ''] = read('docs/dependencies.md').split(`## ${heading}\n`);
  const rows = /^(?:\|.*\n)+/m.exec(section)?.[0].trim().split('\n').slice(2) ?? [];
  return new Map(
    rows.map((row) => {
      const [name = '', ...cells] = row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [name.replaceAll('`', ''), cells];
    }),
  );
};

const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const inside = path.join(folder, entry.name);
    // the packages inside have rows, or are counted, of their own
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesIn(inside);
    return sum + statSync(inside).size;
  }, 0);

const hostPlaces = new Set(Object.keys(lockedPackagesFor(Object.keys(manifest.peerDependencies))));
/** What an installation for this machine leaves; builds for other systems are in the lock file only. */
const placesFor = (name: string): string[] =>
  Object.keys(lockedPackagesFor([name])).filter((place) => existsSync(path.join(ROOT, place)));

const dependencies = tableUnder('Installed with the plugin');
const describeCosts = (name: string): string[] => {
  const places = placesFor(name);
  const fresh = places.filter((place) => !hostPlaces.has(place));
  return [String(places.length - 1), String(fresh.length)];
};

test('every dependency has its row, and every row its dependency', () => {
  expect([...dependencies.keys()].sort()).toEqual(Object.keys(manifest.dependencies).sort());
  expect([...tableUnder('The site’s own').keys()].sort()).toEqual(
    Object.keys(manifest.peerDependencies).sort(),
  );
});

test('they come to as many packages and megabytes as is told of all together', () => {
  const told =
    /(?<all>\d+) packages and (?<allSize>\d+) MB, of which (?<fresh>\d+) and (?<freshSize>\d+) MB are not/.exec(
      read('docs/dependencies.md'),
    )?.groups;
  const all = [...new Set(Object.keys(manifest.dependencies).flatMap(placesFor))];
  const fresh = all.filter((place) => !hostPlaces.has(place));
  const megabytesOf = (places: string[]) =>
    places.reduce((sum, place) => sum + bytesIn(path.join(ROOT, place)), 0) / 1e6;
  expect([told?.all, told?.fresh]).toEqual([String(all.length), String(fresh.length)]);
  for (const [size, places] of [
    [told?.allSize, all],
    [told?.freshSize, fresh],
  ] as const) {
    const measured = megabytesOf(places);
    // as with each of them, below
    expect(Math.abs(Number(size) - measured)).toBeLessThanOrEqual(0.15 * measured);
  }
});

test.each([...dependencies])('%s has the licence and the costs that are told', (name, cells) => {
  const [licence, size = '', needs, fresh, why = ''] = cells;
  expect([licence, needs, fresh]).toEqual([
    installed(`node_modules/${name}`).license,
    ...describeCosts(name),
  ]);
  const measured = bytesIn(path.join(ROOT, 'node_modules', name)) / 1e6;
  const told = Number(/^(?<megabytes>[\d.]+) MB$/.exec(size)?.groups?.megabytes);
  // another patch release may weigh a little more
  expect(Math.abs(told - measured)).toBeLessThanOrEqual(Math.max(0.02, 0.15 * measured));
  expect(why).toMatch(/\w.{20,}/);
});

test.each([...tableUnder('The site’s own')])(
  '%s, which the site brings, has its licence told',
  (name, cells) => {
    expect(cells[0]).toBe(installed(`node_modules/${name}`).license);
  },
);

test.each([...tableUnder('Bundled')])(
  '%s, which is in the plugin’s own files, is given its credit',
  (name, cells) => {
    expect(cells[0]).toBe(installed(`node_modules/${name}`).license);
    // its code is in dist: a second copy would be installed for nothing
    expect(Object.keys(manifest.dependencies)).not.toContain(name);
    expect(Object.keys(manifest.devDependencies)).toContain(name);
    expect(read('LICENSE')).toContain(name);
  },
);

test('whatever comes with them, at any depth, may be used in a product that is closed', () => {
  const permissive = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];
  const places = new Set(Object.keys(manifest.dependencies).flatMap(placesFor));
  const others = [...places].filter((place) => !permissive.includes(installed(place).license));
  expect(others).toEqual([]);
});

test('none of them runs a script when it is installed', () => {
  const places = new Set(Object.keys(manifest.dependencies).flatMap(placesFor));
  expect(
    [...places].filter((place) => RUN_AT_INSTALLATION.some((script) => script in scriptsOf(place))),
  ).toEqual([]);
});
