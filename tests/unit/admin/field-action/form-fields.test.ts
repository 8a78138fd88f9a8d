import { formFields, isWritableField } from '../../../../admin/src/content/field-action/form-fields';
import type {
  FieldRights,
  LayoutField,
  ViewLayout,
} from '../../../../admin/src/content/field-action/form-fields';

const field = (
  name: string,
  attribute: LayoutField['attribute'],
  more: Partial<LayoutField> = {},
): LayoutField => ({ name, label: name[0]?.toUpperCase() + name.slice(1), attribute, ...more });

const layout: ViewLayout = {
  fields: [
    field('title', { type: 'string' }),
    field('slug', { type: 'string', maxLength: 60 }),
    field('stars', { type: 'integer' }),
    field('hidden', { type: 'text' }, { visible: false }),
    field('fixed', { type: 'text' }, { disabled: true }),
    field('teaser', { type: 'text', conditions: { visible: 'has-teaser' } }),
    field('seo', { type: 'component', component: 'shared.seo' }),
    field('quotes', { type: 'component', component: 'shared.quote', repeatable: true }),
    field('sections', { type: 'dynamiczone', components: ['shared.quote'] }),
  ],
  components: {
    'shared.seo': {
      name: 'Seo',
      fields: [
        field('description', { type: 'text' }),
        field('quote', { type: 'component', component: 'shared.quote' }),
      ],
    },
    'shared.quote': {
      name: 'Quote',
      fields: [field('words', { type: 'richtext' }), field('note', { type: 'text' }, { visible: false })],
    },
  },
};

const values = {
  quotes: [{ words: 'one' }, { words: 'two' }],
  sections: [{ __component: 'shared.quote', words: 'three' }],
};

const everything: FieldRights = { canRead: () => true, canWrite: () => true, isShown: () => true };
const labels = (rights: Partial<FieldRights> = {}) =>
  formFields(layout, values, { ...everything, ...rights }).map(({ path, label }) => [path, label]);

test('what the form shows has the labels of the form, with what each is within', () => {
  expect(labels()).toEqual([
    ['title', 'Title'],
    ['slug', 'Slug'],
    ['stars', 'Stars'],
    ['fixed', 'Fixed'],
    ['teaser', 'Teaser'],
    ['seo.description', 'Seo › Description'],
    ['seo.quote.words', 'Seo › Quote › Words'],
    ['quotes.0.words', 'Quotes 1 › Words'],
    ['quotes.1.words', 'Quotes 2 › Words'],
    ['sections.0.words', 'Sections 1 (Quote) › Words'],
  ]);
});

test('only texts that the person may edit can be written', () => {
  const fields = formFields(layout, values, {
    ...everything,
    canWrite: ({ permission }) =>
      ['title', 'fixed', 'stars', 'sections', 'quotes.words'].includes(permission),
  });
  expect(fields.filter(isWritableField).map(({ path }) => path)).toEqual([
    'title',
    'quotes.0.words',
    'quotes.1.words',
    'sections.0.words',
  ]);
});

test('what the person may not read, or a condition hides, is not there', () => {
  const paths = labels({
    canRead: ({ permission }) => permission !== 'seo.description',
    isShown: (condition, around) => condition !== 'has-teaser' || around !== values,
  }).map(([path]) => path);
  expect(paths).toEqual(expect.not.arrayContaining(['seo.description', 'teaser']));
  expect(paths).toContain('seo.quote.words');
});

test('a short text is as long as its column at most, unless the type says less', () => {
  const limits = formFields(layout, values, everything).map(({ path, maxLength }) => [path, maxLength]);
  expect(limits.slice(0, 3)).toEqual([
    ['title', 255],
    ['slug', 60],
    ['stars', null],
  ]);
});

test('a field of another plugin is no place for an answer, whatever it is stored as', () => {
  const colours: ViewLayout = {
    fields: [
      field('title', { type: 'string' }),
      field('colour', { type: 'string', customField: 'plugin::color-picker.color' }),
    ],
    components: {},
  };
  const writable = formFields(colours, {}, everything).filter(isWritableField);
  expect(writable.map(({ path }) => path)).toEqual(['title']);
});
