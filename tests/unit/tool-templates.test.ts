import { TOOL_TEMPLATES } from '../../contracts/tool-templates';
import { compileTool } from '../../server/src/engine/compile-tool';
import { slugFromName } from '../../server/src/engine/slug';
import { SANDBOX_NOTICE } from '../../server/src/providers/sandbox';
import { createTestSite, findUntouchedProvider, textOf } from '../support/execute';

const onSandbox = ({ tool }: (typeof TOOL_TEMPLATES)[number]) => ({
  ...tool,
  provider: 'sandbox',
  method: 'chat/completions',
});

const byId = (id: string) => {
  const template = TOOL_TEMPLATES.find((candidate) => candidate.id === id);
  if (!template) throw new Error(`no template ${id}`);
  return template;
};

const answer = async (id: string, inputs: Record<string, unknown>): Promise<string> => {
  const tool = { ...onSandbox(byId(id)), response_schema: null };
  const site = createTestSite({ tools: [tool] });
  const text = textOf(await site.execute(slugFromName(tool.name), inputs));
  site.close();
  return text;
};

describe.each(TOOL_TEMPLATES.map((template) => [template.id, template] as const))('%s', (id, template) => {
  test('can be saved as it is, and no input of it is left unused', () => {
    const outcome = compileTool(onSandbox(template), findUntouchedProvider);
    if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults));
    const { prompt, system } = outcome.tool;
    const used = [...prompt.placeholders, ...(system?.placeholders ?? [])];
    expect([...new Set(used)].sort()).toEqual(
      Object.keys(Object(template.tool.input_schema.properties)).sort(),
    );
    expect(Array.isArray(template.tool.input_schema.required)).toBe(true);
  });

  test('runs with each of its examples, whose values are in the prompt', async () => {
    const { name, response_schema, examples } = template.tool;
    const site = createTestSite({ tools: [onSandbox(template)] });
    expect(examples?.length).toBeGreaterThan(0);
    for (const { inputs } of examples ?? []) {
      const completion = await site.execute(slugFromName(name), inputs);
      const text = textOf(completion);
      if (response_schema) expect(completion).toHaveProperty('choices.0.message.parsed');
      else expect(text).toContain(SANDBOX_NOTICE);
      const echo = await answer(id, inputs);
      const texts = Object.values(inputs).filter((value) => typeof value === 'string' && value.includes(' '));
      for (const value of texts) expect(echo).toContain(value);
      // a branch that was left out leaves no hole, and no tag is left over
      expect(echo).not.toMatch(/\{[{%]|\n\n\n/);
    }
    site.close();
  });
});

test("the specification's inputs have the specification's values", () => {
  const values = (id: string, input: string) =>
    Object(byId(id).tool.input_schema.properties)[input].enum as unknown;
  expect(values('content-generator', 'style')).toEqual(['formal', 'casual', 'creative']);
  expect(values('content-generator', 'length')).toEqual(['short', 'medium', 'long']);
  expect(values('code-explainer', 'complexity')).toEqual(['simple', 'medium', 'complex']);
  expect(values('content-analyzer', 'analysis_type')).toEqual(['summarize', 'extract', 'classify']);
});

test.each([
  ['content-generator', { topic: 'T' }, 'length', 'long', '500 to 700 words'],
  ['code-explainer', { code: 'c' }, 'complexity', 'complex', 'experienced developer'],
  ['content-analyzer', { content: 'c' }, 'analysis_type', 'classify', 'its mood'],
  ['translator', { content: 'c', language: 'German' }, 'formality', 'formal', 'the formal way'],
])('%s asks for something else with %j and another %s', async (id, inputs, input, value, words) => {
  expect(await answer(id, inputs)).not.toContain(words);
  expect(await answer(id, { ...inputs, [input]: value })).toContain(words);
});

test('every template has an id and a name of its own', () => {
  expect(new Set(TOOL_TEMPLATES.map(({ id }) => id)).size).toBe(TOOL_TEMPLATES.length);
  expect(new Set(TOOL_TEMPLATES.map(({ tool }) => tool.name)).size).toBe(TOOL_TEMPLATES.length);
});
