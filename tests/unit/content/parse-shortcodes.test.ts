import fc from 'fast-check';
import {
  DEEPEST_SHORTCODE,
  parseShortcodes,
  withoutShortcodes,
} from '../../../server/src/content/parse-shortcodes';
import type { ParsedShortcode, Piece } from '../../../server/src/content/parse-shortcodes';
import type { Text } from '../../../server/src/content/read-tag';

const NAMES = ['ai_summary', 'box', 'b-2'];
const parse = (text: Text): Piece[] => parseShortcodes(text, (name) => NAMES.includes(name));

/** What a reader sees when every shortcode shows its name, its attributes and what it encloses. */
const show = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const { name, attributes, pieces: inner } = piece;
      return `<${name} ${JSON.stringify(attributes)}${inner ? `>${show(inner)}</${name}` : ''}>`;
    })
    .join('');

test.each([
  ['nothing to do', 'nothing to do'],
  ['', ''],
  ['a [ai_summary] b', 'a <ai_summary {}> b'],
  ['[ai_summary/][ai_summary /]', '<ai_summary {}><ai_summary {}>'],
  ['[box][/box]', '<box {}></box>'],
  ['[box]a [b-2 /] c[/box ]', '<box {}>a <b-2 {}> c</box>'],
  ['[box x="1" y=\'two "2"\' z=3 w = "]["]', '<box {"x":"1","y":"two \\"2\\"","z":"3","w":"]["}>'],
  ['[box u=https://example.org/a?b=c/]', '<box {"u":"https://example.org/a?b=c"}>'],
  ['[box\n\tx="line\nline"\u00a0y=1\n/]', '<box {"x":"line\\nline","y":"1"}>'],
  ['[box x="1" x="2"]', '<box {"x":"2"}>'],
  ['[box __proto__="1" constructor=2]', '<box {"__proto__":"1","constructor":"2"}>'],
  ['[box]a[box]b[/box]c[/box]', '<box {}>a<box {}>b</box>c</box>'],
  // the first one stands alone
  ['[box] a [box]b[/box]', '<box {}> a <box {}>b</box>'],
  [
    '[box x="[ai_summary]"][ai_summary x=\'[/box]\'][/box]',
    '<box {"x":"[ai_summary]"}><ai_summary {"x":"[/box]"}></box>',
  ],
  // a stray one closes nothing
  ['[box]a[/box][b-2][/box]x[/b-2]', '<box {}>a</box><b-2 {}>[/box]x</b-2>'],
  ['[box][b-2]x[/box]y[/b-2]', '<box {}><b-2 {}>x</box>y[/b-2]'],
])('%j is read as %j', (text, shown) => {
  expect(show(parse(text))).toBe(shown);
});

test.each([
  ['[[box]]', '[box]'],
  ['[[box x="1" /]]', '[box x="1" /]'],
  ['[[box]a [b-2] c[/box]]', '[box]a [b-2] c[/box]'],
  ['[[box]a[box]b[/box]]', '[box]a[box]b[/box]'],
  ['[[box]a[[/box]]b[/box]]', '[box]a[[/box]]b[/box]'],
  ['write [[box]]…[[/box]]', 'write [box]…[/box]'],
  ['[[[box]]]', '[[box]]'],
  ['[[box]][[box]]', '[box][box]'],
  ['[[box]x[/box]', '[<box {}>x</box>'],
  ['[box]x[/box]]', '<box {}>x</box>]'],
  ['[[box] and no end', '[<box {}> and no end'],
  ['[see [box]]', '[see <box {}>]'],
])('%j escapes to %j', (text, shown) => {
  expect(show(parse(text))).toBe(shown);
});

test.each([
  '[unknown]',
  '[unknown x="1"]text[/unknown]',
  '[[unknown]]',
  '[Box]',
  '[ box]',
  '[box-2]',
  '[box.x]',
  '[box',
  '[box x',
  '[box x]',
  '[box x=]',
  '[box x=/]',
  '[box x="1]',
  '[box x=\'1"]',
  '[box x="1"y="2"]',
  '[box =1]',
  '[box "1"]',
  '[box x=a"b]',
  '[box / ]',
  '[/box]',
  '[/box x="1"]',
  '[/box /]',
  '[]',
  '[/]',
  '[[]]',
  '[box [unknown]',
  '\ud800[\udc00box]\ud800',
])('%j is no shortcode and stays as it is', (text) => {
  expect(show(parse(text))).toBe(text);
});

test('a broken one does not take the next with it', () => {
  expect(show(parse('[box x="1 [ai_summary] [box y=2]'))).toBe('[box x="1 <ai_summary {}> <box {"y":"2"}>');
});

test('the tags can be taken out, and what they enclose stays', () => {
  expect(withoutShortcodes(parse('a [box]b [ai_summary] c[/box] d [[box]] [/box] e'))).toBe(
    'a b  c d [box] [/box] e',
  );
});

test('shortcodes are read to a depth, and are text below it', () => {
  const nested = (depth: number): string => `${'[box]'.repeat(depth)}x${'[/box]'.repeat(depth)}`;
  const tooDeep = 100_000;
  const depthOf = (pieces: readonly Piece[] | null): number =>
    pieces
      ? Math.max(0, ...pieces.map((piece) => (typeof piece === 'string' ? 0 : 1 + depthOf(piece.pieces))))
      : 0;
  const pieces = parse(nested(tooDeep));
  expect(depthOf(pieces)).toBe(DEEPEST_SHORTCODE + 1);
  expect(show(pieces)).toContain(`>${nested(tooDeep - DEEPEST_SHORTCODE - 1)}</box>`);
  expect(withoutShortcodes(parse('[box]'.repeat(tooDeep)))).toBe('');
});

/* A text that is made of known parts, and what has to be read of it. */

interface Made {
  text: string;
  pieces: Piece[];
}

const HOSTILE = [
  ...[
    '[',
    ']',
    '[[',
    ']]',
    '/',
    '[/',
    '/]',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    '\u00a0',
    '-',
    '_',
    '\\',
    '<',
    '>',
    '&',
    '{{',
  ],
  ...[
    '[other]',
    '[/other]',
    '[other x="1"]',
    '[[other]]',
    '[ai_',
    '[boxed]',
    '[ box]',
    'word',
    '\ud83d',
    '\ude00',
    '\0',
  ],
];
/** A letter at both ends: a bracket before a tag would escape it. */
const plain = fc
  .array(fc.constantFrom(...HOSTILE), { maxLength: 8 })
  .map((parts): Made => ({ text: `x${parts.join('')}x`, pieces: [`x${parts.join('')}x`] }));

const space = fc.constantFrom(' ', '\n', '\t ', '\u00a0');
const inQuotes = fc
  .array(fc.constantFrom(...HOSTILE, '[box]', '[/box]', '[box x=', '[[ai_summary]]', '/]'), { maxLength: 4 })
  .map((parts) => parts.join(''));
const attribute = fc.oneof(
  fc.record({ value: inQuotes.map((value) => value.replaceAll('"', '')), quote: fc.constant('"') }),
  fc.record({ value: inQuotes.map((value) => value.replaceAll("'", '')), quote: fc.constant("'") }),
  fc.record({ value: fc.stringMatching(/^[a-z0-9.:?&=-]+$/), quote: fc.constant('') }),
);
const attributes = fc.dictionary(
  fc.stringMatching(/^[A-Za-z_-][A-Za-z0-9_-]{0,8}$/),
  fc.tuple(space, attribute),
  {
    maxKeys: 3,
  },
);

interface TagSource {
  name: string;
  written: string;
  values: Record<string, string>;
}
const tagOf = (name: string) =>
  attributes.map((chosen): TagSource => {
    const entries = Object.entries(chosen);
    return {
      name,
      written: `[${name}${entries.map(([key, [gap, { value, quote }]]) => `${gap}${key}=${quote}${value}${quote}`).join('')}`,
      values: Object.fromEntries(entries.map(([key, [, { value }]]) => [key, value])),
    };
  });

const shortcode = ({ name, values }: TagSource, pieces: Piece[] | null): ParsedShortcode => ({
  name,
  attributes: values,
  pieces,
});

const joined = (parts: readonly Made[]): Made => ({
  text: parts.map(({ text }) => text).join(''),
  // neighbouring texts are one
  pieces: parts.flatMap(({ pieces }) => pieces),
});

/** `around`: names that are open, of which a tag without a slash would take the closing one. */
const content = (depth: number, around: readonly string[]): fc.Arbitrary<Made> => {
  const free = NAMES.filter((name) => !around.includes(name));
  const anyName = fc.constantFrom(...NAMES);
  const alone = anyName
    .chain(tagOf)
    .map((tag) => ({ text: `${tag.written} /]`, pieces: [shortcode(tag, null)] }));
  const bare = fc
    .constantFrom(...free, 'ai_summary')
    .chain(tagOf)
    .map((tag) =>
      free.includes(tag.name)
        ? { text: `${tag.written}]`, pieces: [shortcode(tag, null)] }
        : { text: `${tag.written}/]`, pieces: [shortcode(tag, null)] },
    );
  const escaped = anyName
    .chain(tagOf)
    .map(({ written }) => ({ text: `[${written}]]`, pieces: [`${written}]`] }));
  const flat = fc.oneof({ weight: 3, arbitrary: plain }, alone, bare, escaped);
  if (depth === 0) return fc.array(separated(flat), { maxLength: 4 }).map(joined);
  const enclosing = anyName.chain((name) =>
    fc.tuple(tagOf(name), content(depth - 1, [...around, name])).chain(([tag, inner]) => {
      const source = `${tag.written}]${inner.text}[/${tag.name}]`;
      return fc.constantFrom<Made>(
        { text: source, pieces: [shortcode(tag, inner.pieces)] },
        { text: `[${source}]`, pieces: [source] },
      );
    }),
  );
  return fc
    .array(separated(fc.oneof({ weight: 2, arbitrary: flat }, enclosing)), { maxLength: 4 })
    .map(joined);
};
const separated = (made: fc.Arbitrary<Made>): fc.Arbitrary<Made> =>
  made.map(({ text, pieces }) => ({ text: `${text}|`, pieces: [...pieces, '|'] }));

/** Neighbouring texts as one: where they are cut says nothing. */
const normal = (pieces: readonly Piece[]): Piece[] =>
  pieces.reduce<Piece[]>((normalized, piece) => {
    const last = normalized.at(-1);
    if (typeof piece !== 'string') {
      return [...normalized, { ...piece, pieces: piece.pieces && normal(piece.pieces) }];
    }
    if (piece === '') return normalized;
    return typeof last === 'string' ? [...normalized.slice(0, -1), last + piece] : [...normalized, piece];
  }, []);

test('of 5,000 texts every shortcode is found, and every character outside of them is left', () => {
  fc.assert(
    fc.property(content(3, []), ({ text, pieces }) => {
      expect(normal(parse(text))).toEqual(normal(pieces));
    }),
    { numRuns: 5000 },
  );
});

/** A text that counts how many of its characters are looked at. */
const counted = (text: string) => {
  let steps = 0;
  const counting: Text = {
    length: text.length,
    charCodeAt: (at) => {
      steps += 1;
      return text.charCodeAt(at);
    },
    indexOf: (wanted, from = 0) => {
      const found = text.indexOf(wanted, from);
      steps += (found === -1 ? text.length : found) - from + 1;
      return found;
    },
    slice: (from, to) => {
      const slice = text.slice(from, to);
      steps += slice.length + 1;
      return slice;
    },
  };
  return { counting, steps: () => steps };
};

const MOST_STEPS_PER_CHARACTER = 12;

const hostileText = fc
  .array(
    fc.constantFrom(
      ...HOSTILE,
      ...['[box', '[box]', '[/box]', '[/box', '[[box]]', '[[box]', '[/box]]', '[box /]', 'box', 'ai_summary'],
      ...['[box x="', "[box x='", '" x="', "' x='", ' x=', '[ai_summary]', '[/ai_summary]', 'x="1"'],
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

/** Whether `text` is `whole` with some characters taken out. */
const isPartOf = (text: string, whole: string): boolean => {
  let at = 0;
  for (const unit of text.split('')) {
    at = whole.indexOf(unit, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

test('5,000 hostile texts are read in linear time, and nothing is in the outcome that was not in the text', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { counting, steps } = counted(text);
      const pieces = parse(counting);
      expect(steps()).toBeLessThanOrEqual(MOST_STEPS_PER_CHARACTER * (text.length + 1));
      expect(isPartOf(withoutShortcodes(pieces), text)).toBe(true);
      const untouched = parseShortcodes(text, () => false);
      expect(withoutShortcodes(untouched)).toBe(text);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  '[',
  '[[',
  '[box',
  '[box ',
  '[box x',
  '[box x=',
  '[box x="',
  '[box x=\'" ',
  '[box x=" x="',
  `[box x="[box x='" y='`,
  `[box x="' `,
  '[box]',
  '[[box]',
  '[/box]',
  '[[/box]]',
  '[box][b-2]',
  '[box][/b-2]',
  '[box]x[/box]',
  '[[box]x[/box]]',
  '[aaaaaaaa',
])('%j ten thousand times over is read in linear time', (unit) => {
  const { counting, steps } = counted(unit.repeat(10_000));
  parse(counting);
  expect(steps()).toBeLessThanOrEqual(MOST_STEPS_PER_CHARACTER * counting.length);
});
