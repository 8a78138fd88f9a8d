import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './site-folder';

const DOCUMENT = path.join(REPOSITORY, 'docs/performance.md');

/** Puts what was measured between its marks in docs/performance.md. */
export const writeMeasured = (mark: { start: string; end: string }, measured: string): void => {
  const [before, rest] = readFileSync(DOCUMENT, 'utf8').split(mark.start);
  const [, after] = (rest ?? '').split(mark.end);
  if (after === undefined) throw new Error(`${DOCUMENT} has lost its marks`);
  writeFileSync(DOCUMENT, `${before}${mark.start}\n\n${measured}\n\n${mark.end}${after}`);
};
