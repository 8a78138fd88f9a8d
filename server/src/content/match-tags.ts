import { readTag } from './read-tag';
import type { Tag, Text } from './read-tag';

/** A tag, and the brackets around it that would escape it. */
export interface Mark extends Tag {
  isBracketed: { before: boolean; after: boolean };
  /** of an opening tag: where its closing one is in the list; null when it stands alone */
  closedBy: number | null;
}

/** Every tag of a text, from left to right. */
const readMarks = (text: Text, isKnown: (name: string) => boolean): Mark[] => {
  const marks: Mark[] = [];
  let done = 0;
  for (let at = text.indexOf('[', 0); at !== -1; at = text.indexOf('[', at)) {
    const tag = readTag(text, at, isKnown);
    if (!tag) {
      at += 1;
      continue;
    }
    const isBracketed = {
      before: at > done && text.slice(at - 1, at) === '[',
      after: text.slice(tag.end, tag.end + 1) === ']',
    };
    marks.push({ ...tag, isBracketed, closedBy: null });
    // the second bracket of an escaped tag is no other tag's first
    done = tag.end + (isBracketed.before && isBracketed.after ? 1 : 0);
    at = done;
  }
  return marks;
};

/** Whether the tag is escaped by itself, as in `[[name]]`. */
export const isEscaped = ({ isBracketed }: Mark): boolean => isBracketed.before && isBracketed.after;

/** The opening tags that are not closed yet, the innermost last. */
const createOpenMarks = (marks: readonly Mark[]) => {
  const open: number[] = [];
  const counts = new Map<string, number>();
  const keysOf = ({ name, isBracketed }: Mark): string[] =>
    isBracketed.before ? [name, `[${name}`] : [name];
  const count = (mark: Mark, by: number): void => {
    for (const key of keysOf(mark)) counts.set(key, (counts.get(key) ?? 0) + by);
  };
  return {
    push: (index: number, mark: Mark): void => {
      open.push(index);
      count(mark, 1);
    },
    has: (key: string): boolean => (counts.get(key) ?? 0) > 0,
    /** Takes away the innermost of this key, and what was opened in it: that stands alone. */
    popTo: (key: string): Mark | undefined => {
      for (let index = open.pop(); index !== undefined; index = open.pop()) {
        const mark = marks[index];
        if (!mark) continue;
        count(mark, -1);
        if (keysOf(mark).includes(key)) return mark;
      }
      return undefined;
    },
  };
};

/** Every tag of a text with the one that closes it: the next of its name, but for those that are closed in between. */
export const matchTags = (text: Text, isKnown: (name: string) => boolean): Mark[] => {
  const marks = readMarks(text, isKnown);
  const open = createOpenMarks(marks);
  marks.forEach((mark, index) => {
    if (isEscaped(mark)) return;
    const { kind, name, isBracketed } = mark;
    if (kind === 'open') open.push(index, mark);
    if (kind !== 'close') return;
    // `[/name]]` first belongs to a `[[name]`
    const escaped = `[${name}`;
    const key = isBracketed.after && open.has(escaped) ? escaped : name;
    const opening = open.has(key) ? open.popTo(key) : undefined;
    if (opening) opening.closedBy = index;
  });
  return marks;
};
