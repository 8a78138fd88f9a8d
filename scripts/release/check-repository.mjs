import { readCommand, readGit } from './commands.mjs';

const BRANCH = 'main';

/** What the repository that the package is published from says, where there is one. */
const findRemoteFaults = (root, tag) => {
  if (!readGit(root, 'remote').split('\n').includes('origin')) return [];
  const { ok, stdout, stderr } = readCommand(root, 'git', 'ls-remote', 'origin', BRANCH, `refs/tags/${tag}`);
  if (!ok) return [`origin does not answer: ${stderr.trim()}`];
  const refs = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([commit, name]) => [name, commit]),
  );
  return [
    ...(refs.has(`refs/tags/${tag}`) ? [`${tag} is a tag of origin already.`] : []),
    ...(refs.get(`refs/heads/${BRANCH}`) === readGit(root, 'rev-parse', 'HEAD')
      ? []
      : [`${BRANCH} is not what origin has: pull, or push.`]),
  ];
};

/** Whether what would be released is what is committed, on the branch that is released, once. */
export const findRepositoryFaults = (root, tag) => {
  const changes = readGit(root, 'status', '--porcelain');
  const branch = readGit(root, 'rev-parse', '--abbrev-ref', 'HEAD');
  return [
    ...(changes === '' ? [] : [`There are changes that are not committed:\n${changes}`]),
    ...(branch === BRANCH ? [] : [`This is ${branch}; releases are made on ${BRANCH}.`]),
    ...(readGit(root, 'tag', '--list', tag) === '' ? [] : [`${tag} is a tag already.`]),
    ...findRemoteFaults(root, tag),
  ];
};
