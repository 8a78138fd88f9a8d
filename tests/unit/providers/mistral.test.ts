import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { CompletionChunk } from '../../../contracts/completion';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const INPUTS = { content: 'Strapi is a CMS.' };

const tool = (name: string, model: string, changes = {}) =>
  summarizer({
    name,
    provider: 'mistral',
    method: 'chat/completions',
    model,
    prompt_template: 'Summarise: {{content}}',
    input_schema: { type: 'object', properties: { content: { type: 'string', required: true } } },
    system_instruction: 'You are brief.',
    max_tokens: 300,
    temperature: 0.3,
    stop: ['END'],
    ...changes,
  });

const WEATHER = {
  name: 'get_weather',
  description: 'The weather of a town',
  parameters: {
    type: 'object' as const,
    properties: { town: { type: 'string', pattern: '^[A-Z]' } },
    required: ['town'],
  },
};

let provider: FakeProvider;
let site: TestSite;

beforeEach(async () => {
  provider = await startFakeProvider();
  provider.answerJson(readFixture('mistral/completion.json'));
  site = createTestSite({
    providers: { mistral: { api_key: 'mistral-test-key', endpoint: provider.url } },
    tools: [
      tool('Current', 'mistral-small-latest'),
      tool('Older', 'open-mistral-nemo', { top_k: 20 }),
      tool('Small', 'ministral-8b-latest'),
      tool('Unknown', 'ft:mistral-small:acme:20260901', {
        top_k: 20,
        stop: undefined,
        system_instruction: undefined,
      }),
      tool('Greedy', 'mistral-small-latest', { temperature: 0 }),
    ],
  });
});

afterEach(async () => {
  site.close();
  await provider.stop();
});

const json = (fixture: string): unknown => JSON.parse(readFixture(fixture));
const run = async () => errorOf(await site.execute('current', INPUTS));

const answerStream = (write: (response: ServerResponse) => void) =>
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    write(response);
  });
const runStream = () => site.execute('current', INPUTS, { onChunk: () => {} });

describe('what is sent', () => {
  // the schema is closed: one field more is a 422
  test.each([
    ['current', 'mistral/request.current.json', []],
    ['older', 'mistral/request.older.json', ['top_k']],
  ])('%s: exactly the documented body, and what was left out is said', async (slug, body, dropped) => {
    const answer = await site.execute(slug, INPUTS);

    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer mistral-test-key', 'content-type': 'application/json' },
    });
    expect(provider.requests[0]?.body).toEqual(json(body));
    expect(answer).toMatchObject({ meta: { dropped_parameters: dropped } });
  });

  test('an unknown model gets only what somebody set, and no system message where there is none', async () => {
    await site.execute('unknown', INPUTS);
    expect(provider.requests[0]?.body).toEqual({
      model: 'ft:mistral-small:acme:20260901',
      messages: [{ role: 'user', content: 'Summarise: Strapi is a CMS.' }],
      max_tokens: 300,
      temperature: 0.3,
    });
  });

  test('the small models are known too, and get the defaults', async () => {
    await site.execute('small', INPUTS);
    expect(provider.requests[0]?.body).toMatchObject({ model: 'ministral-8b-latest', top_p: 0.9 });
  });

  test('temperature 0 goes with the only top_p that Mistral takes with it', async () => {
    await site.execute('greedy', INPUTS);
    expect(provider.requests[0]?.body).toMatchObject({ temperature: 0, top_p: 1 });
  });
});

describe('a whole answer', () => {
  test('model, usage and finish reason are the ones of the answer', async () => {
    expect(await site.execute('current', INPUTS)).toMatchObject({
      model: 'mistral-small-2603',
      choices: [{ finish_reason: 'stop' }],
      usage: { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 },
    });
    expect(site.logs[0]).toMatchObject({
      requested_model: 'mistral-small-latest',
      model: 'mistral-small-2603',
      cached_tokens: 4,
      reasoning_tokens: 2,
    });
  });

  test.each([
    '"num_cached_tokens": 5',
    '"prompt_tokens_details": { "cached_tokens": 5 }',
    '"prompt_token_details": { "cached_tokens": 5 }',
  ])('cached tokens are read from %s', async (field) => {
    provider.answerJson(readFixture('mistral/completion.json').replace('"num_cached_tokens": 4', field));
    await site.execute('current', INPUTS);
    expect(site.logs[0]).toMatchObject({ cached_tokens: 5 });
  });

  test('an answer in chunks is the text of its text chunks, and a model’s own limit is a cut answer', async () => {
    provider.answerJson(readFixture('mistral/completion.thinking.json'));
    expect(await site.execute('current', INPUTS)).toMatchObject({
      choices: [{ message: { content: 'Strapi manages content.' }, finish_reason: 'length' }],
    });
    expect(site.logs[0]).toMatchObject({ cached_tokens: null, reasoning_tokens: null });
  });

  test('an answer that ended in an error is one, whatever text it has', async () => {
    provider.answerJson(readFixture('mistral/completion.json').replace('"stop"', '"error"'));
    expect(await run()).toMatchObject({ code: 'provider_error' });
  });

  test.each([
    ['{}', 'invalid_provider_response'],
    ['{"choices":[]}', 'invalid_provider_response'],
    ['{"object":"error","message":"Model is loading","type":"x","code":null}', 'provider_error'],
  ])('%s with status 200 → %s', async (body, code) => {
    provider.answerJson(body);
    expect(await run()).toMatchObject({ code });
  });
});

describe('a stream', () => {
  test('arrives piece by piece without its thinking, whatever the packets cut', async () => {
    provider.answerTorn(Buffer.from(readFixture('mistral/stream.txt')), 'text/event-stream; charset=utf-8');
    const pieces: unknown[] = [];
    const answer = await site.execute('current', INPUTS, {
      onChunk: (chunk) => void pieces.push(chunk.choices[0]?.delta.content),
    });

    // no stream_options, which the closed schema would refuse
    expect(provider.requests[0]?.body).toEqual({
      ...Object(json('mistral/request.current.json')),
      stream: true,
    });
    expect(pieces).toEqual(['Grüße', ', 世界', undefined]);
    expect(answer).toMatchObject({
      model: 'mistral-small-2603',
      choices: [{ message: { content: 'Grüße, 世界' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 21, completion_tokens: 6, total_tokens: 27 },
    });
    expect(site.logs[0]).toMatchObject({ cached_tokens: 8 });
  });

  test('that stops before [DONE] is an error', async () => {
    answerStream((response) => response.end(readFixture('mistral/stream.txt').replace('data: [DONE]', '')));
    expect(errorOf(await runStream())).toMatchObject({ code: 'invalid_provider_response' });
  });

  test.each([
    ['{"object":"error","message":"slow down","type":"rate_limited","code":"1300"}', 'provider_unavailable'],
    ['{"object":"error","message":"Internal server error","type":"server_error"}', 'provider_error'],
  ])('with %s in the middle is that error, not a short success', async (frame, code) => {
    answerStream((response) => {
      const [first, , third] = readFixture('mistral/stream.txt').split('\n\n');
      response.end(`${first}\n\n${third}\n\ndata: ${frame}\n\n`);
    });
    expect(errorOf(await runStream())).toMatchObject({ code });
  });

  test('whose last choice is an error is one', async () => {
    answerStream((response) =>
      response.end(readFixture('mistral/stream.txt').replace('"model_length"', '"error"')),
    );
    expect(errorOf(await runStream())).toMatchObject({ code: 'provider_error' });
  });
});

/** Runs a tool that is on no site yet. */
const runWith = (
  changes: object,
  {
    model = 'mistral-small-latest',
    ...options
  }: { model?: string; onChunk?: (chunk: CompletionChunk) => void } = {},
) => {
  site.close();
  site = createTestSite({
    providers: { mistral: { api_key: 'mistral-test-key', endpoint: provider.url } },
    tools: [tool('Current', model, changes)],
  });
  return site.execute('current', INPUTS, options);
};
const call = (id: string, args: string) => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: args },
});

describe('functions', () => {
  test('are sent as tools, and the calls come back, whether their arguments are text or an object', async () => {
    provider.answerJson(readFixture('mistral/completion.tools.json'));
    const answer = await runWith({ functions: [WEATHER] });
    expect(provider.requests[0]?.body).toEqual(json('mistral/request.tools.json'));
    expect(answer).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: null,
            tool_calls: [
              call('gSIMJiOkT', '{"town": "Ulm"}'),
              call('hTJNKjPlU', '{"town":"Graz"}'),
              call('call_2', '{}'),
            ],
          },
        },
      ],
      meta: { dropped_parameters: [] },
    });
  });

  test.each([
    [
      'mistral/stream.tools.txt',
      [call('gSIMJiOkT', '{"town": "Ulm"}'), call('hTJNKjPlU', '{"town":"Graz"}'), call('call_2', '{}')],
    ],
    [
      'mistral/stream.tools.relayed.txt',
      [call('chatcmpl-tool-9f14', '{"town":"Ulm"}'), call('chatcmpl-tool-7c42', '{}')],
    ],
  ])('%s is read, with whole calls without an index or with pieces that have one', async (fixture, calls) => {
    answerStream((response) => response.end(readFixture(fixture)));
    const chunks: CompletionChunk[] = [];
    const options = { onChunk: (chunk: CompletionChunk) => void chunks.push(chunk) };
    const answer = await runWith({ functions: [WEATHER] }, options);
    expect(provider.requests[0]?.body).toEqual({
      ...Object(json('mistral/request.tools.json')),
      stream: true,
    });
    expect(answer).toMatchObject({
      choices: [{ finish_reason: 'tool_calls', message: { content: null, tool_calls: calls } }],
    });
    const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    expect([...new Set(pieces.map(({ index }) => index))]).toEqual(calls.map((_call, index) => index));
    expect(pieces.flatMap(({ id }) => id ?? [])).toEqual(calls.map(({ id }) => id));
    // an empty name is no name
    expect(pieces.flatMap((piece) => piece.function.name ?? [])).toEqual(calls.map(() => 'get_weather'));
  });

  test('a piece that belongs to no call is an error, not a broken call', async () => {
    const frame = { choices: [{ delta: { tool_calls: [{ function: { arguments: '"Ulm"}' } }] } }] };
    answerStream((response) => response.end(`data: ${JSON.stringify(frame)}\n\ndata: [DONE]\n\n`));
    const error = errorOf(await runWith({ functions: [WEATHER] }, { onChunk: () => {} }));
    expect(error).toMatchObject({ code: 'invalid_provider_response' });
  });
});

describe('a response schema', () => {
  const ANSWER = { title: 'Strapi', tags: [{ name: 'cms' }] };
  const tags = (more: object) => ({
    tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, ...more } },
  });
  const title = { title: { type: 'string' } };
  const CLOSED = {
    type: 'object',
    properties: { ...title, ...tags({ additionalProperties: false }) },
    required: ['title'],
    additionalProperties: false,
  };
  const answerWith = (value: unknown) =>
    provider.answerJson({
      choices: [{ message: { content: JSON.stringify(value) }, finish_reason: 'stop' }],
    });

  test('holds the model to it, and the answer is parsed', async () => {
    answerWith(ANSWER);
    const answer = await runWith({ response_schema: CLOSED });
    expect(provider.requests[0]?.body).toEqual(json('mistral/request.schema.json'));
    expect(answer).toMatchObject({ choices: [{ message: { parsed: ANSWER } }] });
  });

  test('holds a streamed answer to it as well', async () => {
    const frame = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    answerStream((response) => response.end(`${frame('{"title":')}${frame('"S"}')}data: [DONE]\n\n`));
    const answer = await runWith({ response_schema: CLOSED }, { onChunk: () => {} });
    expect(provider.requests[0]?.body).toEqual({
      ...Object(json('mistral/request.schema.json')),
      stream: true,
    });
    expect(answer).toMatchObject({ choices: [{ message: { parsed: { title: 'S' } } }] });
  });

  test.each([
    ['open', { type: 'object', properties: title }],
    ['open inside', { ...CLOSED, properties: tags({}) }],
    ['a map', { type: ['object', 'null'], additionalProperties: { type: 'array' } }],
    ['open without a type', { properties: title }],
  ])('one that is %s is not asked for strictly', async (_what, schema) => {
    answerWith({});
    await runWith({ response_schema: schema });
    expect(provider.requests[0]?.body).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: false } },
    });
  });

  test('is put into words for the one model without it', async () => {
    answerWith(ANSWER);
    const options = { model: 'open-codestral-mamba' };
    expect(await runWith({ response_schema: CLOSED }, options)).toMatchObject({
      choices: [{ message: { parsed: ANSWER } }],
    });
    expect(provider.requests[0]?.body).not.toHaveProperty('response_format');
    expect(JSON.stringify(provider.requests[0]?.body)).toContain('It has to fit this JSON Schema');
  });
});

describe('error answers are told apart', () => {
  const mistralError = (message: unknown, type: string, code: string | number | null = null) => ({
    object: 'error',
    message,
    type,
    param: null,
    code,
  });

  test.each([
    [401, { detail: 'Unauthorized' }, 'provider_auth_failed'],
    [401, { message: 'Unauthorized', request_id: '933f' }, 'provider_auth_failed'],
    [403, { message: 'Forbidden' }, 'provider_auth_failed'],
    [
      403,
      mistralError('This model is not available in your subscription tier', 'tier_not_allowed', '1910'),
      'provider_error',
    ],
    [400, mistralError('Invalid model: mistral-x', 'invalid_model', '1500'), 'model_not_found'],
    [400, mistralError('Invalid model: mistral-x', 'invalid_model', 1500), 'model_not_found'],
    [404, mistralError('No such thing', 'invalid_request_error', 'unknown_model'), 'model_not_found'],
    [404, mistralError('Model mistral-x was not found', 'not_found'), 'model_not_found'],
    [404, { message: 'no Route matched with those values' }, 'provider_error'],
    [
      400,
      mistralError(
        'Prompt contains 300000 tokens and 0 draft tokens, too large for model with 262144 maximum context length',
        'invalid_request_prompt',
        '3051',
      ),
      'context_window_exceeded',
    ],
    [400, mistralError('temperature must be below 1.5', 'invalid_request_error'), 'provider_error'],
    [422, json('mistral/error.validation.json'), 'provider_error'],
    [422, { detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] }, 'provider_error'],
    [429, mistralError('Rate limit exceeded', 'rate_limited', '1300'), 'provider_unavailable'],
    [
      429,
      mistralError(
        'Service tier capacity exceeded for this model.',
        'service_tier_capacity_exceeded',
        '3505',
      ),
      'provider_unavailable',
    ],
    [500, mistralError('Internal server error', 'server_error'), 'provider_error'],
    [503, '<html>Service Unavailable</html>', 'provider_unavailable'],
    [504, 'upstream timed out', 'provider_timeout'],
  ])('status %i, %j → %s', async (status, body, code) => {
    provider.answerJson(body, status);
    expect(await run()).toMatchObject({ code, details: { provider_status: status } });
    expect(site.logs).toMatchObject([{ status: 'error', error_code: code, provider_status: status }]);
  });

  const validation = z.object({ message: z.object({}).loose() }).parse(json('mistral/error.validation.json'));

  test.each([
    ['inside the message', validation],
    ['as the whole body', validation.message],
  ])('validation errors %s name each field and quote nothing that was sent', async (_where, body) => {
    provider.answerJson(body, 422);
    const { message } = await run();
    expect(message).toContain(
      'body.top_k: Extra inputs are not permitted; body.stop.0: Input should be shorter',
    );
    expect(message).not.toContain('secret words');
  });

  test('the delay of the header is passed on', async () => {
    provider.answerJson(mistralError('slow down', 'rate_limited'), 429, { 'retry-after': '70' });
    expect((await run()).details.retry_after_seconds).toBe(70);
  });
});
