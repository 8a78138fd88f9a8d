import { isEnough, isPublished, needsOf } from '../../../server/src/content/render-entries';

const article = {
  attributes: {
    title: { type: 'string' },
    content: { type: 'richtext' },
    secret: { type: 'text' },
    story: { type: 'blocks' },
    views: { type: 'integer' },
    seo: { type: 'component' },
  },
  options: { draftAndPublish: true },
};
const isPrivate = (name: string) => name === 'secret';

test('every text of an entry must be known, and when it was published; a private one only if the site names it', () => {
  expect(needsOf(article, { summaryField: null, isPrivate }).select).toEqual([
    'title',
    'content',
    'story',
    'publishedAt',
  ]);
  expect(needsOf(article, { summaryField: 'secret', isPrivate }).select).toContain('secret');
  expect(needsOf({ ...article, options: {} }, { summaryField: 'content', isPrivate }).select).toEqual([
    'title',
    'content',
    'story',
  ]);
});

test('a field in a component is found by its path', () => {
  const needs = needsOf(article, { summaryField: 'seo.quote.words', isPrivate });
  expect(needs.populate).toEqual({ seo: { populate: { quote: true } } });
  expect(needs.paths).toContain('seo.quote.words');
  expect(needsOf(article, { summaryField: 'seo.description', isPrivate }).populate).toEqual({ seo: true });
  // a name that leads nowhere is no reason to fail
  expect(needsOf(article, { summaryField: 'no.such', isPrivate })).toMatchObject({ populate: {} });
});

test('an entry is enough when it has everything, were it empty', () => {
  const needs = needsOf(article, { summaryField: 'seo.quote.words', isPrivate });
  const own = { title: null, content: '', story: [], publishedAt: null };
  expect(isEnough({ ...own, seo: { quote: { words: null } } }, needs)).toBe(true);
  expect(isEnough({ ...own, seo: null }, needs)).toBe(true);
  expect(isEnough({ ...own, seo: { quote: null } }, needs)).toBe(true);
  expect(isEnough({ ...own, seo: { id: 1 } }, needs)).toBe(false);
  expect(isEnough(own, needs)).toBe(false);
  expect(isEnough({ ...own, seo: null, content: undefined }, needs)).toBe(true);
});

test('what is not known to be published is a draft, where there are drafts', () => {
  expect(isPublished(article, { publishedAt: '2026-01-01T00:00:00.000Z' })).toBe(true);
  expect(isPublished(article, { publishedAt: null })).toBe(false);
  expect(isPublished(article, {})).toBe(false);
  expect(isPublished({ attributes: {} }, {})).toBe(true);
});
