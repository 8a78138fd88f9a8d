import type { ContentField, WritableField } from '../../../../contracts/content-fields';
import { isWritable } from '../../../../contracts/content-fields';
import { readInputFields } from '../../../../admin/src/components/inputs-form/input-fields';
import { fitsInput, guessMapping } from '../../../../admin/src/content/mapping/guess-mapping';
import { draftOf, readDraft, withSource } from '../../../../admin/src/content/mapping/mapping-draft';

const field = (path: string, kind: ContentField['kind']): ContentField => ({ path, kind, permission: path });

const fields = [
  field('title', 'string'),
  field('content', 'richtext'),
  field('summary', 'text'),
  field('views', 'number'),
  field('featured', 'boolean'),
  field('seo.description', 'text'),
];
const targets: WritableField[] = fields.filter(isWritable);

const inputs = readInputFields({
  properties: {
    content: { type: 'string' },
    max_length: { type: 'integer', default: 100 },
    tone: { type: 'string', enum: ['plain', 'formal'] },
    keywords: { type: 'array' },
    audience: { type: 'string' },
  },
  required: ['content', 'audience'],
});

describe('a tool that nobody has used on this type', () => {
  test('gets the fields of its inputs’ names, and writes to the one it is named after', () => {
    expect(guessMapping('content-summarizer', inputs, fields, targets)).toEqual({
      inputs: { content: { field: 'content' } },
      target: 'summary',
    });
  });

  test('finds the text of the entry, whatever it is called', () => {
    const [text] = readInputFields({ properties: { text: { type: 'string' } } });
    const others = [field('headline', 'string'), field('story', 'blocks'), field('lead', 'text')];
    expect(guessMapping('rewrite', text ? [text] : [], others, [])).toEqual({
      inputs: { text: { field: 'story' } },
      target: null,
    });
  });

  test('is not told to write over what it reads', () => {
    const [summary] = readInputFields({ properties: { summary: { type: 'string' } } });
    expect(guessMapping('summary-shortener', summary ? [summary] : [], fields, targets).target).toBeNull();
  });

  test('does not take a switch for a text, nor a text for a number', () => {
    const kinds = Object.fromEntries(
      inputs.map((input) => [
        input.name,
        fields.filter((one) => fitsInput(one, input)).map(({ path }) => path),
      ]),
    );
    expect(kinds).toEqual({
      content: ['title', 'content', 'summary', 'views', 'seo.description'],
      max_length: ['views'],
      tone: ['title', 'content', 'summary', 'seo.description'],
      keywords: [],
      audience: ['title', 'content', 'summary', 'views', 'seo.description'],
    });
  });
});

describe('what was used last time', () => {
  const remembered = {
    inputs: {
      content: { field: 'seo.description' },
      max_length: { value: 60 },
      tone: { value: 'formal' },
      audience: { value: 'editors' },
    },
    target: 'seo.description',
  };

  test('stands in the form, and is read from it as it was', () => {
    const draft = draftOf(remembered, fields, targets, inputs);
    expect(draft.target).toBe('seo.description');
    expect(readDraft(draft, inputs)).toEqual({ inputs: remembered.inputs, faults: {} });
  });

  test('is left out where the type or the tool has changed since', () => {
    const draft = draftOf(
      { inputs: { content: { field: 'gone' }, old: { value: 1 }, tone: { field: 'views' } }, target: 'gone' },
      fields,
      targets,
      inputs,
    );
    expect(draft).toEqual({ sources: {}, typed: {}, target: null });
  });
});

describe('a mapping that is being made', () => {
  const empty = { sources: {}, typed: {}, target: null };

  test('lacks what the tool needs and nobody has given', () => {
    expect(readDraft(empty, inputs).faults).toEqual({ content: 'missing', audience: 'missing' });
    expect(readDraft({ ...empty, typed: { keywords: '[1,' } }, inputs).faults).toMatchObject({
      keywords: 'unreadable',
    });
  });

  test('keeps what was typed while a field is tried in its place', () => {
    const typed = { ...empty, typed: { content: 'hello' } };
    const mapped = withSource(typed, 'content', 'title');
    expect(readDraft(mapped, inputs).inputs).toEqual({ content: { field: 'title' } });
    expect(readDraft(withSource(mapped, 'content', null), inputs).inputs).toEqual({
      content: { value: 'hello' },
    });
  });

  test('leaves out an optional input that is empty, so that its default holds', () => {
    const draft = { ...empty, typed: { content: 'a', audience: 'b', max_length: '' } };
    expect(Object.keys(readDraft(draft, inputs).inputs)).toEqual(['content', 'audience']);
  });
});
