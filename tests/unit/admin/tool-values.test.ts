import fc from 'fast-check';
import {
  toChanges,
  toDraft,
  toNewTool,
  toValues,
} from '../../../admin/src/pages/ToolBuilder/form/tool-values';
import { newTool } from '../../../admin/src/pages/ToolBuilder/form/new-tool';
import { readStop, writeStop } from '../../../admin/src/pages/ToolBuilder/form/stop-text';
import type { ToolFieldValues } from '../../../contracts/tool-fields';
import type { ToolProviderChoice } from '../../../contracts/tool-options';
import { TOOL_TEMPLATES } from '../../../contracts/tool-templates';

const tool = (changes: Partial<ToolFieldValues> = {}): ToolFieldValues => ({
  ...newTool(null, []),
  name: 'Writer',
  slug: 'writer',
  ...changes,
});

const json = fc.dictionary(
  fc.string(),
  // as it comes from a JSON answer, where there is no -0
  fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))),
);
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });

const anyTool: fc.Arbitrary<ToolFieldValues> = fc
  .record({
    name: fc.string(),
    slug: fc.string(),
    input_schema: json,
    system_instruction: orNull(fc.string()),
    temperature: orNull(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 })),
    stop: orNull(fc.array(fc.string())),
    functions: orNull(fc.array(fc.record({ name: fc.string(), description: fc.string(), parameters: json }))),
    response_schema: orNull(json),
    fallbacks: orNull(fc.array(fc.record({ provider: fc.string(), model: fc.string() }))),
    examples: orNull(fc.array(fc.record({ name: fc.string(), inputs: json }))),
    enabled: fc.boolean(),
  })
  .map(tool);

test('what nobody touched is the draft to the last character, and nothing of it is sent', () => {
  fc.assert(
    fc.property(anyTool, (fields) => {
      const values = toValues(fields);
      const { draft, unreadable } = toDraft(values, fields);
      expect(JSON.stringify(draft)).toBe(JSON.stringify(fields));
      expect(unreadable).toEqual([]);
      expect(toChanges(values, fields)).toEqual({});
    }),
  );
});

test('one change leaves every other field as it was', () => {
  fc.assert(
    fc.property(anyTool, fc.string({ minLength: 1 }), (fields, prompt) => {
      fc.pre(prompt !== fields.prompt_template);
      const values = { ...toValues(fields), prompt_template: prompt };
      expect(toChanges(values, fields)).toEqual({ prompt_template: prompt });
      expect(JSON.stringify(toDraft(values, fields).draft)).toBe(
        JSON.stringify({ ...fields, prompt_template: prompt }),
      );
    }),
  );
});

test('another order of the inputs is a change', () => {
  const fields = tool({ input_schema: { type: 'object', properties: { a: {}, b: {} } } });
  const schema = { type: 'object', properties: { b: {}, a: {} } };
  const changes = toChanges({ ...toValues(fields), input_schema: JSON.stringify(schema) }, fields);
  expect(JSON.stringify(changes)).toBe(JSON.stringify({ input_schema: schema }));
});

test('text that is no JSON object is told by its field, and what was there before stays in the draft', () => {
  const parameters = { type: 'object', properties: {} };
  const fields = tool({
    functions: [{ name: 'find', description: '', parameters }],
    response_schema: { type: 'object' },
  });
  const values = toValues(fields);
  const { draft, unreadable } = toDraft(
    {
      ...values,
      functions: [{ name: 'seek', description: null, parameters: '[]' }],
      response_schema: '{ "type": ',
    },
    fields,
  );
  expect(unreadable).toEqual([
    { field: 'functions[0].parameters', problem: 'no-object' },
    { field: 'response_schema', problem: 'no-json' },
  ]);
  // the rest of the function can still be checked
  expect(draft).toEqual({ ...fields, functions: [{ name: 'seek', description: '', parameters }] });
});

test('what is taken away is null', () => {
  const fields = tool({
    stop: ['END'],
    functions: [{ name: 'find', description: '', parameters: {} }],
    response_schema: { type: 'object' },
    fallbacks: [{ provider: 'sandbox', model: 'a' }],
  });
  const values = { ...toValues(fields), stop: null, functions: [], response_schema: null, fallbacks: [] };
  expect(toChanges(values, fields)).toEqual({
    stop: null,
    functions: null,
    response_schema: null,
    fallbacks: null,
  });
});

test('stop sequences come through their text unharmed, line breaks and backslashes included', () => {
  const sequence = fc.string({
    unit: fc.constantFrom('a', '\n', '\r', '\t', '\\', 'n', '#', ' '),
    minLength: 1,
  });
  fc.assert(
    fc.property(fc.array(sequence, { minLength: 1 }), (stop) => {
      expect(readStop(writeStop(stop))).toEqual(stop);
    }),
  );
  expect(readStop('\\n###\n\n\\d')).toEqual(['\n###', '\\d']);
});

describe('a new tool', () => {
  const provider = (id: string, changes: Partial<ToolProviderChoice> = {}): ToolProviderChoice => ({
    id,
    label: id,
    kind: id,
    methods: [`${id}-method`, 'other'],
    raw_methods: [],
    model: 'model',
    is_set_up: id !== 'sandbox',
    problem: null,
    ...changes,
  });

  test('is at the first provider that was set up and can be called, the sandbox when there is none', () => {
    const openai = provider('openai', { problem: 'needs a key' });
    const sandbox = provider('sandbox');
    expect(newTool(null, [openai, sandbox, provider('mistral')])).toMatchObject({
      provider: 'mistral',
      method: 'mistral-method',
    });
    expect(newTool(null, [openai, sandbox]).provider).toBe('sandbox');
    expect(newTool(null, [openai]).provider).toBe('openai');
    // needs no key, and is there whether anybody runs it or not
    const ollama = provider('ollama', { is_set_up: false });
    expect(newTool(null, [ollama, sandbox]).provider).toBe('sandbox');
    expect(newTool(null, [ollama]).provider).toBe('ollama');
  });

  test.each(TOOL_TEMPLATES.map(({ id, tool: fields }) => [id, fields] as const))(
    'from the template %s has its fields, and is sent without what nobody set',
    (id, fields) => {
      const begun = newTool(id, [provider('sandbox')]);
      expect(begun).toMatchObject(fields);
      const sent = toNewTool(toDraft(toValues(begun), begun).draft);
      expect(sent).toEqual({ ...fields, provider: 'sandbox', method: 'sandbox-method', enabled: true });
    },
  );
});

test('what cannot be kept in the inputs is a change of the form, and no field of the tool', () => {
  fc.assert(
    fc.property(anyTool, (fields) => {
      const values = {
        ...toValues(fields),
        unkept_inputs: [{ field: 'input_schema.properties.a.name', message: 'Another input has this name.' }],
      };
      expect(values).not.toEqual(toValues(fields));
      expect(toDraft(values, fields)).toStrictEqual({ draft: fields, unreadable: [] });
      expect(toChanges(values, fields)).toStrictEqual({});
    }),
  );
});
