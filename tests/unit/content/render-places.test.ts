import fc from 'fast-check';
import { isJsonObject } from '../../../contracts/json-object';
import { findPlaces, mentionsShortcode } from '../../../server/src/content/render-places';
import type { Place } from '../../../server/src/content/render-places';
import { createRenderPlans } from '../../../server/src/content/render-plan';
import type { RenderModel } from '../../../server/src/content/render-plan';

const ARTICLE = 'api::article.article';
const AUTHOR = 'api::author.author';
const MODELS: Record<string, RenderModel> = {
  [ARTICLE]: {
    attributes: {
      title: { type: 'string' },
      summary: { type: 'text' },
      content: { type: 'richtext' },
      story: { type: 'blocks' },
      extra: { type: 'json' },
      seo: { type: 'component', component: 'shared.seo' },
      quotes: { type: 'component', component: 'shared.quote' },
      sections: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote', 'shared.number'] },
      related: { type: 'relation', target: ARTICLE },
      author: { type: 'relation', target: AUTHOR },
      anything: { type: 'relation' },
      cover: { type: 'media' },
    },
  },
  [AUTHOR]: {
    attributes: {
      bio: { type: 'text' },
      seo: { type: 'component', component: 'shared.seo' },
      articles: { type: 'relation', target: ARTICLE },
      roles: { type: 'relation', target: 'api::role.role' },
    },
  },
  'api::role.role': {
    attributes: { words: { type: 'text' }, authors: { type: 'relation', target: 'api::role.role' } },
  },
  'api::person.person': { attributes: { authors: { type: 'relation', target: AUTHOR } } },
  'shared.seo': {
    attributes: {
      description: { type: 'text' },
      quote: { type: 'component', component: 'shared.quote' },
      author: { type: 'relation', target: AUTHOR },
    },
  },
  'shared.quote': { attributes: { words: { type: 'richtext' }, body: { type: 'blocks' } } },
  'shared.number': { attributes: { value: { type: 'integer' } } },
};

const plansFor = (...uids: string[]) =>
  createRenderPlans({ findModel: (uid) => MODELS[uid], rendered: new Set(uids) });

const recognize = {
  text: (text: string) => text.includes('[it]'),
  block: (node: Record<string, unknown>) => node.block === 'ours',
};
const BLOCK = { type: 'paragraph', block: 'ours', children: [{ type: 'text', text: '' }] };
const WORDS = { type: 'paragraph', children: [{ type: 'text', text: '[it]' }] };

const look = (answer: unknown, uid = ARTICLE, plans = plansFor(ARTICLE), isNested = false) =>
  findPlaces(answer, uid, { plans, recognize, isNested });
const tell = ({ path, entry }: Place) =>
  `${path.join('.')} of ${entry.uid.split('.')[1]} ${String(entry.id)}`;

test('finds texts and blocks in fields, components at any depth and dynamic zones, with their entry', () => {
  const article = {
    id: 1,
    title: '[it]',
    summary: 'a [it]',
    content: 'nothing',
    story: [
      WORDS,
      BLOCK,
      { type: 'list', children: [{ type: 'list-item', children: [BLOCK, BLOCK] }] },
      { type: 'paragraph', block: 'theirs', children: [] },
    ],
    extra: { summary: '[it]' },
    seo: { id: 7, description: '[it]', quote: { id: 8, words: '[it]', body: [BLOCK] } },
    quotes: [{ id: 9, words: '' }, { id: 10, words: '[it]' }, null],
    sections: [
      { __component: 'shared.number', id: 1, value: 1, words: '[it]' },
      { __component: 'shared.quote', id: 2, words: '[it]' },
      { __component: 'no.such', id: 3, words: '[it]' },
    ],
    cover: { id: 3, caption: '[it]' },
  };
  const places = look([
    article,
    { id: 2, summary: null, story: null, seo: null },
    { id: 3, content: '[it]' },
  ]);
  expect(places.map(tell)).toEqual([
    '0.summary of article 1',
    '0.story.1 of article 1',
    '0.story.2.children.0.children.0 of article 1',
    '0.story.2.children.0.children.1 of article 1',
    '0.seo.description of article 1',
    '0.seo.quote.words of article 1',
    '0.seo.quote.body.0 of article 1',
    '0.quotes.1.words of article 1',
    '0.sections.1.words of article 1',
    '2.content of article 3',
  ]);
  expect(places[0]?.entry.fields).toBe(article);
  expect(look(article).map(tell)[0]).toBe('summary of article 1');
});

test('populated entries have places of their own, also behind a type that is not rendered; the latter has none', () => {
  const answer = {
    id: 1,
    summary: '',
    related: [{ id: 2, summary: '[it]', related: [{ id: 3, content: '[it]' }] }],
    author: {
      id: 4,
      bio: '[it]',
      seo: { id: 1, description: '[it]' },
      articles: [{ id: 5, summary: '[it]' }],
      roles: [{ id: 6, words: '[it]' }],
    },
    seo: { id: 2, author: { id: 7, bio: '[it]', articles: [{ id: 8, summary: '[it]' }] } },
    anything: [
      { __type: ARTICLE, id: 9, summary: '[it]' },
      { __type: AUTHOR, id: 10, bio: '[it]' },
    ],
  };
  expect(look(answer).map(tell)).toEqual([
    'seo.author.articles.0.summary of article 8',
    'related.0.summary of article 2',
    'related.0.related.0.content of article 3',
    'author.articles.0.summary of article 5',
    'anything.0.summary of article 9',
  ]);
  expect(look(answer, ARTICLE, plansFor(ARTICLE, AUTHOR)).map(tell)).toContain('author.bio of author 4');
  expect(look(answer, ARTICLE, plansFor(ARTICLE, AUTHOR)).map(tell)).toContain(
    'author.seo.description of author 4',
  );
});

test('reads the format of Strapi 4 where it was asked for, and only there', () => {
  const nested = {
    id: 1,
    attributes: {
      summary: '[it]',
      seo: { id: 1, description: '[it]' },
      author: {
        data: { id: 4, attributes: { articles: { data: [{ id: 5, attributes: { content: '[it]' } }] } } },
      },
      related: { data: null },
    },
  };
  const places = look([nested], ARTICLE, plansFor(ARTICLE), true);
  expect(places.map(tell)).toEqual([
    '0.attributes.summary of article 1',
    '0.attributes.seo.description of article 1',
    '0.attributes.author.data.attributes.articles.data.0.attributes.content of article 5',
  ]);
  expect(look([nested])).toEqual([]);
});

test('a type is looked into when it is rendered or leads to one that is', () => {
  const plans = plansFor(ARTICLE);
  expect(plans.ofEntry(ARTICLE)).toMatchObject({ own: ['summary', 'content', 'story'] });
  expect(plans.ofEntry(ARTICLE)?.inner.map(({ name }) => name)).toEqual([
    'seo',
    'quotes',
    'sections',
    'related',
    'author',
    'anything',
  ]);
  // its texts are not read, and neither are its roles, which lead to each other only
  expect(plans.ofEntry(AUTHOR)).toMatchObject({ own: [], inner: [{ name: 'seo' }, { name: 'articles' }] });
  expect(plans.ofEntry('api::person.person')?.inner).toHaveLength(1);
  expect(plans.ofEntry('api::role.role')).toBeNull();
  expect(plans.ofEntry('api::no.such')).toBeNull();
  expect(plansFor().ofEntry(AUTHOR)).toBeNull();
});

test.each([
  ['an answer without entries', null],
  ['a text', '[it]'],
  ['numbers', [1, 2]],
  ['an empty list', []],
  ['a buffer', Buffer.from('[it]')],
])('%s has no places', (_what, answer) => {
  expect(look(answer)).toEqual([]);
});

const at = (value: unknown, path: Place['path']): unknown =>
  path.reduce<unknown>((holder, key) => Reflect.get(Object(holder), key), value);

test('whatever the answer is: it is left alone, and every path leads to what was found there', () => {
  const leaf = fc.constantFrom<unknown>('[it]', 'text', null, 3, [BLOCK], [WORDS], undefined);
  const names = fc.constantFrom('summary', 'content', 'story', 'seo', 'related', 'author', 'articles', 'id');
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(names, tie('tree'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.boolean(), (answer, isNested) => {
      const before = JSON.stringify(answer);
      const places = look(answer, ARTICLE, plansFor(ARTICLE), isNested);
      expect(JSON.stringify(answer)).toBe(before);
      for (const place of places) {
        expect(at(answer, place.path)).toBe(place.kind === 'text' ? place.text : place.node);
        expect(place.entry.uid).toBe(ARTICLE);
        expect(isJsonObject(place.entry.fields)).toBe(true);
      }
      expect(new Set(places.map(({ path }) => path.join('/'))).size).toBe(places.length);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['[ai_summary]', true],
  ['a [ai_summary max_length="3"] b', true],
  ['[[ai_summary]]', true],
  ['[ai_summary', true],
  ['[link](address) and [x]', false],
  ['ai_summary', false],
  ['[ai_summary_long]', false],
  ['[AI_SUMMARY]', false],
])('%s: may have a shortcode in it: %s', (text, expected) => {
  expect(mentionsShortcode(text, (name) => name === 'ai_summary')).toBe(expected);
});
