import type { ServerResponse } from 'node:http';
import type { CompletionChunk } from '../../../contracts/completion';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const INPUTS = { content: 'Strapi is a CMS.' };

const tool = (name: string, model: string, changes = {}) =>
  summarizer({
    name,
    provider: 'google',
    method: 'generateContent',
    model,
    prompt_template: 'Summarise: {{content}}',
    input_schema: { type: 'object', properties: { content: { type: 'string', required: true } } },
    system_instruction: 'You are brief.',
    max_tokens: 300,
    temperature: 0.3,
    top_k: 20,
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
  provider.answerJson(readFixture('google/completion.json'));
  site = createTestSite({
    providers: { google: { api_key: 'AIza-test', endpoint: `${provider.url}/v1beta`, timeout_ms: 5000 } },
    tools: [
      tool('Current', 'gemini-3.5-flash-lite'),
      tool('Older', 'gemini-2.5-flash-lite'),
      tool('Alias', 'gemini-flash-latest'),
      tool('Unknown', 'gemma-4-27b-it', { stop: undefined, system_instruction: undefined }),
      tool('Pasted', 'models/gemini-2.5-flash-lite'),
      tool('Odd', 'gemini-3.5/../x?key=1'),
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
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write(response);
  });
const runStream = () => site.execute('current', INPUTS, { onChunk: () => {} });

describe('what is sent', () => {
  test.each([
    ['current', 'gemini-3.5-flash-lite', 'google/request.current.json', ['temperature', 'top_k']],
    ['older', 'gemini-2.5-flash-lite', 'google/request.older.json', []],
    // an alias names the newest generation
    ['alias', 'gemini-flash-latest', 'google/request.current.json', ['temperature', 'top_k']],
  ])('%s: exactly the documented body, and what was left out is said', async (slug, model, body, dropped) => {
    const answer = await site.execute(slug, INPUTS);

    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]).toMatchObject({
      method: 'POST',
      path: `/v1beta/models/${model}:generateContent`,
      headers: { 'x-goog-api-key': 'AIza-test', 'content-type': 'application/json' },
    });
    expect(provider.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(provider.requests[0]?.body).toEqual(json(body));
    expect(answer).toMatchObject({ meta: { dropped_parameters: dropped } });
  });

  test('an unknown model gets only what somebody set, and no system message where there is none', async () => {
    await site.execute('unknown', INPUTS);
    expect(provider.requests[0]?.body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Summarise: Strapi is a CMS.' }] }],
      generationConfig: { maxOutputTokens: 300, temperature: 0.3, topK: 20 },
    });
  });

  test('a model may be written as Google’s list has it, and is the same family', async () => {
    await site.execute('pasted', INPUTS);
    expect(provider.requests[0]?.path).toBe('/v1beta/models/gemini-2.5-flash-lite:generateContent');
    expect(provider.requests[0]?.body).toEqual(json('google/request.older.json'));
  });

  test('a model cannot change the address', async () => {
    await site.execute('odd', INPUTS);
    expect(provider.requests[0]?.path).toBe('/v1beta/models/gemini-3.5%2F..%2Fx%3Fkey%3D1:generateContent');
  });

  test.each<[string, Record<string, string>]>([
    ['AIza-gemini', { GEMINI_API_KEY: 'AIza-gemini' }],
    ['AIza-google', { GEMINI_API_KEY: 'AIza-gemini', GOOGLE_API_KEY: 'AIza-google' }],
  ])('the key is %s of %j', async (key, constants) => {
    const withConstants = createTestSite({
      constants,
      providers: { google: { endpoint: provider.url } },
      tools: [tool('Current', 'gemini-3.5-flash-lite')],
    });
    await withConstants.execute('current', INPUTS);
    withConstants.close();
    expect(provider.requests[0]?.headers).toMatchObject({ 'x-goog-api-key': key });
  });
});

describe('a whole answer', () => {
  test('thoughts are left out of the text and counted as completion', async () => {
    expect(await site.execute('current', INPUTS)).toMatchObject({
      model: 'gemini-3.5-flash-lite-07-2026',
      choices: [{ message: { content: 'Strapi manages content.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 },
    });
    expect(site.logs[0]).toMatchObject({
      requested_model: 'gemini-3.5-flash-lite',
      model: 'gemini-3.5-flash-lite-07-2026',
      cached_tokens: 4,
      reasoning_tokens: 3,
    });
  });

  test.each([
    ['google/blocked-prompt.json', 'prompt blocked: PROHIBITED_CONTENT'],
    ['google/blocked-answer.json', 'answer blocked: SAFETY, The answer was stopped by the safety filter.'],
  ])('%s is content_refused and says why', async (fixture, words) => {
    provider.answerJson(readFixture(fixture));
    const error = await run();
    expect(error).toMatchObject({ status: 422, code: 'content_refused' });
    expect(error.message).toContain(words);
  });

  test.each(['RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY'])(
    'an answer stopped for %s is content_refused',
    async (reason) => {
      provider.answerJson(readFixture('google/completion.json').replace('STOP', reason));
      expect(await run()).toMatchObject({ code: 'content_refused' });
    },
  );

  test.each(['MALFORMED_FUNCTION_CALL', 'MALFORMED_RESPONSE', 'LANGUAGE', 'OTHER'])(
    'an answer stopped for %s is an error, whatever text it has',
    async (reason) => {
      provider.answerJson(readFixture('google/completion.json').replace('STOP', reason));
      expect(await run()).toMatchObject({ code: 'provider_error' });
    },
  );

  test.each(['MAX_TOKENS', 'CONTINUATION'])('%s is a cut answer', async (reason) => {
    provider.answerJson(readFixture('google/completion.json').replace('STOP', reason));
    expect(await site.execute('current', INPUTS)).toMatchObject({ choices: [{ finish_reason: 'length' }] });
  });

  test('an answer whose tokens all went into thinking says what to raise', async () => {
    provider.answerJson({
      candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }],
      usageMetadata: { promptTokenCount: 21, thoughtsTokenCount: 300 },
    });
    const error = await run();
    expect(error.code).toBe('empty_completion');
    expect(error.message).toContain('max_tokens');
  });

  test.each(['{}', '{"hello":"world"}', '{"candidates":[]}', '{"usageMetadata":{"promptTokenCount":1}}'])(
    '%s is no completion',
    async (body) => {
      provider.answerJson(body);
      expect(await run()).toMatchObject({ code: 'invalid_provider_response' });
    },
  );
});

describe('a stream', () => {
  test('arrives piece by piece without its thoughts, whatever the packets cut', async () => {
    provider.answerTorn(Buffer.from(readFixture('google/stream.txt')), 'text/event-stream');
    const pieces: unknown[] = [];
    const answer = await site.execute('current', INPUTS, {
      onChunk: (chunk) => void pieces.push(chunk.choices[0]?.delta.content),
    });

    expect(provider.requests[0]?.path).toBe(
      '/v1beta/models/gemini-3.5-flash-lite:streamGenerateContent?alt=sse',
    );
    expect(provider.requests[0]?.body).toEqual(json('google/request.current.json'));
    expect(pieces).toEqual(['Grüße', ', 世界', undefined]);
    expect(answer).toMatchObject({
      model: 'gemini-3.5-flash-lite-07-2026',
      choices: [{ message: { content: 'Grüße, 世界' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 21, completion_tokens: 6, total_tokens: 27 },
    });
    expect(site.logs[0]).toMatchObject({ cached_tokens: 8, reasoning_tokens: 2 });
  });

  test('that stops before a reason to stop was given is an error', async () => {
    const [first, second] = readFixture('google/stream.txt').split('\n\n');
    answerStream((response) => response.end(`${first}\n\n${second}\n\n`));
    expect(errorOf(await runStream())).toMatchObject({ code: 'invalid_provider_response' });
  });

  test.each(['google/blocked-prompt.json', 'google/blocked-answer.json'])(
    'that ends with %s is content_refused',
    async (fixture) => {
      answerStream((response) => response.end(`data: ${JSON.stringify(json(fixture))}\n\n`));
      expect(errorOf(await runStream())).toMatchObject({ code: 'content_refused' });
    },
  );

  test('with a bare error in the middle is that error, not a short success', async () => {
    const [first, second] = readFixture('google/stream.txt').split('\n\n');
    answerStream((response) =>
      response.end(`${first}\n\n${second}\n\ndata: {"error":{"code":503,"status":"UNAVAILABLE"}}\n\n`),
    );
    const error = errorOf(await runStream());
    expect(error).toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect(error.message).toContain('UNAVAILABLE');
  });
});

/** Runs a tool that is on no site yet. */
const runWith = (
  changes: object,
  {
    model = 'gemini-3.5-flash-lite',
    ...options
  }: { model?: string; onChunk?: (chunk: CompletionChunk) => void } = {},
) => {
  site.close();
  site = createTestSite({
    providers: { google: { api_key: 'AIza-test', endpoint: provider.url } },
    tools: [tool('Current', model, { temperature: undefined, top_k: undefined, ...changes })],
  });
  return site.execute('current', INPUTS, options);
};
const call = (id: string, town?: string) => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: town ? `{"town":"${town}"}` : '{}' },
});

describe('functions', () => {
  test('are sent with their schemas as they are, and the calls come back as ours', async () => {
    provider.answerJson(readFixture('google/completion.tools.json'));
    const answer = await runWith({ functions: [WEATHER] });
    expect(provider.requests[0]?.body).toEqual(json('google/request.tools.json'));
    expect(answer).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: 'Let me see.',
            tool_calls: [call('lpndqlku', 'Ulm'), call('call_1', 'Graz'), call('call_2')],
          },
        },
      ],
      meta: { dropped_parameters: [] },
    });
  });

  test('a stream keeps calls apart that are alike, and ends as one with calls', async () => {
    answerStream((response) => response.end(readFixture('google/stream.tools.txt')));
    const chunks: CompletionChunk[] = [];
    const options = { onChunk: (chunk: CompletionChunk) => void chunks.push(chunk) };
    const answer = await runWith({ functions: [WEATHER] }, options);
    expect(provider.requests[0]?.body).toEqual(json('google/request.tools.json'));
    const calls = [
      call('call_0', 'Ulm'),
      call('m6rogicj', 'Graz'),
      call('call_2', 'Linz'),
      call('call_3', 'Linz'),
    ];
    expect(answer).toMatchObject({
      choices: [{ finish_reason: 'tool_calls', message: { content: null, tool_calls: calls } }],
    });
    expect(chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])).toEqual(
      calls.map((whole, index) => ({ index, ...whole })),
    );
  });

  test('a call that comes in pieces, which nobody asked for, is not taken for a whole one', async () => {
    const content = { parts: [{ functionCall: { partialArgs: [] } }] };
    const frame = { candidates: [{ content, finishReason: 'STOP' }] };
    answerStream((response) => response.end(`data: ${JSON.stringify(frame)}\n\n`));
    const error = errorOf(await runWith({ functions: [WEATHER] }, { onChunk: () => {} }));
    expect(error).toMatchObject({ code: 'invalid_provider_response' });
  });
});

describe('a response schema', () => {
  const ANSWER = { kind: 'summary', pattern: 'Strapi', score: 4, sure: true };
  const answerWith = (value: unknown) =>
    provider.answerJson({
      candidates: [{ content: { parts: [{ text: JSON.stringify(value) }] }, finishReason: 'STOP' }],
    });
  const strict = () => ({ response_schema: json('google/schema.json') });
  const bodyOf = (index: number): string => JSON.stringify(provider.requests[index]?.body);

  test('holds the model to it in the words Google documents, and the answer is parsed', async () => {
    answerWith(ANSWER);
    const answer = await runWith(strict());
    expect(provider.requests[0]?.body).toEqual(json('google/request.schema.json'));
    expect(answer).toMatchObject({ choices: [{ message: { parsed: ANSWER } }] });
  });

  test('holds a streamed answer to it as well', async () => {
    const [first, second] = ['{"kind":"summary",', '"pattern":"Strapi","score":4}'].map((text, index) => ({
      candidates: [{ content: { parts: [{ text }] }, ...(index === 1 && { finishReason: 'STOP' }) }],
    }));
    answerStream((response) =>
      response.end(`data: ${JSON.stringify(first)}\n\ndata: ${JSON.stringify(second)}\n\n`),
    );
    const answer = await runWith(strict(), { onChunk: () => {} });
    expect(provider.requests[0]?.body).toEqual(json('google/request.schema.json'));
    expect(answer).toMatchObject({
      choices: [{ message: { parsed: { kind: 'summary', pattern: 'Strapi', score: 4 } } }],
    });
  });

  test('a schema that is nothing but a reference keeps its definitions', async () => {
    answerWith('x');
    await runWith({
      response_schema: { $ref: '#/$defs/word', $defs: { word: { type: 'string', minLength: 1 } } },
    });
    expect(provider.requests[0]?.body).toMatchObject({
      generationConfig: {
        responseJsonSchema: { $ref: '#/$defs/word', $defs: { word: { type: 'string' } } },
      },
    });
    expect(bodyOf(0)).not.toContain('minLength');
  });

  test('what was left out is checked all the same, and mended', async () => {
    const answers = [{ ...ANSWER, score: 3 }, ANSWER];
    provider.answer((_request, response) => {
      const text = JSON.stringify(answers[provider.requests.length - 1]);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ candidates: [{ content: { parts: [{ text }] } }] }));
    });
    expect(await runWith(strict())).toMatchObject({ choices: [{ message: { parsed: ANSWER } }] });
    expect(bodyOf(1)).toContain('must be multiple of 2');
  });

  test.each([
    ['gemini-2.0-flash', true],
    ['models/gemini-2.5-flash-lite', true],
    ['gemini-flash-latest', true],
    ['gemini-4-flash', true],
    ['gemini-1.5-pro', false],
    ['gemini-2.5-flash-image', false],
    ['gemma-4-27b-it', false],
    ['my-own-gemini-3', false],
  ])('%s is held to it: %s; others are asked in words', async (model, isHeld) => {
    answerWith(ANSWER);
    const answer = await runWith(strict(), { model });
    expect(answer).toMatchObject({ choices: [{ message: { parsed: ANSWER } }] });
    expect(bodyOf(0).includes('responseJsonSchema')).toBe(isHeld);
    expect(bodyOf(0).includes('responseMimeType')).toBe(isHeld);
    expect(bodyOf(0).includes('It has to fit this JSON Schema')).toBe(!isHeld);
  });

  // a 400: “Function calling with a response mime type: 'application/json' is unsupported”
  test.each([
    ['gemini-3.5-flash-lite', true],
    ['gemini-2.5-flash-lite', false],
    ['models/gemini-2.5-flash-lite', false],
  ])('beside functions %s is held to it: %s', async (model, isHeld) => {
    answerWith(ANSWER);
    const answer = await runWith({ ...strict(), functions: [WEATHER] }, { model });
    expect(answer).toMatchObject({ choices: [{ message: { parsed: ANSWER } }] });
    expect(bodyOf(0)).toContain('functionDeclarations');
    expect(bodyOf(0).includes('responseMimeType')).toBe(isHeld);
    // in words nothing has to be left out
    expect(bodyOf(0).includes('multipleOf')).toBe(!isHeld);
  });
});

describe('error answers are told apart', () => {
  const googleError = (status: string, message: string) => ({ error: { message, status } });

  test.each([
    [400, json('google/error.bad-key.json'), 'provider_auth_failed'],
    [
      400,
      JSON.stringify(json('google/error.bad-key.json')).replace(
        'API key not valid.',
        'Ungültiger Schlüssel.',
      ),
      'provider_auth_failed',
    ],
    [
      400,
      googleError('INVALID_ARGUMENT', 'API key expired. Please renew the API key.'),
      'provider_auth_failed',
    ],
    [401, googleError('UNAUTHENTICATED', 'no credentials'), 'provider_auth_failed'],
    [403, googleError('PERMISSION_DENIED', 'Your API key was reported as leaked.'), 'provider_auth_failed'],
    [404, googleError('NOT_FOUND', 'models/gemini-x is not found for API version v1beta'), 'model_not_found'],
    [404, '<html>Not Found</html>', 'provider_error'],
    [
      400,
      googleError(
        'INVALID_ARGUMENT',
        'The input token count (1054016) exceeds the maximum number of tokens allowed (1048576).',
      ),
      'context_window_exceeded',
    ],
    [400, googleError('INVALID_ARGUMENT', 'Invalid value at generation_config'), 'provider_error'],
    [400, googleError('FAILED_PRECONDITION', 'User location is not supported'), 'provider_error'],
    [429, json('google/error.quota-per-minute.json'), 'provider_unavailable'],
    [429, json('google/error.quota-per-day.json'), 'provider_error'],
    [429, [json('google/error.quota-per-day.json')], 'provider_error'],
    [500, googleError('INTERNAL', 'An internal error has occurred'), 'provider_error'],
    [503, googleError('UNAVAILABLE', 'The model is overloaded.'), 'provider_unavailable'],
    [504, googleError('DEADLINE_EXCEEDED', 'The request timed out.'), 'provider_timeout'],
  ])('status %i, %j → %s', async (status, body, code) => {
    provider.answerJson(body, status);
    expect(await run()).toMatchObject({ code, details: { provider_status: status } });
    expect(site.logs).toMatchObject([{ status: 'error', error_code: code, provider_status: status }]);
  });

  test('the delay in the body is passed on in whole seconds', async () => {
    provider.answerJson(readFixture('google/error.quota-per-minute.json'), 429);
    expect((await run()).details.retry_after_seconds).toBe(46);
  });

  test('a day’s quota says no delay, since it is not back after it', async () => {
    provider.answerJson(readFixture('google/error.quota-per-day.json'), 429);
    const error = await run();
    expect(error.details.retry_after_seconds).toBeUndefined();
    expect(error.message).toContain('You exceeded your current quota');
  });

  test('an odd detail does not cost the provider’s words', async () => {
    provider.answerJson({ error: { message: 'Quite odd', status: 'INTERNAL', details: ['odd'] } }, 500);
    expect((await run()).message).toContain('Quite odd');
  });
});
