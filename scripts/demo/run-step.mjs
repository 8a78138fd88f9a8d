import { readFileSync, statSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import path from 'node:path';
import { LOG_FILE, ROOT } from './paths.mjs';

const TAIL_LINES = 20;

const readTail = (start) => {
  const written = readFileSync(LOG_FILE).subarray(start).toString();
  const lines = stripVTControlCharacters(written).trim().split('\n');
  return lines.slice(-TAIL_LINES).map((line) => `  │ ${line}`);
};

/** A step that went wrong; its message is all that the screen has to say of it, with the log from `logStart` on. */
export class StepFailure extends Error {
  constructor(title, cause, logStart = 0) {
    const tail = [`The end of ${path.relative(ROOT, LOG_FILE)}:`, ...readTail(logStart)];
    super([`${title} failed: ${cause.message}.`, '', ...tail].join('\n'), { cause });
  }
}

/** Shows the name of a step while it runs, and then how long it took. */
export const runStep = async (title, work) => {
  const startedAt = Date.now();
  const logStart = statSync(LOG_FILE).size;
  process.stdout.write(`  ${title}…`);
  try {
    const result = await work();
    process.stdout.write(` ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (cause) {
    process.stdout.write('\n\n');
    throw new StepFailure(title, cause, logStart);
  }
};
