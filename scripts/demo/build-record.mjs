import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, SITE } from './paths.mjs';

const RECORDS = path.join(SITE, '.tmp/builds');

const listFiles = (entry) => {
  if (!existsSync(entry)) return [];
  if (!statSync(entry).isDirectory()) return [entry];
  return readdirSync(entry)
    .sort()
    .flatMap((name) => listFiles(path.join(entry, name)));
};

// by content: a checkout and a copy change every date and nothing else
const fingerprint = ({ inputs, outputs }) => {
  const hash = createHash('sha256');
  for (const file of [...inputs, ...outputs].flatMap((entry) => listFiles(path.join(ROOT, entry)))) {
    hash.update(`${path.relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
};

const recordOf = (step) => path.join(RECORDS, step.name);

/** Whether a step was built from these very inputs, and what it made is still there unchanged. */
export const isCurrent = (step) =>
  existsSync(recordOf(step)) && readFileSync(recordOf(step), 'utf8') === fingerprint(step);

export const recordBuild = (step) => {
  mkdirSync(RECORDS, { recursive: true });
  writeFileSync(recordOf(step), fingerprint(step));
};
