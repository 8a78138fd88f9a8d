import { NAME_CHARACTERS } from './read-expression';
import { readTemplate } from './read-template';

/** What can be completed at a place of a template. */
export interface CompletionPlace {
  wants: 'input' | 'filter' | 'tag';
  /** where the word begins that is completed */
  from: number;
  /** where it ends, behind the cursor when that stands within a word */
  to: number;
  /** what is missing behind it; empty when the part is closed already */
  closing: '' | '}}' | ' }}' | '%}' | ' %}';
}

const LAST_WORD = new RegExp(`[${NAME_CHARACTERS}]*$`);
const FIRST_WORD = new RegExp(`^[${NAME_CHARACTERS}]*`);
const ENDS_IN_WORD = new RegExp(`(\\.?)([${NAME_CHARACTERS}]+)$`);
/** Words that a value follows; whatever else is a word is followed by an operator or a filter. */
const BEFORE_VALUE = [
  'if',
  'elsif',
  'unless',
  'case',
  'when',
  'echo',
  'cycle',
  'in',
  'and',
  'or',
  'not',
  'contains',
];

const isWithinQuotes = (inside: string): boolean =>
  /["']/.test(inside.replace(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g, ''));

const expects = (before: string, isOutput: boolean): CompletionPlace['wants'] | null => {
  const trimmed = before.trimEnd();
  if (trimmed === '') return isOutput ? 'input' : 'tag';
  if (trimmed.endsWith('|')) return 'filter';
  if (/[=<>,:([]$/.test(trimmed)) return 'input';
  const [, dot, word] = ENDS_IN_WORD.exec(trimmed) ?? [];
  return word !== undefined && dot === '' && BEFORE_VALUE.includes(word) ? 'input' : null;
};

/** Where the cursor stands, for one who completes a word there. Null where there is nothing to complete. */
export const findCompletionPlace = (text: string, position: number): CompletionPlace | null => {
  const part = readTemplate(text.slice(0, position)).at(-1);
  if (part?.kind !== 'open' || part.to !== position) return null;

  const isOutput = text.startsWith('{{', part.from);
  const opening = text[part.from + 2] === '-' ? 3 : 2;
  const inside = text.slice(Math.min(part.from + opening, position), position);
  if (isWithinQuotes(inside)) return null;
  const typed = LAST_WORD.exec(inside)?.[0] ?? '';
  const before = inside.slice(0, inside.length - typed.length);
  const wants = expects(before, isOutput);
  if (wants === null) return null;

  const rest = FIRST_WORD.exec(text.slice(position))?.[0] ?? '';
  const isOpen = readTemplate(text).some(({ kind, from }) => kind === 'open' && from === part.from);
  const space = before.startsWith(' ') ? ' ' : '';
  return {
    wants,
    from: position - typed.length,
    to: position + rest.length,
    closing: isOpen ? (isOutput ? `${space}}}` : `${space}%}`) : '',
  };
};
