import fc from 'fast-check';
import type { JsonObject } from '../../../contracts/json-object';
import { changeType, typeOf } from '../../../admin/src/pages/ToolBuilder/inputs/property-type';
import {
  addInput,
  changeProperty,
  moveInput,
  removeInput,
  renameInput,
  restoreInput,
  setRequired,
} from '../../../admin/src/pages/ToolBuilder/inputs/schema-changes';
import { freeName, readRows, takesRows } from '../../../admin/src/pages/ToolBuilder/inputs/schema-rows';
import { readSchema, writeSchema } from '../../../admin/src/pages/ToolBuilder/inputs/schema-text';

// order counts here, and only text tells it
const text = (value: unknown): string => JSON.stringify(value);

const NAMES = [
  'a',
  'b',
  'content',
  'max_length',
  'x-y',
  'constructor',
  '__proto__',
  '1',
  '10',
  'two words',
  '',
];
const name = fc.constantFrom(...NAMES);

const property = fc.oneof(
  fc
    .record(
      {
        minLength: fc.nat(),
        type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', [
          'string',
          'null',
        ]),
        description: fc.string(),
        default: fc.jsonValue(),
        required: fc.oneof(fc.boolean(), fc.constant(['nested'])),
        items: fc.jsonValue(),
        enum: fc.array(fc.jsonValue()),
        anyOf: fc.constant([{ type: 'string' }]),
        format: fc.string(),
      },
      { requiredKeys: [] },
    )
    // JSON knows no -0
    .map((value): unknown => JSON.parse(text(value))),
  fc.constantFrom<unknown>(true, 'text', null, 7),
);

const schema: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(name, property), { selector: ([key]) => key, maxLength: 8 }),
    fc.option(fc.array(name, { maxLength: 6 }), { nil: undefined }),
    fc.record(
      { $defs: fc.jsonValue(), additionalProperties: fc.boolean(), title: fc.string() },
      { requiredKeys: [] },
    ),
    fc.boolean(),
  )
  .map(([entries, required, extra, extraFirst]) => {
    const properties = Object.fromEntries(entries);
    const known = required?.filter((entry) => Object.hasOwn(properties, entry));
    const core = { type: 'object', properties, ...(known && { required: known }) };
    return JSON.parse(text(extraFirst ? { ...extra, ...core } : { ...core, ...extra }));
  });

const namesOf = (value: JsonObject): string[] => readRows(value).map((row) => row.name);
const without = (value: JsonObject, ...keys: string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

describe('nothing is lost', () => {
  test('putting back what a row shows changes nothing, not even the order', () => {
    fc.assert(
      fc.property(schema, (original) => {
        let written = original;
        for (const [index, row] of readRows(original).entries()) {
          written = changeProperty(written, row.name, row.property);
          written = renameInput(written, row.name, row.name);
          written = setRequired(written, row.name, row.isRequired);
          written = moveInput(written, row.name, index);
        }
        expect(text(written)).toBe(text(original));
      }),
    );
  });

  test('as JSON and back it is the same', () => {
    fc.assert(
      fc.property(schema, (original) => {
        const reading = readSchema(writeSchema(original));
        expect('value' in reading && text(reading.value)).toBe(text(original));
      }),
    );
  });

  test('a change of one row leaves the others, and the rest of the schema, as they are', () => {
    fc.assert(
      fc.property(schema, fc.nat(), fc.boolean(), property, (original, pick, wanted, replacement) => {
        const names = namesOf(original);
        const chosen = names[pick % Math.max(1, names.length)];
        fc.pre(chosen !== undefined);
        if (chosen === undefined) return;
        for (const changed of [
          changeProperty(original, chosen, replacement),
          setRequired(original, chosen, wanted),
          removeInput(original, chosen).schema,
        ]) {
          expect(text(without(changed, 'properties', 'required'))).toBe(
            text(without(original, 'properties', 'required')),
          );
          const others = (value: JsonObject) => readRows(value).filter((row) => row.name !== chosen);
          expect(text(others(changed))).toBe(text(others(original)));
        }
      }),
    );
  });

  test('what was removed comes back to its place, required as it was', () => {
    fc.assert(
      fc.property(schema, fc.nat(), (original, pick) => {
        const names = namesOf(original);
        const chosen = names[pick % Math.max(1, names.length)];
        fc.pre(chosen !== undefined);
        const { schema: left, removed } = removeInput(original, chosen ?? '');
        expect(namesOf(left)).not.toContain(chosen);
        expect(text(restoreInput(left, removed))).toBe(text(original));
      }),
    );
  });
});

describe('any sequence of changes', () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), to: name }),
    fc.record({ kind: fc.constant('rename' as const), at: fc.nat(), to: name }),
    fc.record({ kind: fc.constant('move' as const), at: fc.nat(), place: fc.nat() }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('require' as const), at: fc.nat(), wanted: fc.boolean() }),
  );
  /** What a JavaScript object makes of an order. */
  const arranged = (rows: { name: string; isRequired: boolean }[]) => {
    const isNumber = ({ name: key }: { name: string }) => /^\d+$/.test(key);
    return [
      ...rows.filter(isNumber).sort((one, other) => Number(one.name) - Number(other.name)),
      ...rows.filter((row) => !isNumber(row)),
    ];
  };

  test('does to the schema what it does to a plain list', () => {
    fc.assert(
      fc.property(schema, fc.array(change, { maxLength: 30 }), (original, changes) => {
        let current = original;
        let model = readRows(original).map((row) => ({ name: row.name, isRequired: row.isRequired }));
        for (const step of changes) {
          if (step.kind === 'add') {
            if (model.some((row) => row.name === step.to)) continue;
            current = addInput(current, step.to);
            model = arranged([...model, { name: step.to, isRequired: false }]);
            continue;
          }
          const at = step.at % Math.max(1, model.length);
          const row = model[at];
          if (!row) continue;
          if (step.kind === 'rename') {
            if (model.some((other) => other.name === step.to)) continue;
            current = renameInput(current, row.name, step.to);
            model = arranged(model.with(at, { ...row, name: step.to }));
          } else if (step.kind === 'move') {
            const place = step.place % model.length;
            current = moveInput(current, row.name, place);
            if (!/^\d+$/.test(row.name)) model = arranged(model.toSpliced(at, 1).toSpliced(place, 0, row));
          } else if (step.kind === 'remove') {
            current = removeInput(current, row.name).schema;
            model = model.toSpliced(at, 1);
          } else {
            const canMark =
              typeof readRows(current)[at]?.property === 'object' || Array.isArray(current.required);
            if (!canMark && current.required !== undefined) continue;
            current = setRequired(current, row.name, step.wanted);
            model = model.with(at, { ...row, isRequired: step.wanted });
          }
        }
        expect(readRows(current).map((row) => ({ name: row.name, isRequired: row.isRequired }))).toEqual(
          model,
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('required', () => {
  const both = {
    type: 'object',
    properties: { top: { type: 'string' }, own: { type: 'string', required: true, minLength: 1 }, free: {} },
    required: ['top'],
  };

  test('is read in both of its forms', () => {
    expect(readRows(both).map((row) => row.isRequired)).toEqual([true, true, false]);
  });

  test('keeps the form that an input has, and takes the array for others', () => {
    expect(text(setRequired(both, 'own', false))).toBe(
      text({
        ...both,
        properties: { ...both.properties, own: { type: 'string', required: false, minLength: 1 } },
      }),
    );
    expect(text(setRequired(setRequired(both, 'own', false), 'own', true))).toBe(text(both));
    expect(setRequired(both, 'free', true)).toEqual({ ...both, required: ['top', 'free'] });
    expect(setRequired(both, 'top', false)).toEqual({ ...both, required: [] });
  });

  test('leaves alone what stands in the array’s place', () => {
    const odd = { type: 'object', properties: { a: { type: 'string' } }, required: true };
    expect(setRequired(odd, 'a', true)).toEqual({
      ...odd,
      properties: { a: { type: 'string', required: true } },
    });
  });

  test('a list that belongs to a nested object is no mark', () => {
    const nested = { type: 'object', properties: { a: { type: 'object', required: ['x'] } } };
    expect(readRows(nested)[0]?.isRequired).toBe(false);
    expect(setRequired(nested, 'a', true)).toEqual({ ...nested, required: ['a'] });
  });

  test('a new name goes along with it', () => {
    expect(renameInput(both, 'top', 'first')).toMatchObject({ required: ['first'] });
  });
});

test('a schema that is empty gets what it lacks with its first input', () => {
  expect(text(addInput({}, 'a'))).toBe('{"type":"object","properties":{"a":{"type":"string"}}}');
  expect(text(addInput({ $id: 'x', type: 'object' }, 'a'))).toBe(
    '{"$id":"x","type":"object","properties":{"a":{"type":"string"}}}',
  );
  expect(takesRows({ properties: [] })).toBe(false);
});

test('a proposed name is one that is free', () => {
  const taken = { properties: { input: {}, input_2: {} } };
  expect([freeName(taken, 'input'), freeName(taken, 'other')]).toEqual(['input_3', 'other']);
});

describe('another type', () => {
  const change = (from: JsonObject, type: Parameters<typeof changeType>[1]) => changeType(from, type);

  test('keeps a default that fits, or says the same', () => {
    expect(change({ type: 'integer', default: 5, maximum: 9 }, 'number').property).toEqual({
      type: 'number',
      default: 5,
      maximum: 9,
    });
    expect(change({ type: 'string', default: '100' }, 'integer').property.default).toBe(100);
    expect(change({ type: 'number', default: 0.5 }, 'string').property.default).toBe('0.5');
    expect(change({ type: 'string', default: 'true' }, 'boolean').property.default).toBe(true);
  });

  test('names a default and values that it cannot hold', () => {
    expect(change({ type: 'string', default: 'long', enum: ['1', 'x'] }, 'integer')).toEqual({
      property: { type: 'integer', enum: [1] },
      dropped: { default: 'long', allowed: ['x'] },
    });
    expect(change({ type: 'string', enum: ['x'] }, 'boolean')).toEqual({
      property: { type: 'boolean' },
      dropped: { allowed: ['x'] },
    });
    // 007 is not 7
    expect(change({ type: 'string', default: '007' }, 'integer').dropped).toEqual({
      default: '007',
      allowed: [],
    });
  });

  test('there and back, nothing is lost that was not named', () => {
    fc.assert(
      fc.property(
        property,
        fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object'),
        (original, type) => {
          const before = typeOf(original);
          fc.pre(before !== null && typeof original === 'object' && original !== null);
          if (before === null || typeof original !== 'object' || original === null) return;
          const { property: changed, dropped } = changeType({ ...original }, type);
          expect(without(changed, 'type', 'default', 'enum')).toEqual(
            without({ ...original }, 'type', 'default', 'enum'),
          );
          expect('default' in original).toBe('default' in changed || 'default' in dropped);
          const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
          expect(count(changed.enum) + dropped.allowed.length).toBe(count(Object(original).enum));
        },
      ),
    );
  });

  test('is not offered for what only JSON can say', () => {
    expect(
      [{ type: ['string', 'null'] }, { anyOf: [] }, { enum: ['a'] }, { type: 'null' }, true, {}].map(typeOf),
    ).toEqual([null, null, null, null, null, null]);
  });
});
