import { readCommand, showCommand } from './commands.mjs';
import { comparePackedFiles } from './packed-files.mjs';
import { refuseFor } from './release-failure.mjs';

/** Builds and packs, and answers with the name of the file; refuses one that lacks something or has too much. */
export const packRelease = (root, manifest) => {
  const build = showCommand(root, 'npm', 'run', 'build');
  refuseFor(build.ok ? [] : [`npm run build failed (${build.ending}).`]);
  // it has just been built, and what a build says would stand in the middle of npm's answer
  const packing = readCommand(root, 'npm', 'pack', '--json', '--ignore-scripts');
  refuseFor(packing.ok ? [] : [`npm pack failed: ${packing.stderr.trim()}`]);
  const [{ filename, files, size }] = JSON.parse(packing.stdout);
  const { missing, unwanted } = comparePackedFiles(
    files.map((file) => file.path),
    manifest,
  );
  refuseFor([
    ...missing.map((file) => `${filename} lacks ${file}.`),
    ...unwanted.map((file) => `${filename} has ${file}, which no site needs.`),
  ]);
  return { filename, count: files.length, size };
};
