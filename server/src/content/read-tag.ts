/** What is read of a text; a string is one. */
export type Text = Pick<string, 'length' | 'charCodeAt' | 'indexOf' | 'slice'>;

/** `[name …]`, `[name … /]` or `[/name]` in a text, without what it encloses. */
export interface Tag {
  kind: 'open' | 'alone' | 'close';
  name: string;
  attributes: Record<string, string>;
  start: number;
  /** behind the bracket */
  end: number;
}

const code = (character: string): number => character.charCodeAt(0);
const OPENING = code('[');
const CLOSING = code(']');
const SLASH = code('/');
const EQUALS = code('=');
const QUOTES = [code('"'), code("'")];
/** What editors paste for a space. */
const NO_BREAK_SPACE = 0xa0;

const isSpace = (at: number): boolean => at === 0x20 || (at >= 0x09 && at <= 0x0d) || at === NO_BREAK_SPACE;
const isLetter = (at: number): boolean => (at >= 0x41 && at <= 0x5a) || (at >= 0x61 && at <= 0x7a);
const isInName = (at: number): boolean =>
  isLetter(at) || (at >= 0x30 && at <= 0x39) || at === code('_') || at === code('-');

const skip = (text: Text, from: number, isSkipped: (at: number) => boolean): number => {
  let at = from;
  while (isSkipped(text.charCodeAt(at))) at += 1;
  return at;
};

interface Attribute {
  name: string;
  value: string;
  end: number;
}

/** A value without quotes ends at a space or with the tag, of which a slash before the bracket is a part. */
const readBareValue = (text: Text, start: number): Omit<Attribute, 'name'> | null => {
  const isInside = (at: number): boolean =>
    !Number.isNaN(at) && !isSpace(at) && at !== CLOSING && at !== OPENING && !QUOTES.includes(at);
  const stop = skip(text, start, isInside);
  const isSlashOfTag = text.charCodeAt(stop) === CLOSING && text.charCodeAt(stop - 1) === SLASH;
  const end = isSlashOfTag ? stop - 1 : stop;
  return end > start ? { value: text.slice(start, end), end } : null;
};

const readValue = (text: Text, start: number): Omit<Attribute, 'name'> | null => {
  const quote = text.charCodeAt(start);
  if (!QUOTES.includes(quote)) return readBareValue(text, start);
  const end = text.indexOf(String.fromCharCode(quote), start + 1);
  return end === -1 ? null : { value: text.slice(start + 1, end), end: end + 1 };
};

const readAttribute = (text: Text, start: number): Attribute | null => {
  const end = skip(text, start, isInName);
  if (end === start) return null;
  const equals = skip(text, end, isSpace);
  if (text.charCodeAt(equals) !== EQUALS) return null;
  const value = readValue(text, skip(text, equals + 1, isSpace));
  return value && { name: text.slice(start, end), ...value };
};

/**
 * Reads the tag that begins with the bracket at `start`; null when there is none, or one of an unknown name. Of two
 * attributes with one name the last counts.
 *
 * A tag ends at a bracket, other than in quotes, and a quote that ends the value of one tag begins one for a tag that
 * began in it. So no more than three tags can be read over the same characters, and whoever reads all tags of a text
 * does so in linear time.
 */
export const readTag = (text: Text, start: number, isKnown: (name: string) => boolean): Tag | null => {
  const isClosing = text.charCodeAt(start + 1) === SLASH;
  const nameStart = start + (isClosing ? 2 : 1);
  let at = skip(text, nameStart, isInName);
  const name = text.slice(nameStart, at);
  if (!isKnown(name)) return null;
  const attributes: [string, string][] = [];
  const tag = (kind: Tag['kind'], end: number): Tag => ({
    kind,
    name,
    attributes: Object.fromEntries(attributes),
    start,
    end,
  });
  for (;;) {
    const next = skip(text, at, isSpace);
    const character = text.charCodeAt(next);
    if (character === CLOSING) return tag(isClosing ? 'close' : 'open', next + 1);
    if (isClosing) return null;
    if (character === SLASH && text.charCodeAt(next + 1) === CLOSING) return tag('alone', next + 2);
    const attribute = next > at ? readAttribute(text, next) : null;
    if (!attribute) return null;
    attributes.push([attribute.name, attribute.value]);
    at = attribute.end;
  }
};
