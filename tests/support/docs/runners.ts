import type { Fence } from './pages';

/** What is done with a block of code to see that it is true; see `tests/site/docs-snippets.test.ts`. */
export type Runner =
  | 'file'
  | 'config'
  | 'in-process'
  | 'curl'
  | 'answer'
  | 'headers'
  | 'stream'
  | 'render'
  | 'rendered'
  | 'block'
  | 'tool'
  | 'prompt'
  | 'env'
  | 'sql'
  | 'in'
  | 'shown';

const RUNNERS: readonly string[] = [
  ...['file', 'config', 'in-process', 'curl', 'answer', 'headers', 'stream'],
  ...['render', 'rendered', 'block', 'tool', 'prompt', 'env', 'sql', 'in', 'shown'],
];

const isRunner = (name: string): name is Runner => RUNNERS.includes(name);

/** The path in the first line of a file, such as `config/plugins.ts`. */
export const filePathOf = ({ code }: Fence): string | null =>
  /^\/\/ (?<path>[\w./[\]-]+\.[cm]?[jt]sx?)\n/.exec(code)?.groups?.path ?? null;

/** A shell's lines, those that go on after a backslash put together; without comments. */
export const commandsOf = ({ code }: Fence): string[] =>
  code
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

const followsCall = (before: readonly Fence[]): boolean => {
  const runner = before.length > 0 && runnerOf(before[before.length - 1], before.slice(0, -1));
  return runner === 'curl' || runner === 'answer' || runner === 'headers';
};

const infer = (fence: Fence, before: readonly Fence[]): Runner | null => {
  const { language } = fence;
  if (['ts', 'tsx', 'js', 'jsx'].includes(language)) {
    if (filePathOf(fence)) return 'file';
    return language === 'ts' || language === 'js' ? 'in-process' : null;
  }
  if (language === 'bash') return commandsOf(fence).every((line) => line.startsWith('curl ')) ? 'curl' : null;
  if (language === 'sql') return 'sql';
  if (language === 'json' && followsCall(before)) return 'answer';
  if (language === 'http' && followsCall(before)) return 'headers';
  return null;
};

/**
 * The runner that a block names (`run=config`, or `run=in:tests/demo/demo.test.ts`), or the one that is plain to see;
 * null when nothing would run it. `before` are the blocks of its page up to it.
 */
export function runnerOf(fence: Fence | undefined, before: readonly Fence[]): Runner | null {
  if (!fence) return null;
  const [named] = (fence.words.run ?? '').split(':');
  if (!named) return infer(fence, before);
  return isRunner(named) ? named : null;
}
