import { NAME_CHARACTERS, readExpression } from './read-expression';
import type { Word } from './read-expression';

/**
 * A part of a template that is more than plain text. `output` prints a value, `tag` steers, a `comment` is left out of
 * the prompt, and `open` is one that has no end yet.
 */
export interface TemplatePart {
  kind: 'output' | 'tag' | 'comment' | 'open';
  from: number;
  to: number;
  words: Word[];
}

const OPENING = /\{\{|\{%/g;
const TAG_NAME = new RegExp(`^\\s*(#|[${NAME_CHARACTERS}]+)`);

const find = (pattern: RegExp, text: string, from: number): RegExpExecArray | null => {
  pattern.lastIndex = from;
  return pattern.exec(text);
};

/** Where the braces close that were opened; a quoted brace closes nothing. Null when they do not, or others open first. */
const endOfOutput = (text: string, from: number): number | null => {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"' || character === "'") {
      const closing = find(character === '"' ? /(?:[^"\\]|\\[^])*"/y : /(?:[^'\\]|\\[^])*'/y, text, at + 1);
      if (closing) at += closing[0].length;
    } else if (text.startsWith('}}', at)) return at + 2;
    else if (text.startsWith('{{', at) || text.startsWith('{%', at)) return null;
  }
  return null;
};

const endOfTag = (text: string, from: number): number | null => {
  const nextTag = text.indexOf('{%', from);
  const end = text.slice(from, nextTag === -1 ? undefined : nextTag).indexOf('%}');
  return end === -1 ? null : from + end + 2;
};

/** What stands between the delimiters, without the hyphens that trim the space around. */
const insideOf = (text: string, from: number, to: number): { inside: string; offset: number } => {
  const trimsBefore = text[from + 2] === '-';
  const trimsAfter = text[to - 3] === '-' && to - 3 > from + 2;
  const offset = from + (trimsBefore ? 3 : 2);
  return { inside: text.slice(offset, Math.max(offset, to - (trimsAfter ? 3 : 2))), offset };
};

const readTag = (inside: string, offset: number): { name: string; words: Word[] } => {
  const [before = '', name = ''] = TAG_NAME.exec(inside) ?? [];
  if (name === '' || name === '#') return { name, words: [] };
  const from = offset + before.length - name.length;
  const word: Word = { from, to: from + name.length, text: name, role: 'tag' };
  if (name === 'liquid') {
    // a tag on each line
    const lines = [...inside.slice(before.length).matchAll(/[^\n]+/g)];
    const start = offset + before.length;
    return {
      name,
      words: [word, ...lines.flatMap((line) => readTag(line[0], start + line.index).words)],
    };
  }
  return {
    name,
    words: [word, ...readExpression(inside.slice(before.length), offset + before.length, name)],
  };
};

/** Where what is taken as it stands comes to its end. */
const endOfRaw = (text: string, from: number): number => {
  const closing = find(/\{%-?\s*endraw\b/g, text, from);
  return closing ? closing.index : text.length;
};

/** Finds everything in a template that is not plain text, also while it is being written. Never throws. */
export const readTemplate = (text: string): TemplatePart[] => {
  const parts: TemplatePart[] = [];
  /** where a comment began, until it ends */
  let commentFrom: number | null = null;
  let at = 0;
  for (let opening = find(OPENING, text, at); opening; opening = find(OPENING, text, at)) {
    const from = opening.index;
    const isOutput = opening[0] === '{{';
    const end = isOutput ? endOfOutput(text, from + 2) : endOfTag(text, from + 2);
    const next = find(OPENING, text, from + 2)?.index ?? text.length;
    at = end ?? next;
    if (end === null) {
      if (commentFrom === null) parts.push({ kind: 'open', from, to: at, words: [] });
      continue;
    }
    const { inside, offset } = insideOf(text, from, end);
    if (isOutput) {
      if (commentFrom === null) {
        parts.push({ kind: 'output', from, to: end, words: readExpression(inside, offset, null) });
      }
      continue;
    }
    const { name, words } = readTag(inside, offset);
    if (commentFrom !== null) {
      if (name === 'endcomment') {
        parts.push({ kind: 'comment', from: commentFrom, to: end, words: [] });
        commentFrom = null;
      } else if (name === 'raw') at = endOfRaw(text, end);
      continue;
    }
    if (name === 'comment') commentFrom = from;
    else if (name === '#') parts.push({ kind: 'comment', from, to: end, words: [] });
    else parts.push({ kind: 'tag', from, to: end, words });
    if (name === 'raw') at = endOfRaw(text, end);
  }
  if (commentFrom !== null) parts.push({ kind: 'comment', from: commentFrom, to: text.length, words: [] });
  return parts;
};

/** Names that the template takes from somewhere, each as often as it stands there. */
export const namesIn = (parts: readonly TemplatePart[]): Word[] =>
  parts.flatMap(({ words }) => words.filter(({ role }) => role === 'name'));
