import fc from 'fast-check';
import { compilePromptTemplate } from '../../../../server/src/engine/prompt-template';
import { findCompletionPlace } from '../../../../admin/src/pages/ToolBuilder/prompt/complete-template';
import { FILTERS, TAGS } from '../../../../admin/src/pages/ToolBuilder/prompt/liquid-words';

/** The cursor is where the bar ‖ stands. */
const at = (marked: string) => {
  const position = marked.indexOf('‖');
  const text = marked.replace('‖', '');
  const place = findCompletionPlace(text, position);
  return place && [place.wants, text.slice(place.from, place.to), place.closing];
};

test.each([
  // inputs
  ['Hi {{‖', ['input', '', '}}']],
  ['Hi {{na‖', ['input', 'na', '}}']],
  ['Hi {{ na‖', ['input', 'na', ' }}']],
  ['Hi {{- na‖', ['input', 'na', ' }}']],
  ['Hi {{na‖ and {{other}}', ['input', 'na', '}}']],
  ['Hi {{na‖me}}', ['input', 'name', '']],
  ['Hi {{ ‖ }}', ['input', '', '']],
  ['{{ a | default: ‖ }}', ['input', '', '']],
  ['{{ a | replace: "x", b‖', ['input', 'b', ' }}']],
  ['{% if ‖ %}', ['input', '', '']],
  ['{% if a == b‖', ['input', 'b', ' %}']],
  ['{% if a and ‖', ['input', '', ' %}']],
  ['{% for x in ta‖ %}', ['input', 'ta', '']],
  ['{% assign x = ‖', ['input', '', ' %}']],
  // filters
  ['{{ a |‖', ['filter', '', ' }}']],
  ['{{ a | up‖ }}', ['filter', 'up', '']],
  ['{{a|up‖', ['filter', 'up', '}}']],
  ['{% assign x = y | tr‖', ['filter', 'tr', ' %}']],
  // tags
  ['{%‖', ['tag', '', '%}']],
  ['{% i‖', ['tag', 'i', ' %}']],
  ['{%- en‖ %}', ['tag', 'en', '']],
  // nothing
  ['‖', null],
  ['text na‖', null],
  ['{‖', null],
  ['{{ a ‖', null],
  ['{{ a.b‖', null],
  ['{{ a.‖', null],
  ['{{ "a‖', null],
  ['{{ a | default: "b‖" }}', null],
  ['{{a}}‖', null],
  ['{% assign na‖', null],
  ['{% for x‖', null],
  ['{% raw %}{{ a‖', null],
  ['{% comment %}{{ a‖', null],
])('%s', (marked, expected) => {
  expect(at(marked)).toEqual(expected);
});

test('what is completed lies at the cursor, in any text', () => {
  const pieces = fc.array(fc.constantFrom('{{', '}}', '{%', '%}', '-', 'ab', ' ', '"', '|', '.', ':'), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(pieces, fc.nat(), (some, seed) => {
      const text = some.join('');
      const position = seed % (text.length + 1);
      const place = findCompletionPlace(text, position);
      if (!place) return;
      expect(place.from).toBeLessThanOrEqual(position);
      expect(place.to).toBeGreaterThanOrEqual(position);
    }),
    { numRuns: 2000 },
  );
});

test.each(Object.entries(FILTERS))(
  'the server knows the filter %s, with these arguments',
  (name, argument) => {
    expect(() => compilePromptTemplate(`{{ a | ${name}${argument} }}`).render({ a: 'x' })).not.toThrow();
  },
);

const BRANCHES = { elsif: 'if a', else: 'if a', when: 'case a' } as const;

test.each(Object.entries(TAGS))(
  'the server knows the tag %s, as it is written out',
  (name, [before, after]) => {
    const needsValue = before.endsWith(' ') || before.endsWith('"');
    const written = `{% ${before}${needsValue ? 'a' : ''}${after}`;
    const block = Object.entries(BRANCHES).find(([branch]) => branch === name)?.[1];
    const whole = block ? `{% ${block} %}${written}{% end${block.split(' ')[0]} %}` : written;
    expect(() => compilePromptTemplate(whole).render({ a: ['x'] })).not.toThrow();
  },
);
