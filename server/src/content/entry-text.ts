import { SUMMARY_BLOCK, SUMMARY_SHORTCODE } from '../../../contracts/content';
import { textOfField } from '../../../contracts/content-values';
import { isJsonObject } from '../../../contracts/json-object';
import { parseShortcodes, withoutShortcodes } from './parse-shortcodes';

/** What tells the text of an entry from its marks. */
export interface EntryTextRules {
  /** the field to take, which may be in a component, as in `seo.description`; null for the one with the longest text */
  field: string | null;
  /** the fields among which the longest is looked for; all of the entry when nobody knows its type */
  fields: readonly string[] | null;
  isShortcode(name: string): boolean;
  isBlock(name: string): boolean;
}

/** What the host adds to every entry. */
const NOT_ITS_OWN = ['documentId', 'locale', 'createdAt', 'updatedAt', 'publishedAt'];

const valueAt = (entry: Record<string, unknown>, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      entry,
    );

/** The text of a field, without the shortcodes and blocks in it: a summary must not be made of its own marker. */
const ownText = (value: unknown, { isShortcode, isBlock }: EntryTextRules): string => {
  const isMark = (node: unknown): boolean =>
    isJsonObject(node) &&
    typeof node.block === 'string' &&
    (node.block === SUMMARY_BLOCK || isBlock(node.block));
  const text = textOfField(Array.isArray(value) ? value.filter((node) => !isMark(node)) : value);
  const pieces = parseShortcodes(text, (name) => name === SUMMARY_SHORTCODE || isShortcode(name));
  return withoutShortcodes(pieces).trim();
};

/** The text that an entry is about; the empty string when there is none. */
export const textOfEntry = (entry: Record<string, unknown>, rules: EntryTextRules): string => {
  if (rules.field !== null) return ownText(valueAt(entry, rules.field), rules);
  const names = rules.fields ?? Object.keys(entry);
  return names
    .filter((name) => !NOT_ITS_OWN.includes(name) && Object.hasOwn(entry, name))
    .map((name) => ownText(entry[name], rules))
    .reduce((longest, text) => (text.length > longest.length ? text : longest), '');
};
