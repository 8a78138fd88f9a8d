import fc from 'fast-check';
import { TOOL_TEMPLATES } from '../../../../contracts/tool-templates';
import { compilePromptTemplate } from '../../../../server/src/engine/prompt-template';
import { namesIn, readTemplate } from '../../../../admin/src/pages/ToolBuilder/prompt/read-template';

const names = (text: string): string[] => namesIn(readTemplate(text)).map(({ text: name }) => name);
const shown = (text: string) =>
  readTemplate(text).map(({ kind, from, to, words }) => [
    kind,
    text.slice(from, to),
    ...words.map(({ role, from: start, to: end }) => `${role} ${text.slice(start, end)}`),
  ]);

test('a placeholder is found with its range, whatever space is in it', () => {
  expect(readTemplate('Hi {{name}}!')).toEqual([
    { kind: 'output', from: 3, to: 11, words: [{ from: 5, to: 9, text: 'name', role: 'name' }] },
  ]);
  expect(names('{{ a }} {{- b -}} {{\n c }} {{max-length}} {{größe}}')).toEqual([
    'a',
    'b',
    'c',
    'max-length',
    'größe',
  ]);
});

test('filters, their arguments, properties and values are told apart from names', () => {
  expect(shown(`{{ user.name | default: other, allow_false: true | truncate: 10, "…" }}`)).toEqual([
    [
      'output',
      `{{ user.name | default: other, allow_false: true | truncate: 10, "…" }}`,
      'name user',
      'filter default',
      'name other',
      'keyword allow_false',
      'value true',
      'filter truncate',
      'value 10',
      'value "…"',
    ],
  ]);
  expect(names('{{ list[index].title }} {{ list["a"] }} {{ 1.5 }}')).toEqual(['list', 'index', 'list']);
});

test('tags have a name, and make names of their own', () => {
  expect(shown('{%- for tag in tags limit: max reversed -%}')).toEqual([
    [
      'tag',
      '{%- for tag in tags limit: max reversed -%}',
      'tag for',
      'local tag',
      'keyword in',
      'name tags',
      'keyword limit',
      'name max',
      'keyword reversed',
    ],
  ]);
  expect(shown('{% assign x = y | upcase %}{% if a == "b" and not c contains d %}')).toEqual([
    ['tag', '{% assign x = y | upcase %}', 'tag assign', 'local x', 'name y', 'filter upcase'],
    [
      'tag',
      '{% if a == "b" and not c contains d %}',
      'tag if',
      'name a',
      'value "b"',
      'keyword and',
      'keyword not',
      'name c',
      'keyword contains',
      'name d',
    ],
  ]);
  expect(names('{% for i in (1..count) %}{{ i }}{% endfor %}')).toEqual(['count', 'i']);
  expect(names('{% liquid\n assign x = a\n echo b\n%}')).toEqual(['a', 'b']);
});

test('an input may be called as a loop would call its own words', () => {
  expect(names('{{ in }} {{ limit }} {{ reversed }} {{ for }}')).toEqual(['in', 'limit', 'reversed', 'for']);
});

test('what is in a comment or taken as it stands has no placeholders', () => {
  expect(names('{% comment %}{{ a }}{% if b %}{% endcomment %}{{ c }}')).toEqual(['c']);
  expect(names('{% raw %}{{ a }} {% b %}{%- endraw %}{{ c }}')).toEqual(['c']);
  expect(names('{% # a {{ b }} %}{{ c }}')).toEqual(['c']);
  expect(names('{% comment %}{% raw %}{% endcomment %}{% endraw %}{% endcomment %}{{ c }}')).toEqual(['c']);
  expect(shown('x {% comment %} y')).toEqual([['comment', '{% comment %} y']]);
});

test('what has no end yet does not swallow what follows', () => {
  expect(shown('{{ na and {{name}}')).toEqual([
    ['open', '{{ na and '],
    ['output', '{{name}}', 'name name'],
  ]);
  expect(shown('{% if a {% endif %}')).toEqual([
    ['open', '{% if a '],
    ['tag', '{% endif %}', 'tag endif'],
  ]);
  expect(shown('{{')).toEqual([['open', '{{']]);
  expect(shown("{{ it's }}")).toEqual([['output', "{{ it's }}", 'name it', "value 's "]]);
});

test('braces within quotes close nothing', () => {
  expect(shown(`{{ "}}" | append: a }}`)).toEqual([
    ['output', `{{ "}}" | append: a }}`, 'value "}}"', 'filter append', 'name a'],
  ]);
});

test('it finds the placeholders that the server finds in the templates of the gallery', () => {
  for (const { tool } of TOOL_TEMPLATES) {
    const found = new Set(names(tool.prompt_template));
    for (const name of compilePromptTemplate(tool.prompt_template).placeholders) {
      expect([...found]).toContain(name);
    }
  }
});

const name = fc.constantFrom('a', 'long_name', 'max-length', 'in', 'x1', 'limit');
const trim = fc.constantFrom('', '-');
const text = fc.constantFrom('', ' ', 'text\n', '{ ', '}', "it's", '"', '%', '} }', '#');
const value = fc.oneof(
  name,
  name.map((word) => `${word}.size`),
  fc.tuple(name, name).map(([list, index]) => `${list}[${index}]`),
  fc.constantFrom('"}}"', "'a b'", '12', '-1.5', 'true', 'nil'),
);
const filter = fc.oneof(
  fc.constantFrom('upcase', 'strip_html'),
  value.map((argument) => `default: ${argument}`),
  fc.tuple(value, value).map(([from, to]) => `replace: ${from}, ${to}`),
);
const filtered = fc
  .tuple(value, fc.array(filter, { maxLength: 2 }))
  .map(([first, filters]) => [first, ...filters].join(' | '));
const wrap = (inside: fc.Arbitrary<string>, left: string, right: string) =>
  fc
    .tuple(trim, inside, trim)
    .map(([before, expression, after]) => `${left}${before} ${expression} ${after}${right}`);
const output = wrap(filtered, '{{', '}}');
const tag = (inside: fc.Arbitrary<string>) => wrap(inside, '{%', '%}');
const condition = fc
  .tuple(value, fc.constantFrom('==', '!=', 'contains', 'and', 'or'), value)
  .map((sides) => sides.join(' '));
const { template } = fc.letrec<{ template: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    output,
    tag(fc.tuple(name, filtered).map(([local, from]) => `assign ${local} = ${from}`)),
    tag(fc.constant('# a {{ comment }}')),
    fc
      .tuple(tag(condition.map((test) => `if ${test}`)), tie('template'))
      .map(([open, body]) => `${open}${body}{% endif %}`),
    fc
      .tuple(
        tag(fc.tuple(name, name).map(([item, list]) => `for ${item} in ${list} limit: 2`)),
        tie('template'),
      )
      .map(([open, body]) => `${open}${body}{% endfor %}`),
    tie('template').map((body) => `{% comment %}${body}{% endcomment %}`),
    fc.constant('{% raw %}{{ a }}{% if %}{% endraw %}'),
  ),
  template: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
}));

test('whatever the server takes from the inputs is found, in any template that it takes', () => {
  let compiled = 0;
  fc.assert(
    fc.property(template, (source) => {
      let placeholders: string[];
      try {
        ({ placeholders } = compilePromptTemplate(source));
      } catch {
        return;
      }
      compiled += 1;
      const found = names(source);
      for (const placeholder of placeholders) expect(found).toContain(placeholder);
      // nothing that is written in a template the server takes is left open
      expect(readTemplate(source).filter(({ kind }) => kind === 'open')).toEqual([]);
    }),
    { numRuns: 2000 },
  );
  expect(compiled).toBeGreaterThan(500);
});

test('any text can be read, and parts are in order, apart and within it', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '-',
      'a',
      ' ',
      '"',
      "'",
      '|',
      '.',
      'raw',
      'endraw',
      'comment',
      '\n',
      '\\',
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(pieces, (some) => {
      const source = some.join('');
      let last = 0;
      for (const { from, to, words } of readTemplate(source)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        for (const word of words) {
          expect(source.slice(word.from, word.to)).toBe(word.text);
          expect(word.from).toBeGreaterThanOrEqual(from);
          expect(word.to).toBeLessThanOrEqual(to);
        }
        last = to;
      }
      expect(last).toBeLessThanOrEqual(source.length);
    }),
    { numRuns: 2000 },
  );
});
