import type { CompletionChunk } from '../../../contracts/completion';
import { createTestSite, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const LLAMA_3 =
  '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\n{system}<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n{user}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n{assistant}<|eot_id|>';
const FILLED =
  '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nYou are brief.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nSummarise: {system} costs $& {{content}}.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n';
// what a visitor types is never expanded, whichever syntax it looks like
const INPUTS = { content: '{system} costs $& {{content}}.' };

const summarise = (changes: object) =>
  summarizer({
    prompt_template: 'Summarise: {{content}}',
    input_schema: { type: 'object', properties: { content: { type: 'string', required: true } } },
    system_instruction: 'You are brief.',
    max_tokens: 300,
    temperature: 0.3,
    ...changes,
  });

let provider: FakeProvider;
let site: TestSite;

beforeEach(async () => {
  provider = await startFakeProvider();
  site = createTestSite({
    providers: {
      ollama: { endpoint: provider.url, model: 'llama3.1:8b', prompt_template: LLAMA_3 },
      plain: { kind: 'ollama', endpoint: provider.url, model: 'my-own' },
      vllm: { kind: 'openai-compatible', endpoint: `${provider.url}/v1`, prompt_template: LLAMA_3 },
      base: { kind: 'openai-compatible', endpoint: `${provider.url}/v1` },
      replicate: { endpoint: provider.url, api_key: 'r8-test', prompt_template: LLAMA_3 },
    },
    tools: [
      summarise({ name: 'Ollama', provider: 'ollama', method: 'generate' }),
      summarise({ name: 'Ollama chat', provider: 'ollama', method: 'chat' }),
      summarise({ name: 'Plain', provider: 'plain', method: 'generate' }),
      summarise({ name: 'Vllm', provider: 'vllm', method: 'completions', stop: ['END'] }),
      summarise({ name: 'Base', provider: 'base', method: 'completions' }),
      summarise({ name: 'Replicate', provider: 'replicate', method: 'predictions' }),
      summarise({
        name: 'Weather',
        provider: 'base',
        method: 'completions',
        functions: [
          { name: 'weather', description: 'Weather', parameters: { type: 'object', properties: {} } },
        ],
      }),
      summarise({
        name: 'Rated',
        provider: 'vllm',
        method: 'completions',
        response_schema: { type: 'object', properties: { score: { type: 'integer' } }, required: ['score'] },
      }),
    ],
  });
});
afterEach(async () => {
  site.close();
  await provider.stop();
});

const answerStream = (text: string, type: string) =>
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(text);
  });

const collect = async (slug: string) => {
  const chunks: CompletionChunk[] = [];
  const answer = await site.execute(slug, INPUTS, { onChunk: (chunk) => void chunks.push(chunk) });
  return { answer, text: chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('') };
};

test('Ollama gets one raw text with the roles filled in, and the end marker as a stop', async () => {
  provider.answerJson(readFixture('ollama/generate.json'));
  expect(textOf(await site.execute('ollama', INPUTS))).toBe('Strapi manages content.');
  expect(provider.requests).toMatchObject([{ method: 'POST', path: '/api/generate' }]);
  expect(provider.requests[0]?.body).toEqual({
    model: 'llama3.1:8b',
    prompt: FILLED,
    raw: true,
    stream: false,
    truncate: false,
    shift: false,
    options: {
      num_ctx: 8192,
      num_predict: 300,
      temperature: 0.3,
      top_p: 0.9,
      top_k: 40,
      stop: ['<|eot_id|>'],
    },
  });
});

test('the same provider still chats, where the server knows the markers itself', async () => {
  provider.answerJson(readFixture('ollama/chat.json'));
  await site.execute('ollama-chat', INPUTS);
  expect(provider.requests[0]).toMatchObject({
    path: '/api/chat',
    body: { messages: [{ role: 'system' }, { role: 'user', content: `Summarise: ${INPUTS.content}` }] },
  });
  expect(provider.requests[0]?.body).not.toHaveProperty('options.stop');
});

test('without a template Ollama applies its own', async () => {
  provider.answerJson(readFixture('ollama/generate.json'));
  await site.execute('plain', INPUTS);
  expect(provider.requests[0]?.body).toMatchObject({
    prompt: `Summarise: ${INPUTS.content}`,
    system: 'You are brief.',
  });
  expect(provider.requests[0]?.body).not.toHaveProperty('raw');
});

test('a raw answer of Ollama streams', async () => {
  answerStream(readFixture('ollama/generate.stream.txt'), 'application/x-ndjson');
  const { answer, text } = await collect('ollama');
  expect(text).toBe('Strapi manages “content”.');
  expect(answer).toMatchObject({ model: 'llama3.1:8b', usage: { prompt_tokens: 26, completion_tokens: 9 } });
});

test('an OpenAI-compatible server gets it as a text completion', async () => {
  provider.answerJson(readFixture('openai-compatible/text-completion.json'));
  const answer = await site.execute('vllm', INPUTS);
  expect(textOf(answer)).toBe('Strapi manages content.');
  expect(answer).toMatchObject({
    choices: [{ finish_reason: 'stop' }],
    usage: { prompt_tokens: 26, completion_tokens: 9, total_tokens: 35 },
  });
  expect(provider.requests).toMatchObject([{ method: 'POST', path: '/v1/completions' }]);
  expect(provider.requests[0]?.body).toEqual({
    model: 'default',
    prompt: FILLED,
    max_tokens: 300,
    temperature: 0.3,
    stop: ['END', '<|eot_id|>'],
  });
});

test('a text completion streams, with its usage', async () => {
  answerStream(readFixture('openai-compatible/text-completion.stream.txt'), 'text/event-stream');
  const { answer, text } = await collect('vllm');
  expect(text).toBe('Strapi manages “content”.');
  expect(answer).toMatchObject({ choices: [{ finish_reason: 'stop' }], usage: { total_tokens: 35 } });
  expect(provider.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
});

test('without a template a base model reads the instruction before the prompt', async () => {
  provider.answerJson(readFixture('openai-compatible/text-completion.json'));
  await site.execute('base', INPUTS);
  expect(provider.requests[0]?.body).toMatchObject({
    prompt: `You are brief.\n\nSummarise: ${INPUTS.content}`,
  });
});

test('Replicate gets the whole text, and a template that adds nothing', async () => {
  provider.answerJson(readFixture('replicate/succeeded.json'));
  await site.execute('replicate', INPUTS);
  expect(provider.requests[0]?.body).toEqual({
    input: {
      prompt: FILLED,
      prompt_template: '{prompt}',
      max_tokens: 300,
      temperature: 0.3,
      top_p: 0.9,
      top_k: 40,
      stop_sequences: '<|eot_id|>',
    },
  });
});

test('functions cannot be declared in one text, and that is said', async () => {
  provider.answerJson(readFixture('openai-compatible/text-completion.json'));
  const answer = await site.execute('weather', INPUTS);
  expect(answer).toMatchObject({ meta: { dropped_parameters: ['functions'] } });
  expect(provider.requests[0]?.body).not.toHaveProperty('tools');
});

test('a schema is asked for within the turn of the user, and so is its repair', async () => {
  provider.answerJson(readFixture('openai-compatible/text-completion.json'));
  await site.execute('rated', INPUTS);
  expect(provider.requests).toHaveLength(2);
  for (const { body } of provider.requests) {
    expect(body).not.toHaveProperty('response_format');
    expect(body).toMatchObject({
      prompt: expect.stringMatching(/"score"[^]*<\|eot_id\|>[^]*assistant[^]*\n\n$/),
    });
  }
  expect(provider.requests[1]?.body).toMatchObject({ prompt: expect.stringContaining('It is not JSON.') });
});
