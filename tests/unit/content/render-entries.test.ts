import { isEnough, isPublished, needsOf } from '../../../server/src/content/render-entries';
import type { EntryModel } from '../../../server/src/content/render-entries';

const article = {
  attributes: {
    title: { type: 'string' },
    content: { type: 'richtext' },
    secret: { type: 'text' },
    story: { type: 'blocks' },
    views: { type: 'integer' },
    seo: { type: 'component', component: 'shared.seo' },
  },
  options: { draftAndPublish: true },
};
const COMPONENTS: Record<string, EntryModel> = {
  'shared.seo': {
    attributes: { description: { type: 'text' }, quote: { type: 'component', component: 'shared.quote' } },
  },
  'shared.quote': { attributes: { words: { type: 'richtext' } } },
};
const needs = (model: EntryModel, summaryField: string | null) =>
  needsOf(model, {
    summaryField,
    isPrivate: (name) => name === 'secret',
    findModel: (uid) => COMPONENTS[uid],
  });

test('every text of an entry must be known, and when it was published; a private one only if the site names it', () => {
  expect(needs(article, null).select).toEqual(['title', 'content', 'story', 'publishedAt']);
  expect(needs(article, 'secret').select).toContain('secret');
  expect(needs({ ...article, options: {} }, 'content').select).toEqual(['title', 'content', 'story']);
});

test('a field in a component is found by its path', () => {
  const found = needs(article, 'seo.quote.words');
  expect(found.populate).toEqual({ seo: { populate: { quote: { populate: {} } } } });
  expect(found.paths).toContain('seo.quote.words');
  expect(needs(article, 'seo.description').populate).toEqual({ seo: { populate: {} } });
  // a name that leads nowhere is no reason to fail
  for (const nowhere of ['no.such', 'title.words', 'title'])
    expect(needs(article, nowhere).populate).toEqual({});
  expect(needs(article, 'seo.no.such').populate).toEqual({ seo: { populate: {} } });
});

test('an entry is enough when it has everything, were it empty', () => {
  const found = needs(article, 'seo.quote.words');
  const own = { title: null, content: '', story: [], publishedAt: null };
  expect(isEnough({ ...own, seo: { quote: { words: null } } }, found)).toBe(true);
  expect(isEnough({ ...own, seo: null }, found)).toBe(true);
  expect(isEnough({ ...own, seo: { quote: null } }, found)).toBe(true);
  expect(isEnough({ ...own, seo: { id: 1 } }, found)).toBe(false);
  expect(isEnough(own, found)).toBe(false);
  expect(isEnough({ ...own, seo: null, content: undefined }, found)).toBe(true);
});

test('what is not known to be published is a draft, where there are drafts', () => {
  expect(isPublished(article, { publishedAt: '2026-01-01T00:00:00.000Z' })).toBe(true);
  expect(isPublished(article, { publishedAt: null })).toBe(false);
  expect(isPublished(article, {})).toBe(false);
  expect(isPublished({ attributes: {} }, {})).toBe(true);
});
