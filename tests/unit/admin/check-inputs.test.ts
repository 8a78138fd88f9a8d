import { checkInputs } from '../../../admin/src/pages/ToolBuilder/form/check-inputs';

const input_schema = { type: 'object', properties: { tone: { type: 'string', default: 'kind' } } };

test('a prompt is counted with the first example, and without one with what fits the schema', () => {
  const examples = [
    { name: 'One', inputs: { tone: 'formal' } },
    { name: 'Two', inputs: {} },
  ];
  expect(checkInputs({ input_schema, examples })).toEqual({ tone: 'formal' });
  expect(checkInputs({ input_schema, examples: null })).toEqual({ tone: 'kind' });
  expect(checkInputs({})).toEqual({});
});
