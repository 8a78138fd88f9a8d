import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '../../contracts/errors';
import { compileTool } from '../../server/src/engine/compile-tool';
import { ADAPTERS } from '../../server/src/providers/registry';
import { findUntouchedProvider } from '../support/execute';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const readme = read('README.md');

test.each(Object.entries(ERRORS))('the error table tells %s with its status', (code, { status }) => {
  expect(readme).toContain(`| ${status} | \`${code}\` |`);
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
    expect(readme).toContain(
      `| \`${kind}\` | ${methodNames} | \`${defaultModel}\` | ${keys} | ${functions} | ${schema} |`,
    );
  },
);

test('every dependency is argued for', () => {
  const { dependencies, peerDependencies } = JSON.parse(read('package.json'));
  const argued = read('docs/dependencies.md');
  for (const name of Object.keys({ ...dependencies, ...peerDependencies }))
    expect(argued).toContain(`\`${name}\``);
});

test('the README’s first tool is a valid one', () => {
  const source = /tools: \[\n(?<tool>[\s\S]*?)\n {6}\],/.exec(readme)?.groups?.tool ?? '';
  // the example is TypeScript that a reader copies; it is run here as one would run it
  const tool: unknown = new Function(`return [${source}][0]`)();
  expect(compileTool(tool, findUntouchedProvider)).toMatchObject({
    tool: { slug: 'content-summarizer' },
  });
});
