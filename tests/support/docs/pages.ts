import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const REPOSITORY = path.resolve(__dirname, '../../..');

/** The pages that a reader copies from, by path. */
export const PAGES = [
  'README.md',
  ...readdirSync(path.join(REPOSITORY, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
];

export const readPage = (page: string): string => readFileSync(path.join(REPOSITORY, page), 'utf8');

/** A block of code in a page. */
export interface Fence {
  page: string;
  /** of its first line of code */
  line: number;
  language: string;
  /** the words after the language, which no reader sees: `run=config status=404` */
  words: Record<string, string>;
  code: string;
}

const OPENING = /^(?<indent> *)(?<marks>`{3,})(?<info>.*)$/;

const readInfo = (info: string): Pick<Fence, 'language' | 'words'> => {
  const [language = '', ...words] = info.trim().split(/\s+/);
  const pairs = words.map((word) => {
    const [name = '', ...value] = word.split('=');
    return [name, value.join('=')];
  });
  return { language, words: Object.fromEntries(pairs) };
};

/** Every block of code of a page, in order; also those within lists, without the indentation of the list. */
export const fencesOf = (page: string, text = readPage(page)): Fence[] => {
  const fences: Fence[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const opening = OPENING.exec(lines[index] ?? '')?.groups;
    if (!opening) continue;
    const { indent = '', marks = '', info = '' } = opening;
    const line = index + 2;
    const code: string[] = [];
    for (index += 1; (lines[index] ?? marks).trimEnd() !== indent + marks; index += 1) {
      const text = lines[index] ?? '';
      code.push(text.startsWith(indent) ? text.slice(indent.length) : text.trimStart());
    }
    fences.push({ page, line, ...readInfo(info), code: code.join('\n') });
  }
  return fences;
};

export const placeOf = ({ page, line }: Fence): string => `${page}:${line}`;
