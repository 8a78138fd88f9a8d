import type { CompletionChunk } from '../../../contracts/completion';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const BASE = {
  prompt_template: 'Summarise: {{content}}',
  input_schema: { type: 'object', properties: { content: { type: 'string', required: true } } },
  system_instruction: 'You are brief.',
  max_tokens: 300,
};
const INPUTS = { content: 'Strapi is a CMS.' };

const openaiTool = (name: string, model: string, changes = {}) =>
  summarizer({
    ...BASE,
    name,
    provider: 'openai',
    method: 'chat/completions',
    model,
    temperature: 0.3,
    ...changes,
  });
const anthropicTool = (name: string, model: string, changes = {}) =>
  summarizer({
    ...BASE,
    name,
    provider: 'anthropic',
    method: 'messages',
    model,
    temperature: 0.3,
    ...changes,
  });

let provider: FakeProvider;
let site: TestSite;

beforeEach(async () => {
  provider = await startFakeProvider();
  site = createTestSite({
    providers: {
      openai: { api_key: 'sk-test-openai', endpoint: `${provider.url}/v1`, timeout_ms: 1900 },
      anthropic: { api_key: 'sk-ant-test', endpoint: provider.url, timeout_ms: 1900 },
    },
    tools: [
      openaiTool('OpenAI current', 'gpt-6-luna'),
      openaiTool('OpenAI older', 'gpt-4o-mini', { top_k: 20 }),
      openaiTool('OpenAI reasoning only', 'o4-mini', { stop: ['END'] }),
      openaiTool('OpenAI unknown', 'my-fine-tune'),
      anthropicTool('Claude current', 'claude-haiku-5-5', { top_k: 20 }),
      anthropicTool('Claude older', 'claude-haiku-4-5'),
    ],
  });
});

afterEach(async () => {
  site.close();
  await provider.stop();
});

const json = (fixture: string): unknown => JSON.parse(readFixture(fixture));

describe('OpenAI', () => {
  beforeEach(() => provider.answerJson(readFixture('openai/completion.json')));

  test.each([
    ['openai-current', 'openai/request.current.json', []],
    ['openai-older', 'openai/request.older.json', ['top_k']],
    ['openai-reasoning-only', 'openai/request.reasoning-only.json', ['temperature', 'stop']],
  ])('%s sends exactly the documented body and says what it left out', async (slug, fixture, dropped) => {
    const answer = await site.execute(slug, INPUTS);

    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-test-openai', 'content-type': 'application/json' },
    });
    expect(provider.requests[0]?.body).toEqual(json(fixture));
    expect(answer).toMatchObject({ meta: { dropped_parameters: dropped } });
  });

  test('an unknown model gets only what somebody set', async () => {
    await site.execute('openai-unknown', INPUTS);
    expect(provider.requests[0]?.body).toEqual({
      model: 'my-fine-tune',
      messages: [
        { role: 'developer', content: 'You are brief.' },
        { role: 'user', content: 'Summarise: Strapi is a CMS.' },
      ],
      max_completion_tokens: 300,
      temperature: 0.3,
    });
  });

  test('model, usage and finish reason are the ones of the answer', async () => {
    expect(await site.execute('openai-current', INPUTS)).toMatchObject({
      model: 'gpt-6-luna-2026-09-22',
      choices: [{ finish_reason: 'stop' }],
      usage: { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 },
      meta: { cost_usd: 0.000007 },
    });
    expect(site.logs[0]).toMatchObject({
      requested_model: 'gpt-6-luna',
      model: 'gpt-6-luna-2026-09-22',
      cached_tokens: 4,
      reasoning_tokens: 2,
      cost_micros: 7,
    });
  });

  test('a refusal that comes with status 200 is content_refused, in the words of the model', async () => {
    provider.answerJson(readFixture('openai/refusal.json'));
    const error = errorOf(await site.execute('openai-current', INPUTS));
    expect(error).toMatchObject({ status: 422, code: 'content_refused' });
    expect(error.message).toContain("I can't help with that.");
  });

  test('a stream arrives piece by piece, whatever the packets cut', async () => {
    const bytes = Buffer.from(readFixture('openai/stream.txt'));
    provider.answerTorn(bytes, 'text/event-stream');
    const chunks: CompletionChunk[] = [];
    const answer = await site.execute('openai-current', INPUTS, {
      onChunk: (chunk) => void chunks.push(chunk),
    });

    expect(provider.requests[0]?.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(textOf(answer)).toBe('Grüße, 世界');
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'length' }], usage: { total_tokens: 27 } });
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content)).toEqual(['Grüße', ', 世界', undefined]);
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.at(-1)).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { total_tokens: 27 },
      meta: { tool: 'openai-current' },
    });
  });
});

describe('Anthropic', () => {
  beforeEach(() => provider.answerJson(readFixture('anthropic/message.json')));

  test.each([
    ['claude-current', 'anthropic/request.current.json', ['temperature', 'top_k']],
    ['claude-older', 'anthropic/request.older.json', []],
  ])('%s sends exactly the documented body and says what it left out', async (slug, fixture, dropped) => {
    const answer = await site.execute(slug, INPUTS);

    expect(textOf(answer)).toBe('Strapi manages content.');
    expect(provider.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      headers: {
        'x-api-key': 'sk-ant-test',
        'anthropic-version': '2023-06-01',
        'content-type': 'application/json',
      },
    });
    expect(provider.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(provider.requests[0]?.body).toEqual(json(fixture));
    expect(answer).toMatchObject({ meta: { dropped_parameters: dropped } });
  });

  test('usage counts cached input, which this API leaves out of input_tokens', async () => {
    expect(await site.execute('claude-current', INPUTS)).toMatchObject({
      object: 'chat.completion',
      model: 'claude-haiku-5-5-20261007',
      choices: [{ message: { role: 'assistant' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 },
    });
    expect(site.logs[0]).toMatchObject({ cached_tokens: 4, reasoning_tokens: 3 });
  });

  test('a refusal is content_refused with its category', async () => {
    provider.answerJson(readFixture('anthropic/refusal.json'));
    const error = errorOf(await site.execute('claude-current', INPUTS));
    expect(error).toMatchObject({ code: 'content_refused' });
    expect(error.message).toContain('cyber');
  });

  test('a stream leaves thinking out and sums both halves of the usage', async () => {
    provider.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.end(readFixture('anthropic/stream.txt'));
    });
    const pieces: unknown[] = [];
    const answer = await site.execute('claude-current', INPUTS, {
      onChunk: (chunk) => void pieces.push(chunk.choices[0]?.delta.content),
    });

    expect(provider.requests[0]?.body).toMatchObject({ stream: true });
    expect(pieces).toEqual(['Grüße', ', 世界', undefined]);
    expect(answer).toMatchObject({
      choices: [{ message: { content: 'Grüße, 世界' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 21, completion_tokens: 12, total_tokens: 33 },
    });
  });

  test('an error in the middle of a stream is an error, not a short success', async () => {
    provider.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        readFixture('anthropic/stream.txt').split(
          'event: content_block_stop\ndata: {"type":"content_block_stop","index":1}',
        )[0],
      );
      response.end(
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
      );
    });
    const error = errorOf(await site.execute('claude-current', INPUTS, { onChunk: () => {} }));
    expect(error).toMatchObject({ status: 503, code: 'provider_unavailable' });
  });
});

describe('error answers are told apart', () => {
  const openaiError = (message: string, code: string | null) => ({
    error: { message, type: 'invalid_request_error', param: null, code },
  });
  const anthropicError = (type: string, message: string, details?: object) => ({
    type: 'error',
    error: { type, message, ...(details && { details }) },
    request_id: 'req_1',
  });

  test.each([
    [
      'openai-current',
      401,
      openaiError('Incorrect API key provided: sk-test-openai.', 'invalid_api_key'),
      'provider_auth_failed',
    ],
    [
      'openai-current',
      404,
      openaiError('The model `gpt-x` does not exist', 'model_not_found'),
      'model_not_found',
    ],
    ['openai-current', 404, openaiError('Invalid URL', null), 'provider_error'],
    [
      'openai-current',
      400,
      openaiError('Maximum context length is 128000 tokens', 'context_length_exceeded'),
      'context_window_exceeded',
    ],
    [
      'openai-current',
      400,
      openaiError("Unsupported parameter: 'top_k'", 'unsupported_parameter'),
      'provider_error',
    ],
    ['openai-current', 429, openaiError('Rate limit reached', 'rate_limit_exceeded'), 'provider_unavailable'],
    [
      'openai-current',
      429,
      openaiError('You exceeded your current quota', 'insufficient_quota'),
      'provider_error',
    ],
    ['openai-current', 500, openaiError('The server had an error', null), 'provider_error'],
    ['openai-current', 503, '<html>Service Unavailable</html>', 'provider_unavailable'],
    [
      'claude-current',
      401,
      anthropicError('authentication_error', 'invalid x-api-key'),
      'provider_auth_failed',
    ],
    ['claude-current', 403, anthropicError('permission_error', 'not allowed'), 'provider_auth_failed'],
    ['claude-current', 404, anthropicError('not_found_error', 'model: claude-x'), 'model_not_found'],
    [
      'claude-current',
      400,
      anthropicError('invalid_request_error', 'prompt is too long: 250000 tokens'),
      'context_window_exceeded',
    ],
    ['claude-current', 429, anthropicError('rate_limit_error', 'slow down'), 'provider_unavailable'],
    [
      'claude-current',
      429,
      anthropicError('rate_limit_error', 'spent', { error_code: 'enforced_spend_limit_reached' }),
      'provider_error',
    ],
    ['claude-current', 529, anthropicError('overloaded_error', 'Overloaded'), 'provider_unavailable'],
  ])('%s, status %i, %j → %s', async (slug, status, body, code) => {
    provider.answerJson(body, status);
    const error = errorOf(await site.execute(slug, INPUTS));

    expect(error.code).toBe(code);
    expect(error.details.provider_status).toBe(status);
    expect(JSON.stringify(error)).not.toContain('sk-test-openai');
    expect(site.logs).toHaveLength(1);
    expect(site.logs[0]).toMatchObject({ status: 'error', error_code: code, provider_status: status });
  });

  test('what a provider says about a key is not passed on, not even masked', async () => {
    provider.answerJson(openaiError('Incorrect API key provided: sk-te****9xQz', 'invalid_api_key'), 401);
    const error = errorOf(await site.execute('openai-current', INPUTS));
    expect(error.message).not.toContain('9xQz');
    expect(error.message).toContain('Check the key');
  });

  test.each([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 2],
  ])('the delay a provider asks for is passed on: %j', async (headers, seconds) => {
    provider.answerJson({ error: { message: 'busy' } }, 429, headers);
    const error = errorOf(await site.execute('openai-current', INPUTS));
    expect(error.details.retry_after_seconds).toBe(seconds);
  });
});
