import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ConnectionFailure } from '../../contracts/connection';
import { ERRORS } from '../../contracts/errors';

/*
 * docs/troubleshooting.md is where somebody looks who has an error before their eyes. It has to know every error, and
 * quote it as it is said.
 */

const ROOT = path.resolve(__dirname, '../..');
const page = readFileSync(path.join(ROOT, 'docs/troubleshooting.md'), 'utf8');

const readAll = (folder: string, isWanted: (name: string) => boolean): string =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((name) => readFileSync(path.join(ROOT, folder, name), 'utf8'))
    .join('\n');

const isSource = (name: string): boolean => name.endsWith('.ts');
const SERVER = readAll('server/src', isSource) + readAll('contracts', isSource);
const PANEL = readAll('admin/src/translations/en', (name) => name.endsWith('.json'));

/** The text under a heading, up to the next one of the same level. */
const sectionUnder = (heading: string): string => {
  const level = heading.slice(0, heading.indexOf(' ') + 1);
  return page.split(`\n${heading}\n`)[1]?.split(`\n${level}`)[0] ?? '';
};

test.each(Object.entries(ERRORS))(
  '%s is told with its status, its words, and what to do',
  (code, { status }) => {
    const section = sectionUnder(`### \`${code}\` (${status})`).split('\n## ')[0];
    expect(section).toMatch(/^> ./m);
    expect(section).toMatch(/\*\*(Cause|Remedy)\.\*\*/);
  },
);

test.each(['unauthorized', 'forbidden', 'payload_too_large'])('the log’s own code %s is told', (code) => {
  expect(SERVER).toContain(`'${code}'`);
  expect(sectionUnder('## Refused by the host')).toContain(`\`${code}\``);
});

// a failure that is missing here does not compile
const FAILURES = Object.keys({
  not_configured: true,
  connection_failed: true,
  endpoint_not_allowed: true,
  wrong_key: true,
  model_not_found: true,
  out_of_memory: true,
  slow: true,
  unexpected_answer: true,
  provider_failed: true,
} satisfies Record<ConnectionFailure, true>);

test.each(FAILURES)('the failed connection test %s is told', (failure) => {
  expect(sectionUnder('## Test Connection says')).toMatch(new RegExp(`^\`${failure}\``, 'm'));
});

/** The line as one reads it; what differs from case to case stands for anything. */
const plain = (source: string): string => source.replaceAll("\\'", "'").replaceAll('\\"', '"');
const SAID = plain(`${SERVER}\n${PANEL}`);

const quoted = [...page.matchAll(/^> (?<words>.+)$/gm)].map(({ groups }) => groups?.words ?? '');
test.each(quoted)('somebody says “%s”', (words) => {
  for (const part of words.split('…').map((piece) => piece.trim())) expect(SAID).toContain(part);
});

const logLines = [...sectionUnder('## In the server log').matchAll(/^\| `(?<words>[^`]+)` \|/gm)].map(
  ({ groups }) => groups?.words ?? '',
);
test.each(logLines)('the site’s log says “%s”', (words) => {
  expect(plain(SERVER)).toContain(words);
});

const ERROR_WORDS =
  /new ToolError\(\s*'(?<code>\w+)',\s*(?:`(?<template>[^`]+)`|'(?<text>(?:[^'\\\n]|\\.)+)')/g;

test.each(
  [...SERVER.matchAll(ERROR_WORDS)].map(
    ({ groups }) => [groups?.code, groups?.template ?? groups?.text] as const,
  ),
)('under %s it is told what this means: %s', (code, words = '') => {
  const section = page.split(`### \`${code}\``)[1]?.split(/\n##/)[0] ?? '';
  // some are said in the settings alone
  const told = section + sectionUnder('## Test Connection says');
  const quotes = [...told.matchAll(/^> (?<quote>.+)$/gm)].map(({ groups }) => groups?.quote ?? '');
  const isQuoted = (quote: string) => quote.split('…').every((part) => plain(words).includes(part.trim()));
  expect(quotes.filter(isQuoted)).not.toEqual([]);
});

/** What is given to the site's log, without what is filled in. */
const WARNINGS =
  /\b(?:warn|log\.error|log\.warn|trouble)\(\s*(?:'[a-z ]+',\s*)?(?:`(?<template>[^`]+)`|'(?<text>[^'\n]+)')/g;

test('every line that the plugin writes to the site’s log is told', () => {
  const said = [...SERVER.matchAll(WARNINGS)]
    .map(({ groups }) => (groups?.template ?? groups?.text ?? '').replace('[ai-tools] ', ''))
    // a failed run is told by its own message
    .filter((words) => /[a-z]{3}/.test(words.replace(/\$\{(?:[^{}`]|'[^']*')*\}/g, '')));
  expect(said.length).toBeGreaterThan(15);
  expect(said.filter((words) => !logLines.some((line) => words.includes(line)))).toEqual([]);
});
