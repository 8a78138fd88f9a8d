import fc from 'fast-check';
import { compilePromptTemplate } from '../../../server/src/engine/prompt-template';

const render = (source: string, inputs: Record<string, unknown>): string =>
  compilePromptTemplate(source).render(inputs);

test('a placeholder is replaced by the value of its input', () => {
  expect(
    render('Summarise in {{max_length}} words: {{ content }}', { max_length: 60, content: 'Text' }),
  ).toBe('Summarise in 60 words: Text');
});

test('filters, conditions and loops work', () => {
  const source =
    '{% if style %}Style: {{ style | upcase }}. {% endif %}{% for tag in tags %}#{{ tag }} {% endfor %}';
  expect(render(source, { style: 'formal', tags: ['a', 'b'] })).toBe('Style: FORMAL. #a #b ');
});

test('an input that was left out prints as nothing', () => {
  expect(render('[{{missing}}]', {})).toBe('[]');
});

test('arrays and objects print as JSON', () => {
  expect(render('{{list}} {{thing}} {{flag}}', { list: ['a', 'b'], thing: { k: 1 }, flag: false })).toBe(
    '["a","b"] {"k":1} false',
  );
});

test('whatever stands in a value is never expanded', () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) =>
        render('<{{content}}>', { content: `{{secret}}${text}{% if 1 %}`, secret: 's' }) ===
        `<{{secret}}${text}{% if 1 %}>`,
    ),
  );
});

test('prototypes are out of reach', () => {
  expect(render('{{content.constructor.name}}{{content.__proto__}}', { content: {} })).toBe('');
});

test.each([
  '{% include "x" %}',
  '{% render "x" %}',
  '{% layout "x" %}',
  '{{ name | nofilter }}',
  '{{ open',
  '{% if %}',
])('the template %j is refused', (source) => {
  expect(() => compilePromptTemplate(source)).toThrow();
});

test('the placeholders are the names a template takes from outside', () => {
  const { placeholders } = compilePromptTemplate(
    '{% assign own = content | size %}{{own}} {% for tag in tags %}{{tag}}{% endfor %}{{ user.name }}',
  );
  expect(placeholders.sort()).toEqual(['content', 'tags', 'user']);
});

test('a loop without end is stopped', () => {
  expect(() => render('{% for i in (1..100000000) %}{{i}}{% endfor %}', {})).toThrow();
});
