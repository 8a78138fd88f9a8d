import { isEscaped, matchTags } from './match-tags';
import type { Mark } from './match-tags';
import type { Text } from './read-tag';

/** A shortcode as its handler gets it. */
export interface Shortcode {
  name: string;
  attributes: Record<string, string>;
  /** what is enclosed, with the shortcodes in it rendered; null when nothing is */
  content: string | null;
}

/** A shortcode as it stands in a text. */
export interface ParsedShortcode extends Omit<Shortcode, 'content'> {
  /** what is enclosed */
  pieces: Piece[] | null;
}

/** A part of a text: what is to be left as it is, or a shortcode. */
export type Piece = string | ParsedShortcode;

/** Shortcodes that are enclosed by more others than this are left as they are. */
export const DEEPEST_SHORTCODE = 10;

/** Where the marks and the characters of a part begin and end. */
interface Part {
  marks: readonly [from: number, to: number];
  characters: readonly [from: number, to: number];
  depth: number;
}

const collect = (text: Text, marks: readonly Mark[], part: Part): Piece[] => {
  const pieces: Piece[] = [];
  let done = part.characters[0];
  const leave = (from: number, to: number): void => {
    if (to > from) pieces.push(text.slice(from, to));
  };
  const leaveEscaped = (start: number, end: number): void => {
    leave(done, start - 1);
    leave(start, end);
    done = end + 1;
  };
  for (let index = part.marks[0]; index < part.marks[1]; index += 1) {
    const mark = marks[index];
    if (!mark) break;
    const { name, attributes, start, end, closedBy } = mark;
    const closing = closedBy === null ? undefined : marks[closedBy];
    if (isEscaped(mark)) leaveEscaped(start, end);
    else if (closing && mark.isBracketed.before && closing.isBracketed.after) {
      leaveEscaped(start, closing.end);
    } else if (mark.kind !== 'close') {
      leave(done, start);
      const inner = closing && {
        marks: [index + 1, closedBy ?? index] as const,
        characters: [end, closing.start] as const,
        depth: part.depth + 1,
      };
      pieces.push({ name, attributes, pieces: inner ? collectInner(text, marks, inner) : null });
      done = closing?.end ?? end;
    }
    if (closedBy !== null) index = closedBy;
  }
  leave(done, part.characters[1]);
  return pieces;
};

/** Never deeper than is allowed, whatever is nested: neither the stack nor the work of rendering it has another end. */
const collectInner = (text: Text, marks: readonly Mark[], inner: Part): Piece[] =>
  inner.depth <= DEEPEST_SHORTCODE ? collect(text, marks, inner) : [text.slice(...inner.characters)];

/**
 * Takes a text apart into its shortcodes of known names and what stands between them. In linear time, whatever the
 * text; what is no shortcode, or a broken or unknown one, is left to the byte.
 */
export const parseShortcodes = (text: Text, isKnown: (name: string) => boolean): Piece[] => {
  const marks = matchTags(text, isKnown);
  return collect(text, marks, { marks: [0, marks.length], characters: [0, text.length], depth: 0 });
};

/** What is left of a text when the tags of its shortcodes are taken out; what they enclose stays. */
export const withoutShortcodes = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : withoutShortcodes(piece.pieces ?? []))).join('');
