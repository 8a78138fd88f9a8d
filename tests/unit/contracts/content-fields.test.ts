import fc from 'fast-check';
import { contentFields, inputsOf, isWritable, readPath, writePath } from '../../../contracts/content-fields';
import type { FieldAttributes, FieldComponents } from '../../../contracts/content-fields';

const components: FieldComponents = {
  'shared.seo': {
    attributes: {
      description: { type: 'text' },
      quote: { type: 'component', component: 'shared.quote' },
    },
  },
  'shared.quote': { attributes: { words: { type: 'richtext' }, stars: { type: 'integer' } } },
  'shared.comment': {
    attributes: { text: { type: 'text' }, answer: { type: 'component', component: 'shared.comment' } },
  },
};

const article: FieldAttributes = {
  title: { type: 'string' },
  story: { type: 'blocks' },
  secret: { type: 'password' },
  published_on: { type: 'date' },
  featured: { type: 'boolean' },
  author: { type: 'relation' },
  seo: { type: 'component', component: 'shared.seo' },
  quotes: { type: 'component', component: 'shared.quote', repeatable: true },
  sections: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote'] },
};

const paths = (values?: unknown) => contentFields(article, components, values).map(({ path }) => path);

test('a type has its texts, numbers and switches, those of single components at any depth included', () => {
  expect(contentFields(article, components)).toEqual([
    { path: 'title', kind: 'string', permission: 'title' },
    { path: 'story', kind: 'blocks', permission: 'story' },
    { path: 'featured', kind: 'boolean', permission: 'featured' },
    { path: 'seo.description', kind: 'text', permission: 'seo.description' },
    { path: 'seo.quote.words', kind: 'richtext', permission: 'seo.quote.words' },
    { path: 'seo.quote.stars', kind: 'number', permission: 'seo.quote.stars' },
  ]);
});

test('an entry also has those of its lists, by their place', () => {
  const values = {
    quotes: [{ words: 'one' }, { words: 'two' }],
    sections: [
      { __component: 'shared.quote', words: 'three' },
      { __component: 'shared.seo', quote: null },
      { __component: 'shared.gone' },
    ],
  };
  const inLists = contentFields(article, components, values).filter(({ path }) => /\d/.test(path));
  expect(inLists).toEqual([
    { path: 'quotes.0.words', kind: 'richtext', permission: 'quotes.words' },
    { path: 'quotes.0.stars', kind: 'number', permission: 'quotes.stars' },
    { path: 'quotes.1.words', kind: 'richtext', permission: 'quotes.words' },
    { path: 'quotes.1.stars', kind: 'number', permission: 'quotes.stars' },
    { path: 'sections.0.words', kind: 'richtext', permission: 'sections' },
    { path: 'sections.0.stars', kind: 'number', permission: 'sections' },
    { path: 'sections.1.description', kind: 'text', permission: 'sections' },
    { path: 'sections.1.quote.words', kind: 'richtext', permission: 'sections' },
    { path: 'sections.1.quote.stars', kind: 'number', permission: 'sections' },
  ]);
});

test('a component that holds itself ends where the entry does', () => {
  const type: FieldAttributes = { comment: { type: 'component', component: 'shared.comment' } };
  const of = (values?: unknown) => contentFields(type, components, values).map(({ path }) => path);
  expect(of()).toEqual(['comment.text']);
  expect(of({ comment: { answer: { answer: {} } } })).toEqual([
    'comment.text',
    'comment.answer.text',
    'comment.answer.answer.text',
  ]);
});

test.each([[null], [5], [{ quotes: 'no list', sections: [null, 7], seo: [] }]])(
  'values that are not as the type says, %j, show what the type does',
  (values) => {
    expect(paths(values)).toEqual(paths());
  },
);

test('only texts can be written', () => {
  expect(
    contentFields(article, components)
      .filter(isWritable)
      .map(({ path }) => path),
  ).toEqual(['title', 'story', 'seo.description', 'seo.quote.words']);
});

test('a path reads what an entry has, and nothing else', () => {
  const values = { seo: { description: 'Otters' }, quotes: [{ words: 'one' }], title: 'abc' };
  expect(readPath(values, 'seo.description')).toBe('Otters');
  expect(readPath(values, 'quotes.0.words')).toBe('one');
  for (const path of [
    'quotes.1.words',
    'quotes.length',
    'title.0',
    'constructor',
    '__proto__.toString',
    '',
  ]) {
    expect(readPath(values, path)).toBeUndefined();
  }
});

test('writing leaves the given values alone, and makes single components that are missing', () => {
  const values = Object.freeze({
    seo: null,
    quotes: Object.freeze([Object.freeze({ id: 7, words: 'one' })]),
  });
  expect(writePath(values, 'seo.quote.words', 'new')).toEqual({
    seo: { quote: { words: 'new' } },
    quotes: [{ id: 7, words: 'one' }],
  });
  expect(writePath(values, 'quotes.0.words', 'new').quotes).toEqual([{ id: 7, words: 'new' }]);
  expect(writePath(values, 'quotes.1.words', 'new')).toEqual(values);
  expect(Object.getPrototypeOf(writePath(values, '__proto__.words', 'new'))).toBe(Object.prototype);
});

test('what is written at a field of an entry is read there, and nowhere else', () => {
  const quote = fc.record({ words: fc.string(), stars: fc.integer() });
  const entry = fc.record({
    title: fc.string(),
    seo: fc.option(fc.record({ description: fc.string(), quote: fc.option(quote) })),
    quotes: fc.array(quote, { maxLength: 3 }),
    sections: fc.array(fc.record({ __component: fc.constant('shared.quote'), words: fc.string() }), {
      maxLength: 3,
    }),
  });
  fc.assert(
    fc.property(entry, fc.nat(), fc.string(), (values, choice, text) => {
      const before = structuredClone(values);
      const fields = contentFields(article, components, values);
      const { path } = fields[choice % fields.length] ?? { path: 'title' };
      const written = writePath(values, path, text);
      expect(readPath(written, path)).toBe(text);
      for (const other of fields.filter((field) => field.path !== path)) {
        expect(readPath(written, other.path)).toEqual(readPath(values, other.path));
      }
      expect(values).toEqual(before);
    }),
  );
});

test('inputs come from fields as text, from numbers and switches as they are, and as they were typed', () => {
  const values = {
    title: 'Otters',
    story: [{ type: 'paragraph', children: [{ type: 'text', text: 'They swim.' }] }],
    summary: '  ',
    featured: false,
    quotes: [{ stars: 0 }],
  };
  const inputs = {
    headline: { field: 'title' },
    content: { field: 'story' },
    context: { field: 'summary' },
    more: { field: 'seo.description' },
    loud: { field: 'featured' },
    stars: { field: 'quotes.0.stars' },
    words: { value: 40 },
    nothing: { value: null },
  };
  expect(inputsOf({ inputs }, values)).toEqual({
    headline: 'Otters',
    content: 'They swim.',
    loud: false,
    stars: 0,
    words: 40,
    nothing: null,
  });
});
