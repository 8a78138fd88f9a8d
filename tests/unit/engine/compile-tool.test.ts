import { compileTool } from '../../../server/src/engine/compile-tool';
import type { Fault } from '../../../server/src/engine/faults';
import { findUntouchedProvider, summarizer } from '../../support/execute';

const faultsOf = (definition: unknown): Fault[] => {
  const outcome = compileTool(definition, findUntouchedProvider);
  return 'faults' in outcome ? outcome.faults : [];
};

test('the specification’s example is a tool', () => {
  expect(compileTool(summarizer(), findUntouchedProvider)).toMatchObject({
    tool: { slug: 'content-summarizer' },
  });
});

test('one look finds every fault, each with its field', () => {
  const faults = faultsOf(
    summarizer({
      name: '',
      provider: 'anthropic',
      method: 'chat/completions',
      prompt_template: 'Summarise {{contnt}} {{content}}',
      system_instruction: 'Speak {{language}}',
      temperature: 1.5,
      max_tokens: 9000,
      top_p: -0.1,
      top_k: 101,
      rate_limit: 0,
      cache_duration: -1,
      fallbacks: [{ provider: 'nobody', model: 'm' }],
    }),
  );
  expect(new Set(faults.map(({ field }) => field))).toEqual(
    new Set([
      'name',
      'method',
      'prompt_template',
      'system_instruction',
      'temperature',
      'max_tokens',
      'top_p',
      'top_k',
      'rate_limit',
      'cache_duration',
      'fallbacks[0].provider',
    ]),
  );
  expect(faults.find(({ field }) => field === 'prompt_template')?.message).toBe(
    '{{contnt}} names no input; the inputs are content, max_length.',
  );
  expect(faults.find(({ field }) => field === 'method')?.message).toBe(
    'Anthropic offers messages, not "chat/completions".',
  );
});

test.each([
  ['provider', { provider: 'nobody' }],
  ['description', { description: undefined }],
  ['slug', { slug: 'Not A Slug' }],
  ['input_schema', { input_schema: { type: 'object' } }],
  ['prompt_template', { prompt_template: '{{ content' }],
  ['stop', { stop: ['a', 'b', 'c', 'd', 'e'] }],
  ['promt_template', { promt_template: 'x' }],
])('a fault in %s is found there', (field, changes) => {
  expect(faultsOf({ ...summarizer(), ...changes }).map((fault) => fault.field)).toContain(field);
});

test.each([null, 'tool', [], 42])('%j is no tool', (definition) => {
  expect(faultsOf(definition).length).toBeGreaterThan(0);
});

test('the ends of every range belong to it', () => {
  expect(faultsOf(summarizer({ temperature: 0, max_tokens: 1, top_p: 0, top_k: 1 }))).toEqual([]);
  expect(faultsOf(summarizer({ temperature: 1, max_tokens: 8192, top_p: 1, top_k: 100 }))).toEqual([]);
});
