import { textOfEntry } from '../../../server/src/content/entry-text';
import type { EntryTextRules } from '../../../server/src/content/entry-text';

const paragraph = (text: string, more: object = {}) => ({
  type: 'paragraph',
  children: [{ type: 'text', text }],
  ...more,
});
const textOf = (entry: Record<string, unknown>, rules: Partial<EntryTextRules> = {}) =>
  textOfEntry(entry, {
    field: null,
    fields: null,
    isShortcode: (name) => name === 'box',
    isBlock: (name) => name === 'shop/price',
    ...rules,
  });

test('the longest text of an entry is its own, in whatever kind of field', () => {
  expect(textOf({ documentId: 'a'.repeat(99), title: 'Otters', content: 'A bridge.', n: 5, x: null })).toBe(
    'A bridge.',
  );
  expect(textOf({ title: 'Otters', story: [paragraph('A long'), paragraph('story.')] })).toBe(
    'A long\nstory.',
  );
});

test('only the named fields count, and one that is set counts alone', () => {
  const entry = { title: 'Otters', secret: 'A very long secret', seo: { description: 'For searches' } };
  expect(textOf(entry, { fields: ['title', 'content'] })).toBe('Otters');
  expect(textOf(entry, { field: 'title' })).toBe('Otters');
  expect(textOf(entry, { field: 'seo.description' })).toBe('For searches');
  expect(textOf(entry, { field: 'seo.missing.deeper' })).toBe('');
  expect(textOf(entry, { field: 'constructor.name' })).toBe('');
});

test('neither shortcodes nor blocks are part of it, nor what a block was rendered to', () => {
  expect(textOf({ content: '[ai_summary max_length="9"] Text [box]in a box[/box] [other]' })).toBe(
    'Text in a box [other]',
  );
  const story = [
    paragraph('An old summary, longer than the story', { block: 'mcp-for-wp/ai-summary' }),
    paragraph('A price', { block: 'shop/price' }),
    paragraph('The story.', { block: 'unknown' }),
  ];
  expect(textOf({ story })).toBe('The story.');
});

test.each([[{}], [{ content: '' }], [{ content: '[ai_summary]' }], [{ content: 5 }], [{ content: ' \n' }]])(
  'there is no text in %j',
  (entry) => {
    expect(textOf(entry)).toBe('');
  },
);
