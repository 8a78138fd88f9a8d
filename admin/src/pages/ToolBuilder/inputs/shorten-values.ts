import { isJsonObject } from '../../../../../contracts/json-object';
import { writeValue } from './typed-values';

/** About as much as fits into a line beside a name and a type. */
const ROOM = 40;

const shorten = (text: string): string => (text.length > ROOM ? `${text.slice(0, ROOM - 1)}…` : text);

/** A value on one line, and not longer than is needed to recognize it. */
const shortenValue = (value: unknown): string =>
  // an empty text would be nothing to see
  value === '' ? '""' : shorten(writeValue(value).replace(/\s+/g, ' ').trim());

/** As many values as there is room for, and how many more there are. */
export const shortenValues = (values: readonly unknown[]): string => {
  const shown: string[] = [];
  for (const value of values) {
    const text = shortenValue(value);
    const length = [...shown, text].join(', ').length;
    if (shown.length > 0 && length > ROOM) break;
    shown.push(text);
  }
  const more = values.length - shown.length;
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join(', ');
};

/** What an input may be and what it is when it is left out, in short; null where nothing is said. */
export const valuesInShort = (property: unknown): { allowed: string | null; fallback: string | null } => {
  if (!isJsonObject(property)) return { allowed: null, fallback: null };
  const { enum: allowed, default: fallback } = property;
  return {
    allowed: Array.isArray(allowed) && allowed.length > 0 ? shortenValues(allowed) : null,
    fallback: fallback === undefined ? null : shortenValue(fallback),
  };
};
