import {
  isEmptyValue,
  isSameValue,
  likelyMode,
  planInsertion,
  undoInsertion,
  withAnswer,
} from '../../../../admin/src/content/field-action/insertion';
import { writePath } from '../../../../contracts/content-fields';

const paragraph = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });

test.each([
  ['string', 'Old', 'New\nwords', 'Old New words'],
  ['text', 'Old\n', 'New', 'Old\n\nNew'],
  ['richtext', '# Old', 'New', '# Old\n\nNew'],
  ['text', null, 'New', 'New'],
  ['string', '  ', 'New', 'New'],
  ['blocks', [paragraph('Old')], 'One\n\nTwo', [paragraph('Old'), paragraph('One'), paragraph('Two')]],
  ['blocks', [paragraph('')], 'New', [paragraph('New')]],
  ['blocks', null, 'New', [paragraph('New')]],
] as const)('added after a %s with %j, %j gives %j', (kind, before, answer, after) => {
  expect(withAnswer(before, answer, kind, 'append')).toEqual(after);
});

test('an image, and a block of another plugin, are no empty text', () => {
  const image = { type: 'image', image: { url: '/otter.jpg' }, children: [{ type: 'text', text: '' }] };
  const summary = { ...paragraph(''), block: 'mcp-for-wp/ai-summary', maxLength: 60 };
  expect(withAnswer([image, summary], 'New', 'blocks', 'append')).toEqual([image, summary, paragraph('New')]);
});

describe('a field', () => {
  const image = { type: 'image', image: { url: '/otter.jpg' }, children: [{ type: 'text', text: '' }] };
  const summary = { ...paragraph(''), block: 'mcp-for-wp/ai-summary', maxLength: 60 };
  const heading = { ...paragraph('Otters'), type: 'heading', level: 2 };

  test.each([
    ['nothing', null, true],
    ['no value', undefined, true],
    ['spaces', '  ', true],
    ['a word', 'Otter', false],
    ['no blocks', [], true],
    ['the paragraph of an empty editor', [paragraph('')], true],
    ['a text', [paragraph('Otter')], false],
    ['only an image', [image], false],
    ['only a summary', [summary], false],
    ['an image below an empty line', [paragraph(''), image], false],
  ])('with %s is as empty as it looks', (_case, value, expected) => {
    expect(isEmptyValue(value)).toBe(expected);
  });

  test.each([
    ['nothing', null, 'replace'],
    ['a text', 'Otter', 'replace'],
    ['paragraphs', [paragraph('One'), paragraph('Two')], 'replace'],
    ['an image', [paragraph('One'), image], 'append'],
    ['a summary', [summary, paragraph('One')], 'append'],
    ['a heading', [heading, paragraph('One')], 'append'],
  ])('with %s is not replaced unless that is harmless or wanted', (_case, value, expected) => {
    expect(likelyMode(value)).toBe(expected);
  });
});

test('replacing leaves nothing of what was there', () => {
  expect(withAnswer([paragraph('Old')], 'New', 'blocks', 'replace')).toEqual([paragraph('New')]);
  expect(withAnswer('Old', '<script>alert(1)</script>', 'text', 'replace')).toBe('<script>alert(1)</script>');
});

test('values are the same whatever order their keys are in', () => {
  expect(isSameValue([{ a: 1, b: [2] }], [{ b: [2], a: 1 }])).toBe(true);
  expect(isSameValue({ a: undefined }, { b: undefined })).toBe(false);
  expect(isSameValue([1], { 0: 1 })).toBe(false);
  expect(isSameValue(null, undefined)).toBe(false);
});

describe('an undo', () => {
  const insert = (values: Record<string, unknown>, path: string, value: unknown) => {
    const insertion = planInsertion(values, path, value);
    return { insertion, after: writePath(values, path, value) };
  };

  test('puts back exactly what was there', () => {
    const { insertion, after } = insert({ title: 'Old' }, 'title', 'New');
    expect(undoInsertion(after, insertion)).toEqual({ path: 'title', value: 'Old' });
  });

  test('takes away the components that came into being', () => {
    const { insertion, after } = insert({ seo: null }, 'seo.quote.words', 'New');
    expect(undoInsertion(after, insertion)).toEqual({ path: 'seo', value: null });
  });

  test('spares what somebody wrote into such a component since', () => {
    const { insertion, after } = insert({ seo: null }, 'seo.description', 'New');
    const edited = writePath(after, 'seo.title', 'Typed');
    expect(undoInsertion(edited, insertion)).toEqual({ path: 'seo.description', value: undefined });
  });

  test('does nothing to a field that holds something else by now', () => {
    const { insertion, after } = insert({ title: 'Old' }, 'title', 'New');
    expect(undoInsertion({ ...after, title: 'New!' }, insertion)).toBeNull();
    expect(undoInsertion({}, insertion)).toBeNull();
  });
});
