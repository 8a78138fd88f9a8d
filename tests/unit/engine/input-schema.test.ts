import fc from 'fast-check';
import { compileInputSchema } from '../../../server/src/engine/input-schema';

const compile = (schema: unknown) => {
  const compiled = compileInputSchema(schema);
  if ('faults' in compiled) throw new Error(compiled.faults.map(({ message }) => message).join(' '));
  return compiled.validate;
};

const faultsOf = (schema: unknown): string => {
  const compiled = compileInputSchema(schema);
  return 'faults' in compiled ? compiled.faults.map(({ message }) => message).join(' ') : '';
};

const SUMMARY = {
  type: 'object',
  properties: {
    content: { type: 'string', description: 'The text' },
    max_length: { type: 'integer', default: 100 },
    style: { type: 'string', enum: ['formal', 'casual', 'creative'] },
  },
  required: ['content'],
};

describe('the specification’s own schema', () => {
  const validate = compile(SUMMARY);

  test('defaults are filled and the caller’s object is left alone', () => {
    const inputs = { content: 'text' };
    expect(validate(inputs)).toEqual({ inputs: { content: 'text', max_length: 100 } });
    expect(inputs).toEqual({ content: 'text' });
  });

  test('every fault is told at once, each with its input', () => {
    expect(validate({ max_length: '100', style: 'funny', contnt: 'x' })).toEqual({
      faults: expect.arrayContaining([
        { input: 'content', message: 'is required.' },
        { input: 'max_length', message: 'must be of type integer, not a string.' },
        { input: 'style', message: 'must be one of "formal", "casual", "creative".' },
        { input: 'contnt', message: 'is not an input of this tool; did you mean "content"?' },
      ]),
    });
  });

  test('a name that is near to nothing lists what there is', () => {
    expect(validate({ content: 'x', temperature: 1 })).toEqual({
      faults: [
        {
          input: 'temperature',
          message: 'is not an input of this tool; it takes content, max_length, style.',
        },
      ],
    });
  });

  test.each([[1.5], ['100'], [true], [null], [[100]]])('%j is not an integer', (max_length) => {
    expect(validate({ content: 'x', max_length })).toHaveProperty('faults');
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    '%s as an input name is unknown, not inherited',
    (name) => {
      const inputs = JSON.parse(`{"content":"x","${name}":"y"}`);
      expect(validate(inputs)).toMatchObject({ faults: [{ input: name }] });
    },
  );
});

test('required may be said inside a property, and both ways add up', () => {
  const validate = compile({
    type: 'object',
    properties: {
      first: { type: 'string', required: true },
      second: { type: 'string', required: false },
      third: { type: 'string' },
    },
    required: ['third'],
  });
  expect(validate({})).toEqual({
    faults: expect.arrayContaining([
      { input: 'first', message: 'is required.' },
      { input: 'third', message: 'is required.' },
    ]),
  });
  expect(validate({ first: 'a', third: 'c' })).toEqual({ inputs: { first: 'a', third: 'c' } });
});

test('a required input called constructor is missing unless it was sent', () => {
  const schema = { type: 'object', properties: { toString: { type: 'string' } }, required: ['toString'] };
  expect(compile(schema)({})).toMatchObject({ faults: [{ input: 'toString', message: 'is required.' }] });
});

test('the rest of JSON Schema is there: numbers, arrays, nested objects, formats, lengths', () => {
  const validate = compile({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      price: { type: 'number', minimum: 0 },
      urgent: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string', maxLength: 5 }, maxItems: 2 },
      author: {
        type: 'object',
        properties: { email: { type: 'string', format: 'email' } },
        required: ['email'],
      },
    },
  });
  const good = { price: 1.5, urgent: true, tags: ['a'], author: { email: 'a@example.org' } };
  expect(validate(good)).toEqual({ inputs: good });
  expect(validate({ price: -1, tags: ['too long'], author: { email: 'nobody' } })).toMatchObject({
    faults: expect.arrayContaining([
      expect.objectContaining({ input: 'price' }),
      expect.objectContaining({ input: 'tags[0]' }),
      expect.objectContaining({ input: 'author.email' }),
    ]),
  });
  expect(validate({ author: {} })).toMatchObject({
    faults: [{ input: 'author.email', message: 'is required.' }],
  });
});

test('a pattern that backtracks without end for other engines is answered at once', () => {
  const validate = compile({ type: 'object', properties: { word: { type: 'string', pattern: '^(a+)+$' } } });
  // with a backtracking engine this line would never end
  expect(validate({ word: `${'a'.repeat(50_000)}!` })).toHaveProperty('faults');
  expect(validate({ word: 'aaaa' })).toHaveProperty('inputs');
});

describe('items that have to differ', () => {
  const validate = compile({
    type: 'object',
    properties: { items: { type: 'array', uniqueItems: true } },
  });
  const differ = (...items: unknown[]) => 'inputs' in validate({ items });

  test('are compared by what they are, not by how they are written', () => {
    expect(differ(1, '1', true, null, [], {}, [1], { a: 1 }, { a: '1' })).toBe(true);
    expect(differ({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(false);
    expect(differ(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(differ('x', 'y', 'x')).toBe(false);
    expect(validate({ items: ['x', 'y', 'x'] })).toEqual({
      faults: [
        { input: 'items', message: 'must NOT have duplicate items (items ## 0 and 2 are identical).' },
      ],
    });
    // what one call has found is not held against the next
    expect(differ('x', 'y')).toBe(true);
  });

  test('are read once each, however many there are', () => {
    const reads = jest.spyOn(JSON, 'stringify');
    const items = Array.from({ length: 5000 }, (_, number) => ({ number }));
    expect(differ(...items)).toBe(true);
    // one of all inputs, one of each item
    expect(reads).toHaveBeenCalledTimes(5001);
    reads.mockRestore();
  });

  test('that are nested too deeply for that are refused', () => {
    const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const answers = [10, 2000, 4000, 8000].map((depth) => validate({ items: [nested(depth), 1] }));
    const messages = answers.flatMap((answer) => ('faults' in answer ? answer.faults : []));
    expect(answers[0]).toHaveProperty('inputs');
    expect(messages.length).toBeGreaterThan(0);
    for (const { message } of messages) expect(message).toMatch(/nested so deeply|cannot be written as JSON/);
  });
});

test('a pattern with look-around is refused when the schema is saved', () => {
  expect(faultsOf({ type: 'object', properties: { word: { type: 'string', pattern: '(?=a)b' } } })).toContain(
    '(?=',
  );
});

test.each([
  [null, 'must be a JSON object'],
  [[], 'must be a JSON object'],
  [{ type: 'array' }, '"type" must be "object"'],
  [{ type: 'object' }, '"properties" must be an object'],
  [{ type: 'object', properties: { content: 'string' } }, 'definition of "content" must be an object'],
  [{ type: 'object', properties: { content: {} } }, '"content" needs a "type"'],
  [{ type: 'object', properties: { content: { type: 'text' } } }, 'type'],
  [{ type: 'object', properties: { content: { type: 'string', minLenght: 3 } } }, 'minLenght'],
  [{ type: 'object', properties: { 'a b': { type: 'string' } } }, '"a b" cannot be the name'],
  [{ type: 'object', properties: { constructor: { type: 'string' } } }, '"constructor" cannot be the name'],
  [{ type: 'object', properties: { empty: { type: 'string' } } }, '"empty" cannot be the name'],
  [{ type: 'object', properties: {}, required: ['ghost'] }, '"ghost"'],
  [{ type: 'object', properties: { n: { type: 'integer', default: 'ten' } } }, 'default of "n"'],
  [{ type: 'object', $async: true, properties: {} }, '$async'],
])('the schema %j is refused', (schema, reason) => {
  expect(faultsOf(schema)).toContain(reason);
});

test('what a caller in process hands over is what JSON makes of it', () => {
  const validate = compile({ type: 'object', properties: { when: { type: 'string' } } });
  expect(validate({ when: new Date(0), ignored: undefined })).toEqual({
    inputs: { when: '1970-01-01T00:00:00.000Z' },
  });
  const circle: Record<string, unknown> = {};
  circle.when = circle;
  expect(validate(circle)).toHaveProperty('faults');
});

test('no body makes the check throw, and what passes has no unknown name', () => {
  const validate = compile(SUMMARY);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (inputs) => {
      const outcome = validate(inputs);
      if ('faults' in outcome) return outcome.faults.length > 0;
      return Object.keys(outcome.inputs).every((name) => name in SUMMARY.properties);
    }),
  );
});

test('a fault says which input it is about, and what of it', () => {
  const fieldsOf = (properties: Record<string, unknown>): string[] => {
    const compiled = compileInputSchema({ type: 'object', properties });
    return 'faults' in compiled ? compiled.faults.map(({ field }) => field) : [];
  };
  expect(fieldsOf({ right: { type: 'string' }, wrong: { type: 'integer', default: 'x' } })).toEqual([
    'properties.wrong.default',
  ]);
  expect(fieldsOf({ 'two words': { type: 'string' }, typeless: {} })).toEqual([
    'properties.two words.name',
    'properties.typeless.type',
  ]);
  // what only the compiler finds, in every input that has it
  expect(
    fieldsOf({ a: { type: 'string', minLength: 'x' }, right: { type: 'string' }, b: { type: 'strin' } }),
  ).toEqual(['properties.a', 'properties.b']);
});
