import type { ContentTool } from '../../../../contracts/content';
import { readInputFields } from '../../../../admin/src/components/inputs-form/input-fields';
import { faultsOfSources, firstChoiceForType } from '../../../../admin/src/content/bulk/new/type-choice';
import type { FormField } from '../../../../admin/src/content/field-action/form-fields';

const field = (path: string, kind: FormField['kind'], canWrite = true): FormField => ({
  path,
  kind,
  label: path,
  canWrite,
  maxLength: null,
});

const fields = [
  field('title', 'string'),
  field('content', 'richtext'),
  field('summary', 'text'),
  field('views', 'number'),
  field('seo.description', 'text'),
];

const tool = (slug: string): ContentTool => ({
  slug,
  name: slug,
  description: null,
  input_schema: {
    properties: { content: { type: 'string' }, max_length: { type: 'integer', default: 100 } },
    required: ['content'],
  },
});

describe('a tool that nobody has used on many entries of a type', () => {
  test('reads the text, and writes to the field that it is named after', () => {
    expect(firstChoiceForType(tool('content-summarizer'), undefined, fields)).toEqual({
      sources: { content: { field: 'content' } },
      target: 'summary',
    });
  });

  test('is not told to write over any field that only looks free', () => {
    expect(firstChoiceForType(tool('rewriter'), undefined, fields).target).toBeNull();
  });

  test('does not write where the person may not', () => {
    const locked = fields.map((one) => ({ ...one, canWrite: one.path !== 'summary' }));
    expect(firstChoiceForType(tool('content-summarizer'), undefined, locked).target).toBeNull();
  });
});

test('what was used last is used again, but for a place in a list that not every entry has', () => {
  const remembered = {
    inputs: { content: { field: 'quotes.0.words' }, max_length: { value: 20 } },
    target: 'seo.description',
  };
  expect(firstChoiceForType(tool('content-summarizer'), remembered, fields)).toEqual({
    sources: { content: { field: 'content' }, max_length: { typed: '20' } },
    target: 'seo.description',
  });
});

test('a run is not asked for without what its tool needs', () => {
  const inputs = readInputFields({
    properties: { content: {}, tone: { default: 'plain' }, words: { type: 'array' } },
    required: ['content', 'tone'],
  });
  expect(faultsOfSources(inputs, {}, ['words'])).toEqual({ content: 'missing', words: 'unreadable' });
  expect(faultsOfSources(inputs, { content: { field: 'title' } }, [])).toEqual({});
});
