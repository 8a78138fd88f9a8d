import fc from 'fast-check';
import { conflictOf, faultsOf } from '../../../admin/src/pages/ToolBuilder/form/read-refusal';
import { routeFaults, shownFields } from '../../../admin/src/pages/ToolBuilder/form/route-faults';
import { uniteFaults } from '../../../admin/src/pages/ToolBuilder/form/unite-faults';

const shown = shownFields({
  functions: Array.from({ length: 11 }, () => ({ name: null, description: null, parameters: '{}' })),
  fallbacks: [{ provider: null, model: null }],
});
const route = (...fields: string[]) =>
  routeFaults(
    fields.map((field) => ({ field, message: 'is wrong.' })),
    shown,
  );

test('a fault goes to its own field, or to the nearest around it with the rest of its path', () => {
  expect(
    route(
      'temperature',
      'fallbacks[0].model',
      'functions[1].parameters.properties',
      'functions[10].name',
      'stop[2]',
      'response_schema.properties.x',
      'fallbacks[7].model',
    ).fields,
  ).toEqual({
    temperature: 'is wrong.',
    'fallbacks[0].model': 'is wrong.',
    'functions[1].parameters': 'properties: is wrong.',
    'functions[10].name': 'is wrong.',
    stop: '[2]: is wrong.',
    response_schema: 'properties.x: is wrong.',
    fallbacks: '[7].model: is wrong.',
  });
});

test('several faults of one field are one text', () => {
  expect(route('model', 'model').fields).toEqual({ model: 'is wrong. is wrong.' });
});

test('those of the inputs are left to their part, and those without a field to the top', () => {
  const { inputs, elsewhere, fields } = route('input_schema.properties.x', 'examples[0].inputs', '', 'rate');
  expect(inputs.map(({ field }) => field)).toEqual(['input_schema.properties.x']);
  expect(elsewhere.map(({ field }) => field)).toEqual(['examples[0].inputs', '', 'rate']);
  expect(fields).toEqual({});
});

test('no fault gets lost, whatever its path', () => {
  const part = fc.constantFrom('.', '[0]', '[1]', 'stop', 'name', 'input_schema', 'fallbacks', 'model', 'x');
  const path = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(path), (paths) => {
      const faults = paths.map((field, index) => ({ field, message: `fault ${index};` }));
      const { fields, inputs, elsewhere } = routeFaults(faults, shown);
      const told = [...Object.values(fields), ...[...inputs, ...elsewhere].map(({ message }) => message)];
      for (const { message } of faults) expect(told.join(' ')).toContain(message);
    }),
  );
});

describe('a refused write', () => {
  test('names its faults by the paths that the check has', () => {
    const details = {
      errors: [
        { path: ['fallbacks[0]', 'model'], message: 'is needed.', name: 'ValidationError' },
        { path: [], message: 'is wrong.', name: 'ValidationError' },
      ],
    };
    expect(faultsOf({ name: 'ValidationError', message: '', details })).toEqual([
      { field: 'fallbacks[0].model', message: 'is needed.' },
      { field: '', message: 'is wrong.' },
    ]);
  });

  test.each([
    null,
    undefined,
    'text',
    {},
    { name: 'ValidationError' },
    { name: 'ConflictError', details: {} },
  ])('is read whatever it is: %j', (error) => {
    expect(faultsOf(error)).toEqual([]);
    expect(conflictOf(error)).toBeNull();
  });
});

test('a fault that a refusal and a check both name is told once', () => {
  const needed = { field: 'name', message: 'is needed.' };
  const short = { field: 'name', message: 'is too short.' };
  expect(uniteFaults([needed], [], [short, needed])).toEqual([needed, short]);
});
