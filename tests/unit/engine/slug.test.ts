import { freeSlug, isSlug, slugFromName } from '../../../server/src/engine/slug';

test.each([
  ['Content Summarizer', 'content-summarizer'],
  ['  Ünïcödé Größe  ', 'uenicoede-groesse'],
  ['Résumé à la carte', 'resume-a-la-carte'],
  ['OpenAI helper (v2.1)', 'openai-helper-v2-1'],
  ['要約', 'tool'],
  ['--- !!! ---', 'tool'],
])('the slug of %j is %s', (name, slug) => {
  expect(slugFromName(name)).toBe(slug);
  expect(isSlug(slugFromName(name))).toBe(true);
});

test('a name of any length makes a slug', () => {
  expect(isSlug(slugFromName('very long name '.repeat(100)))).toBe(true);
});

test('a taken slug gets the first free number', async () => {
  const taken = new Set(['summary', 'summary-2', 'summary-3']);
  expect(await freeSlug('summary', async (slug) => taken.has(slug))).toBe('summary-4');
  expect(await freeSlug('other', async (slug) => taken.has(slug))).toBe('other');
});

test('a number on a slug of full length still fits', async () => {
  const longest = 'a'.repeat(100);
  const slug = await freeSlug(longest, async (candidate) => candidate === longest);
  expect(slug).toBe(`${'a'.repeat(98)}-2`);
});

test.each(['Content', '../etc', 'a--b', '-a', 'a-', '', 'a b', 'a'.repeat(101), 'a\0'])(
  '%j is no slug',
  (text) => {
    expect(isSlug(text)).toBe(false);
  },
);
