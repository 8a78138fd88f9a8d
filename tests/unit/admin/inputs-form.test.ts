import fc from 'fast-check';
import { keepUnchanged, readInputFields } from '../../../admin/src/components/inputs-form/input-fields';
import { readInputs, typeInputs } from '../../../admin/src/components/inputs-form/input-values';
import { placeFaults } from '../../../admin/src/components/inputs-form/place-faults';

type Json = Record<string, unknown>;

const fieldsOf = (properties: Json, more: Json = {}) =>
  readInputFields({ type: 'object', properties, ...more });
const kindOf = (property: Json) => fieldsOf({ it: property })[0]?.kind;

test.each<[string, Json, string]>([
  ['a text', { type: 'string' }, 'text'],
  ['a short text', { type: 'string', maxLength: 60 }, 'line'],
  ['a date', { type: 'string', format: 'date' }, 'line'],
  ['allowed values', { type: 'string', enum: ['a', 'b'] }, 'choice'],
  ['allowed values without a type', { enum: [1, null] }, 'choice'],
  ['a whole number', { type: 'integer' }, 'integer'],
  ['a number that may be left open', { type: ['number', 'null'] }, 'number'],
  ['a boolean', { type: 'boolean' }, 'boolean'],
  ['a list', { type: 'array', items: { type: 'string' } }, 'json'],
  ['an object', { type: 'object' }, 'json'],
  ['several types', { type: ['string', 'number'] }, 'json'],
  ['a reference', { $ref: '#/$defs/it' }, 'json'],
  ['an alternative', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'json'],
])('%s has a control that fits', (_what, property, kind) => {
  expect(kindOf(property)).toBe(kind);
});

test('what is required is read from both places where it may stand', () => {
  const fields = fieldsOf(
    { a: { type: 'string' }, b: { type: 'string', required: true }, c: { type: 'string' } },
    { required: ['a'] },
  );
  expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual(['a', 'b']);
});

test('a schema that is half typed, or no schema, never breaks the form', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.string()), (value, typed) => {
      const fields = fieldsOf({ it: value });
      readInputs(fields, typed);
      readInputs(readInputFields({ properties: value, required: value }), typed);
    }),
  );
});

test('a field that did not change is the very one of before, and the others are the new ones', () => {
  const before = fieldsOf({ a: { type: 'string' }, b: { type: 'integer', default: 1 }, gone: {} });
  const after = fieldsOf({ b: { type: 'integer', default: 2 }, a: { type: 'string' }, new: {} });
  const kept = keepUnchanged(before, after);
  expect(kept).toEqual(after);
  expect(kept.map((field) => before.some((old) => old === field))).toEqual([false, true, false]);
});

const ANYTHING = fieldsOf({
  text: { type: 'string' },
  line: { type: 'string', maxLength: 5 },
  count: { type: 'integer' },
  part: { type: 'number' },
  flag: { type: 'boolean' },
  choice: { enum: ['a', 1, '1', null, { deep: [true] }] },
  list: { type: 'array' },
  whatever: { anyOf: [{}, {}] },
});

test('what is kept as an example comes back from the form as it was', () => {
  const full = fc.string({ minLength: 1 });
  const inputs = fc.record(
    {
      text: full,
      line: full,
      count: fc.integer(),
      part: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
      flag: fc.boolean(),
      choice: fc.constantFrom('a', 1, '1', null, { deep: [true] }),
      list: fc.array(fc.jsonValue()),
      whatever: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(inputs, (kept) => {
      const sent = JSON.parse(JSON.stringify(kept));
      expect(readInputs(ANYTHING, typeInputs(ANYTHING, sent))).toEqual({ inputs: sent, unreadable: [] });
    }),
  );
});

test('what is empty is left out, so that its default holds', () => {
  const typed = Object.fromEntries(ANYTHING.map(({ name }) => [name, '']));
  expect(readInputs(ANYTHING, typed)).toEqual({ inputs: {}, unreadable: [] });
  expect(readInputs(ANYTHING, {})).toEqual({ inputs: {}, unreadable: [] });
});

test('JSON that is not finished is named, and nothing is sent in its place', () => {
  expect(readInputs(ANYTHING, { list: '["a"', text: 'x' })).toEqual({
    inputs: { text: 'x' },
    unreadable: ['list'],
  });
});

test('what was typed survives a change of the schema, by the name of the input', () => {
  const typed = { it: '12' };
  expect(readInputs(fieldsOf({ it: { type: 'string' } }), typed).inputs).toEqual({ it: '12' });
  expect(readInputs(fieldsOf({ it: { type: 'integer' } }), typed).inputs).toEqual({ it: 12 });
  expect(readInputs(fieldsOf({ other: { type: 'string' } }), typed).inputs).toEqual({});
  expect(readInputs(fieldsOf({ it: { enum: ['formal', 'casual'] } }), { it: 'casual' }).inputs).toEqual({
    it: 'casual',
  });
});

test('a fault is told at its input, with the place in it, and what has no input is not lost', () => {
  const faults = [
    { input: 'items[0].name', message: 'is required.' },
    { input: 'items', message: 'is too short.' },
    { input: 'item', message: 'is not an input of this tool.' },
    { input: '', message: 'is not valid.' },
  ];
  expect(placeFaults(['items', 'content'], faults)).toEqual({
    byInput: { items: '[0].name is required. is too short.' },
    others: faults.slice(2),
  });
});
