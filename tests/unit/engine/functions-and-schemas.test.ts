import type { Completion, CompletionChunk } from '../../../contracts/completion';
import type { ToolDefinitionInput } from '../../../server/src/engine/tool-definition';
import { createTestSite, errorOf, summarizer } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider, SeenRequest } from '../../support/fake-provider';

const INPUTS = { content: 'text' };
const WEATHER = {
  name: 'get_weather',
  description: 'The weather of a town',
  parameters: { type: 'object' as const, properties: { town: { type: 'string' } }, required: ['town'] },
};
const STRICT = {
  type: 'object',
  properties: { title: { type: 'string' }, score: { type: 'integer' } },
  required: ['title', 'score'],
  additionalProperties: false,
};
const LOOSE = { type: 'object', properties: { title: { type: 'string' } } };

let server: FakeProvider;
let site: TestSite;
beforeEach(async () => {
  server = await startFakeProvider();
});
afterEach(async () => {
  site.close();
  await server.stop();
});

const run = async (
  tool: Partial<ToolDefinitionInput>,
  options: { onChunk?: (chunk: CompletionChunk) => void } = {},
) => {
  site = createTestSite({
    providers: {
      openai: { api_key: 'k', endpoint: server.url, timeout_ms: 20_000 },
      anthropic: { api_key: 'k', endpoint: server.url, timeout_ms: 20_000 },
    },
    tools: [summarizer({ name: 'T', provider: 'openai', model: 'gpt-4o-mini', ...tool })],
  });
  return site.execute('t', INPUTS, options);
};

const openaiAnswer = (message: Record<string, unknown>, finish = 'stop') => ({
  id: 'c',
  model: 'gpt-4o-mini',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage: { prompt_tokens: 100, completion_tokens: 10 },
});
const anthropicAnswer = (content: unknown[], stop_reason = 'end_turn') => ({
  id: 'm',
  model: 'claude-haiku-4-5',
  content,
  stop_reason,
  usage: { input_tokens: 100, output_tokens: 10 },
});
const anthropic = { provider: 'anthropic', method: 'messages', model: 'claude-haiku-4-5' };

const messageOf = (answer: Completion | { error: object }) => {
  if ('error' in answer) throw new Error(JSON.stringify(answer));
  return answer.choices[0].message;
};
const bodyOf = (request: SeenRequest | undefined): Record<string, unknown> => Object(request?.body);

describe('functions', () => {
  const CALLS = [
    { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"town":"Ulm"}' } },
  ];

  test('go to OpenAI as tools, and its calls come back', async () => {
    server.answerJson(openaiAnswer({ content: null, tool_calls: CALLS }, 'tool_calls'));
    const answer = await run({ functions: [WEATHER] });
    expect(bodyOf(server.requests[0]).tools).toEqual([{ type: 'function', function: WEATHER }]);
    expect(messageOf(answer)).toEqual({ role: 'assistant', content: null, tool_calls: CALLS });
    expect(answer).toMatchObject({
      choices: [{ finish_reason: 'tool_calls' }],
      meta: { dropped_parameters: [] },
    });
  });

  test('go to Anthropic in its own form, and its calls come back in ours', async () => {
    server.answerJson(
      anthropicAnswer(
        [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { town: 'Ulm' } },
        ],
        'tool_use',
      ),
    );
    const answer = await run({ ...anthropic, functions: [WEATHER] });
    const { parameters, ...named } = WEATHER;
    expect(bodyOf(server.requests[0]).tools).toEqual([{ ...named, input_schema: parameters }]);
    expect(messageOf(answer)).toEqual({
      role: 'assistant',
      content: 'Let me see.',
      tool_calls: [
        { id: 'toolu_1', type: 'function', function: { name: 'get_weather', arguments: '{"town":"Ulm"}' } },
      ],
    });
  });

  const streamAs = (text: string) =>
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(text);
    });
  const piecesOf = (chunks: CompletionChunk[]) =>
    chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);

  test('stream from OpenAI piece by piece, two calls at once', async () => {
    const delta = (tool_calls: unknown) =>
      `data: ${JSON.stringify({ choices: [{ delta: { tool_calls } }] })}\n\n`;
    streamAs(
      [
        delta([{ index: 0, id: 'a', type: 'function', function: { name: 'get_weather', arguments: '' } }]),
        delta([{ index: 0, function: { arguments: '{"town":' } }]),
        delta([{ index: 1, id: 'b', type: 'function', function: { name: 'get_weather', arguments: '{}' } }]),
        delta([{ index: 0, function: { arguments: '"Ulm"}' } }]),
        'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
      ].join(''),
    );
    const chunks: CompletionChunk[] = [];
    const answer = await run({ functions: [WEATHER] }, { onChunk: (chunk) => void chunks.push(chunk) });
    expect(messageOf(answer).tool_calls).toEqual([
      { id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{"town":"Ulm"}' } },
      { id: 'b', type: 'function', function: { name: 'get_weather', arguments: '{}' } },
    ]);
    expect(piecesOf(chunks)[0]).toMatchObject({
      index: 0,
      id: 'a',
      type: 'function',
      function: { name: 'get_weather' },
    });
    expect(piecesOf(chunks).map(({ index, function: call }) => [index, call.arguments])).toEqual([
      [0, undefined],
      [0, '{"town":'],
      [1, '{}'],
      [0, '"Ulm"}'],
    ]);
  });

  test('stream from Anthropic, numbered among calls and not among blocks', async () => {
    const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    streamAs(
      [
        event('message_start', {
          message: { id: 'm', model: 'claude-haiku-4-5', usage: { input_tokens: 5 } },
        }),
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hm.' } }),
        event('content_block_start', {
          index: 1,
          content_block: { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} },
        }),
        event('content_block_delta', {
          index: 1,
          delta: { type: 'input_json_delta', partial_json: '{"town":' },
        }),
        event('content_block_delta', {
          index: 1,
          delta: { type: 'input_json_delta', partial_json: '"Ulm"}' },
        }),
        event('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } }),
        event('message_stop', {}),
      ].join(''),
    );
    const chunks: CompletionChunk[] = [];
    const answer = await run(
      { ...anthropic, functions: [WEATHER] },
      { onChunk: (chunk) => void chunks.push(chunk) },
    );
    expect(messageOf(answer)).toMatchObject({
      content: 'Hm.',
      tool_calls: [{ id: 'toolu_1', function: { arguments: '{"town":"Ulm"}' } }],
    });
    expect(piecesOf(chunks).every(({ index }) => index === 0)).toBe(true);
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
  });
});

describe('a response schema', () => {
  test.each([
    [STRICT, true],
    [LOOSE, false],
  ])('holds OpenAI to it, strictly where it can be strict', async (schema, strict) => {
    server.answerJson(openaiAnswer({ content: '{"title":"T","score":3}' }));
    const answer = await run({ response_schema: schema });
    expect(bodyOf(server.requests[0]).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', schema, strict },
    });
    expect(messageOf(answer)).toEqual({
      role: 'assistant',
      content: '{"title":"T","score":3}',
      parsed: { title: 'T', score: 3 },
    });
  });

  test('holds Anthropic to it by its output format', async () => {
    server.answerJson(anthropicAnswer([{ type: 'text', text: '{"title":"T","score":3}' }]));
    const answer = await run({ ...anthropic, response_schema: STRICT });
    expect(bodyOf(server.requests[0]).output_config).toEqual({
      format: { type: 'json_schema', schema: STRICT },
    });
    expect(messageOf(answer).parsed).toEqual({ title: 'T', score: 3 });
  });

  test('is put into words for a model that cannot be held to it, and a fenced answer is read', async () => {
    server.answerJson(openaiAnswer({ content: '```json\n{"title":"T","score":3}\n```' }));
    const answer = await run({ model: 'gpt-3.5-turbo', response_schema: STRICT });
    expect(bodyOf(server.requests[0])).not.toHaveProperty('response_format');
    expect(JSON.stringify(bodyOf(server.requests[0]).messages)).toContain('additionalProperties');
    expect(messageOf(answer).parsed).toEqual({ title: 'T', score: 3 });
  });

  test.each([
    ["Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."],
    [
      "Invalid schema for response_format 'answer': In context=('properties', 'temperature'), 'pattern' is not permitted.",
    ],
  ])('a model that refuses it is asked in words instead: %s', async (message) => {
    server.answer(({ body }, response) => {
      const isRefused = 'response_format' in Object(body);
      response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
      const answer = openaiAnswer({ content: '{"title":"a","score":1}' });
      response.end(JSON.stringify(isRefused ? { error: { message, code: null } } : answer));
    });
    const answer = await run({ response_schema: STRICT, temperature: 0.2 });
    expect(messageOf(answer).parsed).toEqual({ title: 'a', score: 1 });
    expect(answer).toMatchObject({ meta: { attempts: 2, dropped_parameters: ['response_schema'] } });
    const second = bodyOf(server.requests[1]);
    expect(JSON.stringify(second.messages)).toContain('fit this JSON Schema');
    expect(second.temperature).toBe(0.2);
  });

  test('an answer that does not fit is mended once, told what was wrong; both calls are counted', async () => {
    const answers = ['{"title":"T","score":"three"}', '{"title":"T","score":3}'];
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(openaiAnswer({ content: answers[server.requests.length - 1] })));
    });
    const answer = await run({ response_schema: STRICT });
    expect(server.requests).toHaveLength(2);
    const second = JSON.stringify(bodyOf(server.requests[1]).messages);
    expect(second).toContain('must be of type integer');
    expect(second).toContain('three');
    expect(answer).toMatchObject({
      choices: [{ message: { parsed: { title: 'T', score: 3 } } }],
      usage: { prompt_tokens: 200, completion_tokens: 20 },
      meta: { attempts: 2, cost_usd: 0.000042 },
    });
    expect(site.logs).toMatchObject([{ status: 'success', prompt_tokens: 200, cost_micros: 42 }]);
  });

  test('a part whose cost is unknown makes the cost of the run unknown', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const { usage: _usage, ...answer } = openaiAnswer({ content: '{"title":"T"}' });
      const isFirst = server.requests.length === 1;
      const second = openaiAnswer({ content: '{"title":"T","score":3}' });
      response.end(JSON.stringify(isFirst ? { ...answer, usage: null } : second));
    });
    expect(await run({ response_schema: STRICT })).toMatchObject({ meta: { cost_usd: null } });
    expect(site.logs).toMatchObject([{ prompt_tokens: 100, cost_micros: null }]);
  });

  test.each(['not json', '{"title":1,"score":1}', '[]'])(
    '%s twice is an error with the reasons, and is paid',
    async (content) => {
      server.answerJson(openaiAnswer({ content }));
      const error = errorOf(await run({ response_schema: STRICT }));
      expect(error).toMatchObject({ status: 502, code: 'invalid_provider_response' });
      expect(error.message).toMatch(/not JSON|must be of type/);
      expect(server.requests).toHaveLength(2);
      expect(site.logs).toMatchObject([
        { status: 'error', prompt_tokens: 200, completion_tokens: 20, cost_micros: 42 },
      ]);
    },
  );

  test('a streaming caller, who has seen the answer, gets the error instead of a second one', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"choices":[{"delta":{"content":"no"}}]}\n\ndata: [DONE]\n\n');
    });
    const error = errorOf(await run({ response_schema: STRICT }, { onChunk: () => {} }));
    expect(error.code).toBe('invalid_provider_response');
    expect(server.requests).toHaveLength(1);
  });
});

test('an answer that is refused or empty is paid all the same', async () => {
  server.answerJson(openaiAnswer({ content: '' }, 'length'));
  expect(errorOf(await run({})).code).toBe('empty_completion');
  expect(site.logs).toMatchObject([{ prompt_tokens: 100, completion_tokens: 10, cost_micros: 21 }]);
});
