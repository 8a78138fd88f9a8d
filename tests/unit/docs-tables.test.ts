import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '../../contracts/errors';
import { PERMISSIONS } from '../../contracts/permissions';
import { parseConfig } from '../../server/src/config';
import { compileTool } from '../../server/src/engine/compile-tool';
import { PROVIDER_FIELDS } from '../../server/src/engine/provider-fields';
import { TOOL_FIELDS } from '../../server/src/engine/tool-definition';
import { ADAPTERS } from '../../server/src/providers/registry';
import { findUntouchedProvider } from '../support/execute';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

test.each(Object.entries(ERRORS))('the error table tells %s with its status', (code, { status }) => {
  expect(read('docs/rest.md')).toContain(`| ${status} | \`${code}\` |`);
});

test.each(ADAPTERS.map((adapter) => [adapter.kind, adapter] as const))(
  'the provider table tells the truth about %s',
  (kind, { methods, defaultModel, keyConstants, takesFunctions, structuredOutput }) => {
    const methodNames = methods.map((method) => `\`${method}\``).join(', ');
    const keys = keyConstants.map((constant) => `\`${constant}\``).join(', ') || 'none';
    const functions = methods.some(takesFunctions) ? 'yes' : 'no';
    const schema = methods.some((method) => structuredOutput(defaultModel, method) !== 'asked')
      ? 'held to it'
      : 'asked for it';
    expect(read('docs/providers.md')).toContain(
      `| \`${kind}\` | ${methodNames} | \`${defaultModel}\` | ${keys} | ${functions} | ${schema} |`,
    );
  },
);

test('the README’s first tool is a valid one', () => {
  const source = /tools: \[\n(?<tool>[\s\S]*?)\n {6}\],/.exec(read('README.md'))?.groups?.tool ?? '';
  // the example is TypeScript that a reader copies; it is run here as one would run it
  const tool: unknown = new Function(`return [${source}][0]`)();
  expect(compileTool(tool, findUntouchedProvider)).toMatchObject({
    tool: { slug: 'content-summarizer' },
  });
});

/** The names in the first column of the table that begins after a heading of a page. */
const firstColumn = (page: string, heading: string): string[] => {
  const part = read(page).split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const cells = part.split('\n').flatMap((line) => /^\| (?<cell>[^|]+) \|/.exec(line)?.groups?.cell ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`(?<name>[^`]+)`/g)].map((match) => match[1] ?? ''));
};

test('every field of a tool is explained, and no other', () => {
  expect(firstColumn('docs/configuration.md', '## Tools').sort()).toEqual([...TOOL_FIELDS].sort());
});

test('every field of a provider is explained, and no other', () => {
  const fields = PROVIDER_FIELDS.filter((field) => field !== 'provider_id');
  expect(firstColumn('docs/configuration.md', '## Providers').sort()).toEqual([...fields].sort());
});

/** `logs.capture` and so on; `providers.<id>` is one of its own. */
const leavesOf = (value: unknown, path = ''): string[] => {
  const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isBranch ? Object.entries(value) : [];
  if (entries.length === 0) return [path];
  return entries.flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
};

test('every setting is explained', () => {
  const explained = firstColumn('docs/configuration.md', '## The whole list');
  const settings = leavesOf(parseConfig({}));
  expect(settings.length).toBeGreaterThan(15);
  expect(settings.filter((name) => !explained.some((other) => other.split('.<')[0] === name))).toEqual([]);
});

test('every permission of the panel is explained', () => {
  const page = read('docs/panel.md');
  const names = Object.values(PERMISSIONS).map(({ displayName }) => displayName);
  expect(names.filter((name) => !page.includes(`| ${name} |`))).toEqual([]);
});

test('every page is in the navigation and in the table of pages, and every one of those is there', () => {
  const pages = readdirSync(path.join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const names = pages.map((name) => name.replace(/\.md$/, '')).filter((name) => name !== 'index');
  const config = read('docs/.vitepress/config.mts');
  for (const name of names) {
    expect(config).toContain(`'${name}')`);
    expect(read('README.md')).toContain(`(docs/${name}.md)`);
    expect(read('docs/index.md')).toContain(`(${name}.md)`);
  }
});

/** As GitHub and the site make it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const withoutCode = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');

const anchorsOf = (page: string): string[] =>
  [...withoutCode(read(page)).matchAll(/^#+ (?<heading>.+)$/gm)].map(({ groups }) =>
    anchorOf(groups?.heading ?? ''),
  );

const MARKDOWN = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(MARKDOWN)('every link within the repository leads somewhere from %s', (page) => {
  const links = [...withoutCode(read(page)).matchAll(/\]\((?<target>[^)\s]+)\)/g)]
    .map(({ groups }) => groups?.target ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
  const dead = links.filter((target) => {
    const [file = '', anchor] = target.split('#');
    const other = file === '' ? page : path.join(path.dirname(page), file);
    if (!existsSync(path.join(ROOT, other))) return true;
    return anchor !== undefined && !anchorsOf(other).includes(anchor);
  });
  expect(dead).toEqual([]);
});
