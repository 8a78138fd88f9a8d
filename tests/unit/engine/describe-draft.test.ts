import { describeDraft } from '../../../server/src/engine/describe-draft';
import { settleProviders } from '../../../server/src/engine/settle-providers';
import { ADAPTERS } from '../../../server/src/providers/registry';
import { summarizer } from '../../support/execute';

const providers = settleProviders({
  adapters: ADAPTERS,
  stored: new Map(),
  configured: {},
  constants: {},
  decrypt: () => null,
  privateEndpointKinds: ['ollama'],
  prices: {},
});
const findProvider = (id: string) => providers.get(id) ?? null;
const look = (draft: unknown, inputs: Record<string, unknown> | null = null) =>
  describeDraft(draft, { findProvider, inputs });

test('placeholders are told apart: those with an input, those without, and inputs that no text uses', () => {
  const { placeholders } = look(
    summarizer({
      prompt_template: '{% assign own = 1 %}{{own}} {{content}} {{contnet}}',
      system_instruction: 'As {{role}}',
    }),
  );
  expect(placeholders).toEqual({
    prompt_template: { known: ['content'], unknown: ['contnet'] },
    system_instruction: { known: [], unknown: ['role'] },
    unused: ['max_length'],
  });
});

test('an input schema that is broken still tells its names, and a broken template has no placeholders', () => {
  const { placeholders } = look({
    input_schema: { type: 'object', properties: { content: { type: 'no-type' } } },
    prompt_template: '{{content}}',
    system_instruction: '{{ oops',
  });
  expect(placeholders).toEqual({
    prompt_template: { known: ['content'], unknown: [] },
    system_instruction: { known: [], unknown: [] },
    unused: [],
  });
});

test('tokens are counted with the inputs, against the window of the model', () => {
  const tool = summarizer({ provider: 'ollama', method: 'chat', model: 'llama3.1:8b', max_tokens: 2000 });
  const short = look(tool, { content: 'short' });
  expect(short.tokens).toMatchObject({ answer: 2000, context_window: 8192, fits: true });
  const long = look(tool, { content: 'word '.repeat(8000) });
  expect(long.tokens.prompt).toBeGreaterThan(short.tokens.prompt + 4000);
  expect(long.tokens.fits).toBe(false);
});

test('functions and a response schema are read by the model, too', () => {
  const plain = look(summarizer()).tokens.prompt;
  const declared = look(
    summarizer({
      functions: [
        { name: 'lookup', description: 'Looks it up', parameters: { type: 'object', properties: {} } },
      ],
      response_schema: { type: 'object', properties: { summary: { type: 'string' } } },
    }),
  ).tokens.prompt;
  expect(declared).toBeGreaterThan(plain + 20);
});

test('inputs that do not fit are told, and only when there are some', () => {
  expect(look(summarizer()).input_faults).toEqual([]);
  expect(look(summarizer(), { max_length: 'many' }).input_faults).toMatchObject([
    { input: 'content' },
    { input: 'max_length' },
  ]);
});

test('what one wrong field says does not hide what the others come to', () => {
  const { effective } = look({
    provider: 'openai',
    method: 'messages',
    model: 'gpt-5.4-nano',
    temperature: 'hot',
    max_tokens: 300,
    top_k: 4,
  });
  expect(effective).toMatchObject({
    provider: { id: 'openai' },
    method: 'chat/completions',
    parameters: { max_tokens: 300 },
    dropped_parameters: ['top_k'],
    problem: expect.stringContaining('OPENAI_API_KEY'),
  });
});

test.each([null, 'text', [], { provider: 'nobody' }])('%j is described as well', (draft) => {
  expect(look(draft)).toMatchObject({ effective: null, tokens: { prompt: 0, fits: true } });
});
