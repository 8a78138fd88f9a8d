// Makes a release of what is committed on main, and refuses on red: `npm run release` checks, builds, packs and tags;
// `npm run release -- --publish` publishes too.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAdvisoryFaults } from './release/check-advisories.mjs';
import { findChangelogFaults } from './release/check-changelog.mjs';
import { findRepositoryFaults } from './release/check-repository.mjs';
import { readGit, showCommand } from './release/commands.mjs';
import { packRelease } from './release/pack.mjs';
import { ReleaseFailure, refuseFor } from './release/release-failure.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const publishes = process.argv.includes('--publish');

const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

const findManifestFaults = ({ repository }) =>
  // npm proves by it that the package was built from there
  publishes && !repository ? ['package.json has no “repository”, which a provenance statement needs.'] : [];

const makeRelease = () => {
  const manifest = JSON.parse(read('package.json'));
  const tag = `v${manifest.version}`;
  const commit = readGit(ROOT, 'rev-parse', 'HEAD');

  // what takes a second comes before what takes half an hour
  refuseFor([
    ...findRepositoryFaults(ROOT, tag),
    ...findChangelogFaults(read('CHANGELOG.md'), manifest.version),
    ...findManifestFaults(manifest),
    ...findAdvisoryFaults(ROOT, read('docs/dependencies.md')),
  ]);

  const checks = showCommand(ROOT, '.ci/run');
  refuseFor(checks.ok ? [] : [`.ci/run is red (${checks.ending}).`]);

  const { filename, count, size } = packRelease(ROOT, manifest);
  // somebody may have worked on meanwhile, or a test may have left something behind
  refuseFor([
    ...findRepositoryFaults(ROOT, tag),
    ...(readGit(ROOT, 'rev-parse', 'HEAD') === commit
      ? []
      : ['There is a new commit since the checks began.']),
  ]);

  const publishing = ['publish', `./${filename}`, '--provenance', '--access', 'public'];
  if (publishes) {
    const publication = showCommand(ROOT, 'npm', ...publishing);
    refuseFor(publication.ok ? [] : [`npm publish failed (${publication.ending}); there is no tag.`]);
  }
  readGit(ROOT, 'tag', '--annotate', tag, '--message', `${manifest.name} ${manifest.version}`, commit);

  console.log(`\n${filename}: ${count} files, ${Math.round(size / 1000)} kB. ${tag} is a tag of ${commit}.`);
  console.log(`Next:\n  git push origin ${tag}`);
  if (!publishes) console.log(`  npm ${publishing.join(' ')}`);
};

try {
  makeRelease();
} catch (error) {
  if (!(error instanceof ReleaseFailure)) throw error;
  console.error(`\nNo release:\n${error.message}`);
  process.exitCode = 1;
}
