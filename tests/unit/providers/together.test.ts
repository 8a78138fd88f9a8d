import type { CompletionChunk } from '../../../contracts/completion';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const KEY = 'together-test-key';
const INPUTS = { content: 'Strapi is a CMS.' };
const SUMMARISE = {
  provider: 'together',
  method: 'chat/completions',
  prompt_template: 'Summarise: {{content}}',
  input_schema: { type: 'object', properties: { content: { type: 'string', required: true } } },
};
const WEATHER = {
  name: 'get_weather',
  description: 'The weather of a town',
  parameters: { type: 'object' as const, properties: { town: { type: 'string' } }, required: ['town'] },
};
const SCHEMA = {
  type: 'object',
  properties: { title: { type: 'string' }, score: { type: 'integer' } },
  required: ['title', 'score'],
  additionalProperties: false,
};
const called = (id: unknown, town: string) => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: `{"town":"${town}"}` },
});
const COMPLETION = readFixture('together/completion.json');
const STREAM = readFixture('together/stream.txt');

let provider: FakeProvider;
let site: TestSite;

beforeEach(async () => {
  provider = await startFakeProvider();
  provider.answerJson(COMPLETION);
  site = createTestSite({
    providers: { together: { endpoint: `${provider.url}/v1` } },
    constants: { TOGETHER_API_KEY: KEY },
    tools: [
      summarizer({
        ...SUMMARISE,
        name: 'Full',
        system_instruction: 'You are brief.',
        max_tokens: 300,
        temperature: 0.3,
        top_p: 0.8,
        top_k: 20,
        stop: ['END', '###'],
      }),
      summarizer({ ...SUMMARISE, name: 'Bare', model: 'meta-llama/Llama-3.3-70B-Instruct-Turbo' }),
      summarizer({ ...SUMMARISE, name: 'Weather', functions: [WEATHER] }),
      summarizer({ ...SUMMARISE, name: 'Rated', response_schema: SCHEMA }),
    ],
  });
});

afterEach(async () => {
  site.close();
  await provider.stop();
});

const answerEvents = (events: string) =>
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.end(events);
  });

const runStream = async (slug = 'full') => {
  const chunks: CompletionChunk[] = [];
  const answer = await site.execute(slug, INPUTS, { onChunk: (chunk) => void chunks.push(chunk) });
  return {
    answer,
    texts: chunks.map((chunk) => chunk.choices[0]?.delta.content),
    pieces: chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []),
  };
};

describe('what is sent', () => {
  test('is exactly the documented body, with the key of the environment', async () => {
    const answer = await site.execute('full', INPUTS);

    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    expect(provider.requests[0]?.body).toEqual(JSON.parse(readFixture('together/request.json')));
    expect(answer).toMatchObject({ meta: { dropped_parameters: [] } });
  });

  test('has the defaults of every parameter, whatever the model', async () => {
    await site.execute('bare', INPUTS);
    expect(provider.requests[0]?.body).toEqual({
      model: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
      messages: [{ role: 'user', content: 'Summarise: Strapi is a CMS.' }],
      max_tokens: 2048,
      temperature: 0.7,
      top_p: 0.9,
      top_k: 40,
    });
  });
});

describe('what is read', () => {
  test('model, usage and finish reason are the ones of the answer; reasoning is no text', async () => {
    expect(await site.execute('full', INPUTS)).toMatchObject({
      model: 'openai/gpt-oss-20b',
      choices: [{ message: { content: 'Strapi manages content.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 26, completion_tokens: 9, total_tokens: 35 },
    });
  });

  test.each([
    ['eos', 'stop'],
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'tool_calls'],
    ['function_call', 'tool_calls'],
  ])('finish reason %s is %s', async (theirs, ours) => {
    provider.answerJson(COMPLETION.replace('"eos"', `"${theirs}"`));
    expect(await site.execute('full', INPUTS)).toMatchObject({ choices: [{ finish_reason: ours }] });
  });

  test('an answer without usage is an answer', async () => {
    provider.answerJson({ ...JSON.parse(COMPLETION), usage: null });
    expect(textOf(await site.execute('full', INPUTS))).toBe('Strapi manages content.');
  });
});

describe('a stream', () => {
  test('arrives piece by piece, whatever the packets cut, with the usage that was asked for', async () => {
    const bytes = Buffer.from(STREAM);
    provider.answerTorn(bytes, 'text/event-stream');
    const { answer, texts } = await runStream();

    expect(provider.requests[0]?.body).toEqual({
      ...JSON.parse(readFixture('together/request.json')),
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(texts).toEqual(['Grüße', ', 世界', undefined]);
    expect(answer).toMatchObject({
      choices: [{ message: { content: 'Grüße, 世界' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 21, completion_tokens: 6, total_tokens: 27 },
    });
  });

  test.each([
    [{ message: 'Internal error', type: 'server_error', param: null, code: null }, 'provider_error'],
    [
      { message: 'max_tokens does not fit the context length', type: 'invalid_request_error' },
      'context_window_exceeded',
    ],
  ])('with the error %j is no short success', async (error, code) => {
    answerEvents(
      `${STREAM.split('\n\n').slice(0, 2).join('\n\n')}\n\ndata: ${JSON.stringify({ error })}\n\n`,
    );
    const { answer } = await runStream();
    expect(errorOf(answer)).toMatchObject({ code, details: { provider_status: 200 } });
    expect(errorOf(answer).message).toContain(error.message);
  });

  test('that stops before [DONE] was cut', async () => {
    answerEvents(STREAM.replace('data: [DONE]', ''));
    expect(errorOf((await runStream()).answer)).toMatchObject({ code: 'invalid_provider_response' });
  });
});

describe('functions', () => {
  const CALLS = [called('call_a1', 'Ulm'), called('call_b2', 'Bern')];

  test('are sent as tools, and the calls come back', async () => {
    provider.answerJson(readFixture('together/completion.tools.json'));
    const answer = await site.execute('weather', INPUTS);
    expect(provider.requests[0]?.body).toEqual(JSON.parse(readFixture('together/request.tools.json')));
    expect(answer).toMatchObject({
      choices: [{ message: { content: null, tool_calls: CALLS }, finish_reason: 'tool_calls' }],
      meta: { dropped_parameters: [] },
    });
  });

  test('are called in a stream, piece by piece', async () => {
    answerEvents(readFixture('together/stream.tools.txt'));
    const { answer, pieces } = await runStream('weather');
    expect(provider.requests[0]?.body).toEqual({
      ...JSON.parse(readFixture('together/request.tools.json')),
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(pieces.map(({ index, id }) => [index, id])).toEqual([
      [0, 'call_a1'],
      [0, undefined],
      [0, undefined],
      [1, 'call_b2'],
    ]);
    expect(answer).toMatchObject({
      choices: [{ message: { content: null, tool_calls: CALLS }, finish_reason: 'tool_calls' }],
      usage: { prompt_tokens: 140, completion_tokens: 40 },
    });
  });
});

describe('a response schema', () => {
  test('is sent in the documented form, and the answer is parsed', async () => {
    provider.answerJson(
      COMPLETION.replace('"Strapi manages content."', JSON.stringify('{"title":"T","score":3}')),
    );
    const answer = await site.execute('rated', INPUTS);
    expect(provider.requests.map(({ body }) => body)).toEqual([
      JSON.parse(readFixture('together/request.schema.json')),
    ]);
    expect(answer).toMatchObject({
      choices: [{ message: { content: '{"title":"T","score":3}', parsed: { title: 'T', score: 3 } } }],
    });
  });

  test('holds a streamed answer too', async () => {
    const delta = (content: string) => JSON.stringify({ content }).slice(1, -1);
    answerEvents(
      STREAM.replace('"content":"Grüße"', delta('{"title":"T"')).replace(
        '"content":", 世界"',
        delta(',"score":3}'),
      ),
    );
    const { answer } = await runStream('rated');
    expect(provider.requests[0]?.body).toEqual({
      ...JSON.parse(readFixture('together/request.schema.json')),
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(answer).toMatchObject({ choices: [{ message: { parsed: { title: 'T', score: 3 } } }] });
  });

  test('that the model is not made for is refused in the words of the provider', async () => {
    provider.answerJson({ error: { message: 'response_format is not supported' } }, 400);
    const error = errorOf(await site.execute('rated', INPUTS));
    expect(error).toMatchObject({ code: 'provider_error', details: { provider_status: 400 } });
    expect(error.message).toContain('response_format is not supported');
  });
});

describe('error answers are told apart', () => {
  const together = (message: string, code: string | null = null) => ({
    id: 'okkMWqL',
    error: { message, type: 'invalid_request_error', param: null, code },
  });

  test.each([
    [401, together(`Invalid API key provided: ${KEY}`, 'invalid_api_key'), 'provider_auth_failed'],
    [402, together('Credit limit exceeded'), 'provider_error'],
    [
      403,
      together('Input token count + max_tokens parameter must be less than the context length of the model.'),
      'context_window_exceeded',
    ],
    [403, together('This account may not use the model'), 'provider_error'],
    [
      400,
      together(
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 80125 `inputs` tokens and 4096 `max_new_tokens`',
      ),
      'context_window_exceeded',
    ],
    [400, together('Unable to access non-serverless model x/y.', 'model_not_available'), 'model_not_found'],
    [
      400,
      together('The dedicated endpoint for x/y is not running.', 'dedicated_endpoint_not_running'),
      'provider_error',
    ],
    [404, together('The model `x/y` does not exist'), 'model_not_found'],
    [404, '<html>Not Found</html>', 'provider_error'],
    [422, together('temperature must be a number'), 'provider_error'],
    [429, together('You have reached the rate limit', 'dynamic_request_limited'), 'provider_unavailable'],
    [500, together('Internal server error'), 'provider_error'],
    [503, together('The server is overloaded'), 'provider_unavailable'],
    [504, '<html>Gateway Timeout</html>', 'provider_timeout'],
    [524, '<html>A timeout occurred</html>', 'provider_timeout'],
  ])('status %i, %j → %s', async (status, body, code) => {
    provider.answerJson(body, status);
    const error = errorOf(await site.execute('full', INPUTS));
    expect(error.code).toBe(code);
    expect(error.details.provider_status).toBe(status);
    expect(JSON.stringify(error)).not.toContain(KEY);
  });

  test('a 403 shows the words of the provider, since its key is not at fault', async () => {
    provider.answerJson(together('This account may not use the model'), 403);
    expect(errorOf(await site.execute('full', INPUTS)).message).toContain('may not use the model');
  });

  test.each([
    [429, { 'x-ratelimit-reset': '70' }, 70],
    [429, { 'x-ratelimit-reset': '70.0001' }, 71],
    [429, { 'x-ratelimit-reset': '70', 'retry-after': '80' }, 80],
    [429, { 'x-ratelimit-reset': 'soon' }, undefined],
    // it may come with every answer; here the limit is not what was met
    [503, { 'x-ratelimit-reset': '70' }, undefined],
  ])('status %i with %j says how long to wait', async (status, headers, seconds) => {
    provider.answerJson(together('You have reached the rate limit'), status, headers);
    expect(errorOf(await site.execute('full', INPUTS)).details.retry_after_seconds).toBe(seconds);
  });
});
