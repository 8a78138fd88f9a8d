import path from 'node:path';

const ALWAYS = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];

// pages that load late are files of their own beside the entries
const isPage = (file) => /^dist\/admin\/[^/]+\.m?js$/.test(file);

/**
 * What is wrong with the list of files that would be published: the two entries of `exports`, in both kinds of module,
 * what says how, and nothing else. No sources, tests, types or source maps.
 */
export const comparePackedFiles = (files, manifest) => {
  const entries = [manifest.exports['./strapi-server'], manifest.exports['./strapi-admin']].flatMap(
    ({ import: module, require: script }) => [path.posix.normalize(module), path.posix.normalize(script)],
  );
  const needed = [...ALWAYS, ...entries];
  return {
    missing: needed.filter((file) => !files.includes(file)),
    unwanted: files.filter((file) => !needed.includes(file) && !isPage(file)),
  };
};
