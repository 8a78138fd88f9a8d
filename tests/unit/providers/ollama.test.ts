import type { CompletionChunk } from '../../../contracts/completion';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const INPUTS = { content: 'Strapi is a CMS.' };
const SUMMARISE = {
  provider: 'ollama',
  method: 'chat',
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
const CLOUD_MODELS = ['qwen3.5:cloud', 'gpt-oss:120b-cloud'];
const CHAT = readFixture('ollama/chat.json');
const STREAM = readFixture('ollama/stream.txt');

let provider: FakeProvider;
let site: TestSite;

beforeEach(async () => {
  provider = await startFakeProvider();
  provider.answerJson(CHAT);
  site = createTestSite({
    providers: {
      ollama: { endpoint: provider.url },
      proxied: { kind: 'ollama', endpoint: provider.url, api_key: 'ollama-test-key' },
    },
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
      summarizer({ ...SUMMARISE, name: 'Bare', model: 'my-own:7b' }),
      summarizer({ ...SUMMARISE, name: 'Proxied', provider: 'proxied' }),
      summarizer({ ...SUMMARISE, name: 'Weather', functions: [WEATHER] }),
      summarizer({ ...SUMMARISE, name: 'Rated', response_schema: SCHEMA }),
      ...CLOUD_MODELS.map((model, index) =>
        summarizer({ ...SUMMARISE, name: `Cloud ${index}`, model, response_schema: SCHEMA }),
      ),
      summarizer({ ...SUMMARISE, name: 'Cloudy', model: 'cloud:7b', response_schema: SCHEMA }),
    ],
  });
});

afterEach(async () => {
  site.close();
  await provider.stop();
});

const answerLines = (lines: string) =>
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.end(lines);
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
  test('is exactly the documented body, without a key that nobody set', async () => {
    const answer = await site.execute('full', INPUTS);

    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/chat',
      headers: { 'content-type': 'application/json' },
    });
    expect(provider.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(provider.requests[0]?.body).toEqual(JSON.parse(readFixture('ollama/request.json')));
    expect(answer).toMatchObject({ meta: { dropped_parameters: [] } });
  });

  test('has the defaults of every parameter, whatever the model, and no system message that nobody wrote', async () => {
    await site.execute('bare', INPUTS);
    expect(provider.requests[0]?.body).toEqual({
      model: 'my-own:7b',
      messages: [{ role: 'user', content: 'Summarise: Strapi is a CMS.' }],
      stream: false,
      truncate: false,
      shift: false,
      options: { num_predict: 2048, temperature: 0.7, top_p: 0.9, top_k: 40 },
    });
  });

  test('carries a key that somebody set, for ollama.com or a proxy', async () => {
    await site.execute('proxied', INPUTS);
    expect(provider.requests[0]?.headers).toMatchObject({ authorization: 'Bearer ollama-test-key' });
  });
});

describe('what is read', () => {
  test('model, usage and finish reason are the ones of the answer, and it cost nothing', async () => {
    expect(await site.execute('full', INPUTS)).toMatchObject({
      model: 'llama3.2:latest',
      choices: [{ finish_reason: 'stop' }],
      usage: { prompt_tokens: 26, completion_tokens: 9, total_tokens: 35 },
      meta: { cost_usd: 0 },
    });
    expect(site.logs[0]).toMatchObject({
      requested_model: 'llama3.2',
      model: 'llama3.2:latest',
      cost_micros: 0,
    });
  });

  test('a counter that is left out is 0', async () => {
    const { prompt_eval_count: _left, eval_count: _out, ...rest } = JSON.parse(CHAT);
    provider.answerJson(rest);
    expect(await site.execute('full', INPUTS)).toMatchObject({
      usage: { prompt_tokens: 0, completion_tokens: 0 },
      meta: { cost_usd: 0 },
    });
  });

  test('an answer that was cut says so', async () => {
    provider.answerJson(CHAT.replace('"done_reason": "stop"', '"done_reason": "length"'));
    expect(await site.execute('full', INPUTS)).toMatchObject({ choices: [{ finish_reason: 'length' }] });
  });

  test.each(['load', 'unload'])('done_reason %s is no answer', async (reason) => {
    provider.answerJson(CHAT.replace('"done_reason": "stop"', `"done_reason": "${reason}"`));
    expect(errorOf(await site.execute('full', INPUTS))).toMatchObject({ code: 'provider_error' });
  });

  test('thinking that used up the tokens is no text', async () => {
    provider.answerJson(
      CHAT.replace('Strapi manages content.', '').replace('"done_reason": "stop"', '"done_reason": "length"'),
    );
    const error = errorOf(await site.execute('full', INPUTS));
    expect(error.code).toBe('empty_completion');
    expect(error.message).toContain('max_tokens');
  });

  test('JSON that is no answer is invalid_provider_response', async () => {
    provider.answerJson({ models: [] });
    expect(errorOf(await site.execute('full', INPUTS))).toMatchObject({ code: 'invalid_provider_response' });
  });
});

describe('a stream', () => {
  test('arrives piece by piece, whatever the packets cut, and leaves thinking out', async () => {
    const bytes = Buffer.from(STREAM);
    provider.answerTorn(bytes, 'application/x-ndjson');
    const { answer, texts } = await runStream();

    expect(provider.requests[0]?.body).toMatchObject({ stream: true, truncate: false, shift: false });
    expect(texts).toEqual(['Grüße', ', 世界', undefined]);
    expect(answer).toMatchObject({
      model: 'llama3.2:latest',
      choices: [{ message: { content: 'Grüße, 世界' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 21, completion_tokens: 6, total_tokens: 27 },
      meta: { cost_usd: 0 },
    });
  });

  test('with an error line is an error, in the words of the line', async () => {
    const error = '{"error":"an error was encountered while running the model"}\n';
    answerLines([...STREAM.split('\n').slice(0, 3), error].join('\n'));
    const { answer, texts } = await runStream();
    expect(texts).toEqual(['Grüße', ', 世界']);
    expect(errorOf(answer)).toMatchObject({ code: 'provider_error', details: { provider_status: 200 } });
    expect(errorOf(answer).message).toContain('an error was encountered while running the model');
  });

  test('that stops before its last line was cut', async () => {
    answerLines(STREAM.split('\n').slice(0, 3).join('\n') + '\n');
    expect(errorOf((await runStream()).answer)).toMatchObject({ code: 'invalid_provider_response' });
  });

  test('of lines that are no answer is invalid_provider_response', async () => {
    answerLines('{"status":"pulling manifest"}\n');
    expect(errorOf((await runStream()).answer)).toMatchObject({ code: 'invalid_provider_response' });
  });
});

describe('functions', () => {
  test('are sent as tools', async () => {
    await site.execute('weather', INPUTS);
    expect(provider.requests[0]?.body).toEqual(JSON.parse(readFixture('ollama/request.tools.json')));
  });

  test('are called in the answer, also by servers that give calls no id', async () => {
    provider.answerJson(readFixture('ollama/chat.tools.json'));
    expect(await site.execute('weather', INPUTS)).toMatchObject({
      choices: [
        {
          message: { content: null, tool_calls: [called('call_k3v9x1ab', 'Ulm'), called('call_1', 'Bern')] },
          finish_reason: 'tool_calls',
        },
      ],
      meta: { dropped_parameters: [] },
    });
  });

  test('are called with no arguments at all', async () => {
    const answer = JSON.parse(readFixture('ollama/chat.tools.json'));
    provider.answerJson({
      ...answer,
      message: { ...answer.message, tool_calls: [{ function: { name: 'get_weather', arguments: null } }] },
    });
    expect(await site.execute('weather', INPUTS)).toMatchObject({
      choices: [{ message: { tool_calls: [{ id: 'call_0', function: { arguments: '{}' } }] } }],
    });
  });

  test.each([
    ['as the server numbers them', (lines: string) => lines],
    ['all under the number 0', (lines: string) => lines.replace(/"index":\d/g, '"index":0')],
    ['without numbers and ids', (lines: string) => lines.replace(/"index":\d,|"id":"\w+",/g, '')],
    [
      'twice the same call',
      (lines: string) => lines.replace(/"index":\d,|"id":"\w+",/g, '').replace(/Bern|Genf/g, 'Ulm'),
    ],
  ])('are called in a stream, several in a line and in several lines, %s', async (_name, change) => {
    const lines = change(readFixture('ollama/stream.tools.txt'));
    const towns = [...lines.matchAll(/"town":"(\w+)"/g)].map(([, town]) => town ?? '');
    const ids = [...lines.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id);
    answerLines(lines);
    const { answer, texts, pieces } = await runStream('weather');

    const calls = towns.map((town, index) => called(ids[index] ?? `call_${index}`, town));
    expect(calls).toHaveLength(3);
    expect(pieces).toEqual(calls.map((call, index) => ({ index, ...call })));
    expect(texts).toEqual(['Hm.', undefined, undefined, undefined]);
    expect(answer).toMatchObject({
      choices: [{ message: { content: 'Hm.', tool_calls: calls }, finish_reason: 'tool_calls' }],
      usage: { prompt_tokens: 169, completion_tokens: 42 },
    });
  });
});

describe('a response schema', () => {
  const RATED = CHAT.replace('"Strapi manages content."', JSON.stringify('{"title":"T","score":3}'));

  test('is sent as the format, and the answer is parsed', async () => {
    provider.answerJson(RATED);
    const answer = await site.execute('rated', INPUTS);
    expect(provider.requests.map(({ body }) => body)).toEqual([
      JSON.parse(readFixture('ollama/request.schema.json')),
    ]);
    expect(answer).toMatchObject({
      choices: [{ message: { content: '{"title":"T","score":3}', parsed: { title: 'T', score: 3 } } }],
    });
  });

  test('holds a streamed answer too', async () => {
    answerLines(STREAM.replace('Grüße', '{\\"title\\":\\"T\\"').replace(', 世界', ',\\"score\\":3}'));
    const { answer } = await runStream('rated');
    expect(provider.requests[0]?.body).toEqual({
      ...JSON.parse(readFixture('ollama/request.schema.json')),
      stream: true,
    });
    expect(answer).toMatchObject({ choices: [{ message: { parsed: { title: 'T', score: 3 } } }] });
  });

  test.each(['cloud-0', 'cloud-1'])('is put into words for a model of the cloud: %s', async (slug) => {
    provider.answerJson(RATED);
    const answer = await site.execute(slug, INPUTS);
    expect(provider.requests[0]?.body).not.toHaveProperty('format');
    expect(JSON.stringify(provider.requests[0]?.body)).toContain('JSON Schema');
    expect(answer).toMatchObject({ choices: [{ message: { parsed: { title: 'T', score: 3 } } }] });
  });

  test('is not put into words for a local model that is only called so', async () => {
    provider.answerJson(RATED);
    await site.execute('cloudy', INPUTS);
    expect(provider.requests[0]?.body).toMatchObject({ format: SCHEMA });
  });
});

describe('error answers are told apart', () => {
  test.each([
    [404, { error: "model 'llama9' not found" }, 'model_not_found'],
    [404, { error: 'model "llama9" not found, try pulling it first' }, 'model_not_found'],
    [404, '404 page not found', 'provider_error'],
    [404, { error: 'path "/ollama/api/chat" not found' }, 'provider_error'],
    [400, { error: '"nomic-embed-text" does not support chat' }, 'provider_error'],
    [400, { error: '"llama3.2" does not support thinking' }, 'provider_error'],
    [400, { error: 'registry.ollama.ai/library/gemma:2b does not support tools' }, 'provider_error'],
    [400, { error: 'the input length exceeds the context length' }, 'context_window_exceeded'],
    [
      400,
      {
        error:
          'the prompt is longer than the context length currently available to the model; shorten the prompt',
      },
      'context_window_exceeded',
    ],
    [
      400,
      {
        error:
          '{"error":{"code":400,"message":"request (5012 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error"}}',
      },
      'context_window_exceeded',
    ],
    [401, { error: 'unauthorized' }, 'provider_auth_failed'],
    [429, { error: 'too many requests' }, 'provider_unavailable'],
    [500, { error: 'llama runner process has terminated' }, 'provider_error'],
    [
      503,
      { error: 'server busy, please try again.  maximum pending requests exceeded' },
      'provider_unavailable',
    ],
  ])('status %i, %j → %s', async (status, body, code) => {
    provider.answerJson(body, status);
    const error = errorOf(await site.execute('full', INPUTS));
    expect(error.code).toBe(code);
    expect(error.details.provider_status).toBe(status);
  });

  test.each([
    'model requires more system memory (5.0 GiB) than is available (3.9 GiB)',
    'CUDA error: Out of memory',
    'ErrorOutOfDeviceMemory: vk_ERROR_out_of_device_memory',
    'cudaMalloc failed: 2 GiB',
    'hipMalloc failed',
    'ggml: FAILED to allocate buffer',
    'allocation failed',
    'not enough memory for the model',
    'insufficient memory',
    'vk::ErrorOutOfMemory',
  ])('a model that does not fit is an error that waiting does not mend: %s', async (words) => {
    // also under a status that elsewhere means "later", and at the end of a long report
    provider.answerJson({ error: `llama-server terminated: ${'x'.repeat(400)}\n${words}` }, 503);
    const error = errorOf(await site.execute('full', INPUTS));
    expect(error).toMatchObject({ code: 'provider_error' });
    expect(error.message).toContain('Choose a smaller one');
    expect(error.message).toContain(words);
  });

  test('nobody at the address is provider_unavailable and asks whether it runs', async () => {
    await provider.stop();
    const error = errorOf(await site.execute('full', INPUTS));
    expect(error).toMatchObject({ code: 'provider_unavailable' });
    expect(error.message).toContain('Is it running?');
  });
});
