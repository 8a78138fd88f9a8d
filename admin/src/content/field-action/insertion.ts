import { readPath, writePath } from '../../../../contracts/content-fields';
import { fieldOfText, textOfField } from '../../../../contracts/content-values';
import type { TextField } from '../../../../contracts/content-values';
import { isJsonObject } from '../../../../contracts/json-object';
import type { JsonObject } from '../../../../contracts/json-object';

export type InsertMode = 'replace' | 'append';

const JOINTS: Record<Exclude<TextField, 'blocks'>, string> = { string: ' ', text: '\n\n', richtext: '\n\n' };

/** A paragraph without more keys, which are something that somebody put there: a block of a plugin is one. */
const isParagraph = (node: unknown): boolean =>
  isJsonObject(node) &&
  node.type === 'paragraph' &&
  Object.keys(node).every((key) => key === 'type' || key === 'children');

/** The paragraph that an empty editor has. */
const isBlank = (node: unknown): boolean => isParagraph(node) && textOfField([node]).trim() === '';

/** Whether nothing would be lost with a value: an image has no text, and is something all the same. */
export const isEmptyValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isBlank) : textOfField(value).trim() === '';

/** What is likely to be meant before anybody has chosen: what an answer cannot bring again is not replaced. */
export const likelyMode = (before: unknown): InsertMode =>
  Array.isArray(before) && !before.every(isParagraph) ? 'append' : 'replace';

/** The value of a field with an answer in place of it, or after it. */
export const withAnswer = (before: unknown, answer: string, kind: TextField, mode: InsertMode): unknown => {
  const added = fieldOfText(answer, kind);
  if (mode === 'replace') return added;
  if (kind === 'blocks') {
    const kept: unknown[] = Array.isArray(before) ? before : [];
    return Array.isArray(added) ? [...(isEmptyValue(kept) ? [] : kept), ...added] : before;
  }
  const kept = textOfField(before);
  return kept.trim() === '' ? added : `${kept.trimEnd()}${JOINTS[kind]}${String(added)}`;
};

/** Whether two values say the same; editors may turn the order of keys around. */
export const isSameValue = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && isSameValue(one[key], other[key]))
    );
  }
  return Object.is(one, other);
};

interface Place {
  path: string;
  before: unknown;
  written: unknown;
}

/** What was put into the form, and how to get back to what it was. */
export interface Insertion {
  field: Place;
  /** the outermost component that came into being with it; the field itself when there was none */
  made: Place;
}

/** A value for the form at a path. */
export interface FormChange {
  path: string;
  value: unknown;
}

const outermostMissing = (values: JsonObject, path: string): string => {
  const steps = path.split('.');
  const prefixes = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  return prefixes.find((prefix) => (readPath(values, prefix) ?? null) === null) ?? path;
};

/** What inserting changes, to be remembered for an undo. */
export const planInsertion = (values: JsonObject, path: string, value: unknown): Insertion => {
  const after = writePath(values, path, value);
  const place = (at: string): Place => ({
    path: at,
    before: readPath(values, at),
    written: readPath(after, at),
  });
  return { field: place(path), made: place(outermostMissing(values, path)) };
};

/** The change that takes an insertion back; null when the field holds something else by now. */
export const undoInsertion = (values: JsonObject, { made, field }: Insertion): FormChange | null => {
  const place = [made, field].find(({ path, written }) => isSameValue(readPath(values, path), written));
  return place ? { path: place.path, value: place.before } : null;
};
