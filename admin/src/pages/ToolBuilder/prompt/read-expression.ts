/** What a word of a template stands for. A `local` is a name that the template gives a value itself. */
export type WordRole = 'tag' | 'name' | 'local' | 'filter' | 'keyword' | 'value';

export interface Word {
  from: number;
  to: number;
  text: string;
  role: WordRole;
}

/** The characters of Liquid's own names: a hyphen may be in one. */
export const NAME_CHARACTERS = '\\w?\\-\\u00aa-\\uffff';

const TOKEN = new RegExp(
  `"(?:[^"\\\\]|\\\\[^])*"?|'(?:[^'\\\\]|\\\\[^])*'?|[+-]?\\d+\\.\\d+|[${NAME_CHARACTERS}]+|\\.\\.|[^\\s]`,
  'g',
);
const IS_NAME = new RegExp(`^[${NAME_CHARACTERS}]+$`);
const IS_NUMBER = /^[+-]?\d+(\.\d+)?$/;
const OPERATORS = ['and', 'or', 'not', 'contains'];
const LITERALS = ['true', 'false', 'nil', 'null', 'empty', 'blank'];
/** Tags whose first word is a name that they make. */
const MAKERS = ['assign', 'capture', 'for', 'tablerow', 'increment', 'decrement'];
const LOOPS = ['for', 'tablerow'];

const isString = (token: string): boolean => token.startsWith('"') || token.startsWith("'");

interface Place {
  previous: string;
  next: string;
  /** its place after the tag's name, from 0 */
  index: number;
  tag: string | null;
}

const roleOf = (text: string, { previous, next, index, tag }: Place): WordRole | null => {
  if (isString(text) || IS_NUMBER.test(text)) return 'value';
  if (!IS_NAME.test(text) || previous === '.') return null;
  if (previous === '|') return 'filter';
  if (tag !== null && index === 0 && MAKERS.includes(tag)) return 'local';
  // the name of an argument, such as `limit: 3`; after `cycle` a group may have a name of its own
  if (next === ':' && !(tag === 'cycle' && index === 0)) return 'keyword';
  if (OPERATORS.includes(text)) return 'keyword';
  if (LITERALS.includes(text)) return 'value';
  if (tag !== null && LOOPS.includes(tag)) {
    // an input may be called so too: `for x in in reversed`
    if ((text === 'in' && index === 1) || (text === 'reversed' && index > 2)) return 'keyword';
    if (text === 'continue' && previous === ':') return 'keyword';
  }
  return 'name';
};

/**
 * The words of what stands between two braces, or of a tag after its name. `offset` is where it begins in the template.
 */
export const readExpression = (expression: string, offset: number, tag: string | null): Word[] => {
  const tokens = [...expression.matchAll(TOKEN)];
  return tokens.flatMap((token, index) => {
    const [text] = token;
    const role = roleOf(text, {
      previous: tokens[index - 1]?.[0] ?? '',
      next: tokens[index + 1]?.[0] ?? '',
      index,
      tag,
    });
    const from = offset + token.index;
    return role === null ? [] : [{ from, to: from + text.length, text, role }];
  });
};
