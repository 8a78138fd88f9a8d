import { contentInputOf } from '../../../contracts/content-input';
import { createAttributeReader } from '../../../server/src/content/read-attributes';

const SCHEMA = {
  type: 'object',
  definitions: { size: { type: 'integer' } },
  properties: {
    content: { type: 'string', required: true },
    max_length: { type: 'integer', default: 100, minimum: 10 },
    ratio: { type: ['number', 'null'] },
    brief: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    counts: { type: 'array', items: { type: 'integer' } },
    code: { type: ['string', 'integer'] },
    size: { $ref: '#/definitions/size' },
    style: { enum: ['formal', 'casual'] },
  },
};

test('texts become what the schema asks for, and what it does not know is left out', () => {
  expect(
    createAttributeReader(SCHEMA)({
      content: '5',
      max_length: '60',
      ratio: '0.5',
      brief: 'true',
      tags: 'otters, bridges,,',
      counts: '1,2',
      code: '007',
      size: '3',
      style: 'casual',
      constructor: 'x',
      __proto__: 'x',
      color: 'red',
    }),
  ).toEqual({
    content: '5',
    max_length: 60,
    ratio: 0.5,
    brief: true,
    tags: ['otters', 'bridges'],
    counts: [1, 2],
    code: '007',
    size: 3,
    style: 'casual',
  });
});

test('what does not fit stays as it is, for the run to name it', () => {
  expect(
    createAttributeReader(SCHEMA)({
      max_length: 'sixty',
      ratio: '',
      brief: 'yes',
      counts: '1,x',
      size: '1.5',
    }),
  ).toEqual({ max_length: 'sixty', ratio: null, brief: 'yes', counts: [1, 'x'], size: '1.5' });
});

test.each([
  [{ properties: { text: { type: 'string' }, content: {} }, required: ['text'] }, 'content'],
  [
    {
      properties: { n: { type: 'integer' }, a: { type: 'string' }, b: { type: 'string' } },
      required: ['n', 'b'],
    },
    'b',
  ],
  [{ properties: { a: { type: 'string' }, b: { type: ['null', 'string'], required: true } } }, 'b'],
  [{ properties: { a: { type: 'string' } } }, null],
  [{ properties: { a: { type: 'integer' } }, required: ['a'] }, null],
  [{}, null],
])('the text goes where the tool takes it: %j', (schema, name) => {
  expect(contentInputOf(schema)).toBe(name);
});
