import fc from 'fast-check';
import { shortenValues, valuesInShort } from '../../../admin/src/pages/ToolBuilder/inputs/shorten-values';
import { dropPlace, scrollStep } from '../../../admin/src/pages/ToolBuilder/inputs/drop-place';
import { sortFaults } from '../../../admin/src/pages/ToolBuilder/inputs/row-faults';
import {
  fitsLines,
  readLines,
  readValue,
  writeLines,
  writeValue,
} from '../../../admin/src/pages/ToolBuilder/inputs/typed-values';

describe('a default that is typed', () => {
  test('is a value of its type', () => {
    expect(readValue('12', 'integer')).toEqual({ value: 12 });
    expect(readValue('0.5', 'number')).toEqual({ value: 0.5 });
    expect(readValue('12', 'string')).toEqual({ value: '12' });
    expect(readValue(' ', 'string')).toEqual({ value: ' ' });
    expect(readValue('[1, "a"]', 'array')).toEqual({ value: [1, 'a'] });
    expect(readValue('', 'object')).toEqual({ value: undefined });
  });

  test('or a fault that says why', () => {
    expect(readValue('0.5', 'integer')).toEqual({ fault: 'integer' });
    expect(readValue('x', 'number')).toEqual({ fault: 'number' });
    expect(readValue('Infinity', 'number')).toEqual({ fault: 'number' });
    expect(readValue('{', 'object')).toEqual({ fault: 'json' });
    expect(readValue('[]', 'object')).toEqual({ fault: 'object' });
    expect(readValue('{}', 'array')).toEqual({ fault: 'array' });
  });

  test('reads as it was written', () => {
    const values = fc.oneof(
      fc.tuple(fc.constant('string' as const), fc.string({ minLength: 1 })),
      fc.tuple(fc.constant('integer' as const), fc.integer()),
      fc.tuple(fc.constant('number' as const), fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.tuple(fc.constant('array' as const), fc.array(fc.jsonValue())),
    );
    fc.assert(
      fc.property(values, ([type, value]) => {
        expect(readValue(writeValue(value), type)).toEqual({ value: JSON.parse(JSON.stringify(value)) });
      }),
    );
  });
});

describe('allowed values', () => {
  test('stand one a line, each once', () => {
    expect(readLines('formal\n\n casual \nformal', 'string')).toEqual({ value: ['formal', ' casual '] });
    expect(readLines('1\n2', 'integer')).toEqual({ value: [1, 2] });
    expect(readLines('1\nx', 'integer')).toEqual({ fault: 'integer' });
    expect(readLines(' \n', 'string')).toEqual({ value: undefined });
  });

  test('are left to JSON when lines cannot say them', () => {
    const cannot = [['a\nb'], [''], ['a', null], ['a', 1], 'a', [' ']];
    expect(cannot.map((values) => fitsLines(values, 'string'))).toEqual(cannot.map(() => false));
    expect([fitsLines(['a b', 'c'], 'string'), fitsLines(undefined, 'integer')]).toEqual([true, true]);
  });

  test('whatever lines can say reads as it was written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), (values) => {
        fc.pre(fitsLines(values, 'string'));
        expect(readLines(writeLines(values), 'string')).toEqual({ value: values });
      }),
    );
  });
});

describe('in short', () => {
  test('a row tells what an input may be, and what it is when it is left out', () => {
    expect(valuesInShort({ enum: ['formal', 'casual', 'creative'], default: 'formal' })).toEqual({
      allowed: 'formal, casual, creative',
      fallback: 'formal',
    });
    expect(valuesInShort({ enum: [1, 'one', null], default: false })).toEqual({
      allowed: '1, one, null',
      fallback: 'false',
    });
    expect(valuesInShort({ default: '' }).fallback).toBe('""');
    expect(valuesInShort({ default: { a: ['b'] } }).fallback).toBe('{ "a": [ "b" ] }');
    for (const nothing of [{}, { enum: [] }, { enum: 'a' }, true, null]) {
      expect(valuesInShort(nothing)).toEqual({ allowed: null, fallback: null });
    }
  });

  test('there is always room for it, and it says how many are missing', () => {
    expect(shortenValues(Array.from({ length: 30 }, (_, index) => `value ${index}`))).toBe(
      'value 0, value 1, value 2, value 3, +26',
    );
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), (values) => {
        const short = shortenValues(values);
        expect(short.length).toBeLessThanOrEqual(40 + `, +${values.length}`.length);
        expect(short).not.toMatch(/[\n\r\t]/);
      }),
    );
  });
});

describe('faults of the server', () => {
  const fault = (field: string, message: string) => ({ field, message });
  const sorted = sortFaults(
    [
      fault('input_schema', 'whole'),
      fault('input_schema.properties.max.default', 'default'),
      fault('input_schema.properties.max.minimum', 'other'),
      fault('input_schema.properties.max_length', 'row'),
      fault('input_schema.properties.max.enum[1]', 'one'),
      fault('input_schema.properties.max.enum[2]', 'two'),
      fault('input_schema.properties.gone.type', 'gone'),
    ],
    ['max', 'max_length', 'right'],
  );

  test('come to their row and field', () => {
    expect(sorted.of('max')).toEqual({ default: 'default', row: 'other', enum: 'one two' });
    expect(sorted.of('max_length')).toEqual({ row: 'row' });
  });

  test('and to the whole when they belong to none', () => {
    expect(sorted.others).toEqual(['whole', 'gone']);
  });
});

describe('a dragged row', () => {
  const rows = [0, 1, 2, 3].map((index) => ({ top: index * 50, bottom: index * 50 + 48 }));

  test('lands where it is dropped', () => {
    expect([-20, 30, 90, 130, 500].map((y) => dropPlace(rows, 1, y))).toEqual([0, 1, 1, 2, 3]);
  });

  test('scrolls the page near its edges alone, and faster the nearer', () => {
    const view = { top: 100, bottom: 900 };
    expect(scrollStep(view, 500)).toBe(0);
    expect(scrollStep(view, 110)).toBeLessThan(scrollStep(view, 150));
    expect(scrollStep(view, 890)).toBeGreaterThan(scrollStep(view, 850));
  });
});
