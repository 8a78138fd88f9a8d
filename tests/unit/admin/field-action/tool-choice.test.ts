import { excerptOf } from '../../../../admin/src/content/field-action/excerpt';
import type { FormField } from '../../../../admin/src/content/field-action/form-fields';
import { firstChoice, readChoice } from '../../../../admin/src/content/field-action/tool-choice';
import { unfillableInputs } from '../../../../admin/src/content/field-action/tool-inputs';
import type { ContentTool } from '../../../../contracts/content';
import { summarizer } from '../../../support/execute';

const field = (path: string, kind: FormField['kind'], canWrite = true): FormField => ({
  path,
  kind,
  label: path,
  canWrite,
  maxLength: null,
});

const FIELDS = [
  field('title', 'string'),
  field('content', 'richtext'),
  field('summary', 'text'),
  field('story', 'blocks'),
  field('stars', 'number'),
  field('seo.description', 'text'),
];

const tool = (properties: object, required: string[] = [], slug = 'a-tool'): ContentTool => ({
  slug,
  name: slug,
  description: null,
  input_schema: { type: 'object', properties, required },
});

const SUMMARIZER = tool(Object(summarizer().input_schema).properties, ['content'], 'content-summarizer');
const text = { type: 'string' };

describe('a first guess', () => {
  test('gives a summarizer the content, and its answer to the summary', () => {
    expect(firstChoice(SUMMARIZER, undefined, FIELDS, { content: 'Otters.' })).toEqual({
      sources: { content: { field: 'content' } },
      target: 'summary',
    });
  });

  test('takes the longest rich text where the field of that name is empty', () => {
    const story = [{ type: 'paragraph', children: [{ type: 'text', text: 'A long story.' }] }];
    const { sources } = firstChoice(SUMMARIZER, undefined, FIELDS, { content: '', story, title: 'Otters' });
    expect(sources).toEqual({ content: { field: 'story' } });
  });

  test('takes the longest rich text for the only text that a tool needs, whatever it is called', () => {
    const { sources } = firstChoice(tool({ draft: text }, ['draft']), undefined, FIELDS, {
      content: 'Long.',
    });
    expect(sources).toEqual({ draft: { field: 'content' } });
  });

  test('goes by names otherwise, also within components, and by kinds', () => {
    const rewrite = tool({
      Title: text,
      description: text,
      stars: { type: 'integer' },
      tone: text,
      count: { type: 'integer' },
    });
    expect(firstChoice(rewrite, undefined, FIELDS, {}).sources).toEqual({
      Title: { field: 'title' },
      description: { field: 'seo.description' },
      stars: { field: 'stars' },
    });
  });

  test('writes into the first empty field that it does not read, and never where the person may not', () => {
    const values = { title: 'Otters', content: 'Long.' };
    expect(firstChoice(tool({ content: text }), undefined, FIELDS, values).target).toBe('summary');
    const locked = FIELDS.map((one) => ({ ...one, canWrite: one.path === 'seo.description' }));
    expect(firstChoice(SUMMARIZER, undefined, locked, values).target).toBe('seo.description');
    expect(firstChoice(SUMMARIZER, undefined, [field('title', 'string', false)], values).target).toBeNull();
  });
});

test('a field with nothing but an image is no empty one to write into', () => {
  const story = [{ type: 'image', image: { url: '/otter.jpg' }, children: [{ type: 'text', text: '' }] }];
  const fields = [field('title', 'string'), field('story', 'blocks'), field('teaser', 'text')];
  expect(firstChoice(tool({ title: text }), undefined, fields, { title: 'Otters', story }).target).toBe(
    'teaser',
  );
});

describe('what is remembered', () => {
  const inputs = { content: { field: 'title' }, max_length: { value: 40 } };

  test('comes before every guess', () => {
    expect(firstChoice(SUMMARIZER, { inputs, target: 'story' }, FIELDS, { content: 'Long.' })).toEqual({
      sources: { content: { field: 'title' }, max_length: { typed: '40' } },
      target: 'story',
    });
  });

  test('and no longer fits is guessed anew', () => {
    const gone = { inputs: { content: { field: 'quotes.3.words' } }, target: 'quotes.3.words' };
    expect(firstChoice(SUMMARIZER, gone, FIELDS, { content: 'Long.' })).toEqual({
      sources: { content: { field: 'content' } },
      target: 'summary',
    });
  });

  test('leaves empty what was left empty', () => {
    const empty = { inputs: {}, target: null };
    expect(firstChoice(SUMMARIZER, empty, FIELDS, { content: 'Long.' }).sources).toEqual({});
  });
});

test('a choice is read with the types of the inputs, without what is empty', () => {
  const mixed = tool({
    content: text,
    count: { type: 'integer' },
    tags: { type: 'array' },
    loud: { type: 'boolean' },
  });
  const sources = {
    content: { field: 'title' },
    count: { typed: '40' },
    tags: { typed: '["a"]' },
    loud: { typed: '' },
  };
  expect(readChoice(mixed, { sources, target: 'summary' })).toEqual({
    mapping: {
      inputs: { content: { field: 'title' }, count: { value: 40 }, tags: { value: ['a'] } },
      target: 'summary',
    },
    unreadable: [],
  });
  expect(readChoice(mixed, { sources: { tags: { typed: '[' } }, target: null }).unreadable).toEqual(['tags']);
});

test('a tool is not for writers when it needs a list or an object that has no default', () => {
  const list = { type: 'array' };
  expect(unfillableInputs(tool({ content: text, tags: list }, ['content', 'tags']))).toEqual(['tags']);
  expect(unfillableInputs(tool({ content: text, tags: list }, ['content']))).toEqual([]);
  expect(unfillableInputs(tool({ tags: { ...list, default: [] } }, ['tags']))).toEqual([]);
});

test('an excerpt is one line', () => {
  expect(excerptOf(' One\n\ntwo ')).toBe('One two');
  expect(excerptOf('word '.repeat(100))).toHaveLength(180);
  expect([excerptOf(0), excerptOf(false), excerptOf(null)]).toEqual(['0', 'false', '']);
});
