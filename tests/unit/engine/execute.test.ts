import { SANDBOX_NOTICE } from '../../../server/src/providers/sandbox';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';

const INPUTS = { content: 'Strapi is a CMS.' };
const run = (changes: Parameters<typeof summarizer>[0], inputs: unknown = INPUTS, options = {}) => {
  const site = createTestSite({
    tools: [summarizer(changes)],
    providers: { sandbox: { timeout_ms: 100 } },
  });
  return { site, answer: site.execute('content-summarizer', inputs, options) };
};

test('the sandbox answers with the rendered prompt, says that it is no model, and costs nothing', async () => {
  const { site, answer } = run({ system_instruction: 'Be brief.' });
  const completion = await answer;
  expect(textOf(completion)).toBe(
    `${SANDBOX_NOTICE}\n\nSystem: Be brief.\n\nSummarise in 100 words: Strapi is a CMS.`,
  );
  expect(completion).toMatchObject({
    object: 'chat.completion',
    model: 'sandbox-echo',
    choices: [{ index: 0, finish_reason: 'stop' }],
    meta: { tool: 'content-summarizer', provider: 'sandbox', cached: false, attempts: 1, cost_usd: 0 },
  });
  expect(site.logs).toMatchObject([
    { status: 'success', tool_name: 'Content Summarizer', attempts: 1, cost_micros: 0 },
  ]);
});

test.each([
  ['sandbox-content-refused', 'content_refused'],
  ['sandbox-context-window-exceeded', 'context_window_exceeded'],
  ['sandbox-empty-completion', 'empty_completion'],
  ['sandbox-invalid-provider-response', 'invalid_provider_response'],
  ['sandbox-provider-auth-failed', 'provider_auth_failed'],
  ['sandbox-model-not-found', 'model_not_found'],
  ['sandbox-provider-error', 'provider_error'],
  ['sandbox-provider-unavailable', 'provider_unavailable'],
  ['sandbox-provider-timeout', 'provider_timeout'],
])('the sandbox model %s shows %s', async (model, code) => {
  const { site, answer } = run({ model });
  expect(errorOf(await answer).code).toBe(code);
  expect(site.logs).toMatchObject([{ status: 'error', error_code: code, requested_model: model }]);
});

test('an answer that was cut short says so', async () => {
  expect(await run({ model: 'sandbox-length' }).answer).toMatchObject({
    choices: [{ finish_reason: 'length' }],
  });
});

test('a stream and a whole answer bring the same text', async () => {
  let streamed = '';
  const { answer } = run({}, INPUTS, {
    onChunk: (chunk: { choices: { delta: { content?: string } }[] }) => {
      streamed += chunk.choices[0]?.delta.content ?? '';
    },
  });
  expect(textOf(await answer)).toBe(streamed);
  expect(streamed).toBe(textOf(await run({}).answer));
});

test.each([
  ['tool_not_found', 'no-such-tool', INPUTS, 404],
  ['invalid_input', 'content-summarizer', {}, 400],
  ['invalid_request', 'content-summarizer', ['content'], 400],
  ['invalid_request', 'content-summarizer', 'content', 400],
  ['invalid_request', 'content-summarizer', null, 400],
])('%s for %s with %j leaves one row and causes no call', async (code, slug, inputs, status) => {
  const site = createTestSite({ tools: [summarizer()] });
  const error = errorOf(await site.execute(slug, inputs));
  expect(error).toMatchObject({ code, status, details: { request_id: expect.any(String) } });
  expect(site.logs).toMatchObject([{ status: 'error', error_code: code, attempts: 0, tool_slug: slug }]);
  expect(site.logs[0]?.request_id).toBe(error.details.request_id);
});

test('a tool that is switched off is not there', async () => {
  expect(errorOf(await run({ enabled: false }).answer).code).toBe('tool_not_found');
});

test('a provider without a key is provider_not_configured and says what to do', async () => {
  const error = errorOf(await run({ provider: 'openai' }).answer);
  expect(error).toMatchObject({ status: 503, code: 'provider_not_configured' });
  expect(error.message).toContain('OPENAI_API_KEY');
});

test('inputs that would make an endless prompt are refused, not rendered', async () => {
  const { answer } = run(
    {
      input_schema: { type: 'object', properties: { times: { type: 'integer' } } },
      prompt_template: '{% for i in (1..times) %}{{ i }}{% endfor %}',
    },
    { times: 1_000_000_000 },
  );
  expect(errorOf(await answer).code).toBe('invalid_input');
});

test('the sandbox answers a response schema with a sample that fits, and functions with a call on request', async () => {
  const response_schema = {
    type: 'object',
    properties: {
      title: { type: 'string' },
      mood: { enum: ['good', 'bad'] },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['title', 'mood', 'tags'],
  };
  expect(await run({ response_schema }).answer).toMatchObject({
    choices: [{ message: { parsed: { title: 'sample', mood: 'good', tags: ['sample'] } } }],
  });

  const functions = [
    {
      name: 'lookup',
      description: 'd',
      parameters: { type: 'object' as const, properties: { id: { type: 'integer' } } },
    },
  ];
  expect(await run({ functions, model: 'sandbox-tool-calls' }).answer).toMatchObject({
    choices: [
      {
        message: {
          content: null,
          tool_calls: [
            { id: 'call_sandbox', type: 'function', function: { name: 'lookup', arguments: '{"id":1}' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
  });
});

test('a slug of any length and with any character leaves a row that a database takes', async () => {
  const site = createTestSite({ tools: [] });
  await site.execute(`${'x'.repeat(10_000)}\0`, {});
  expect(site.logs[0]?.tool_slug).toHaveLength(255);
  await site.execute('a\0b', {});
  expect(site.logs[1]?.tool_slug).toBe('ab');
});

test('a caller of any length and with any character leaves a row that a database takes', async () => {
  const site = createTestSite({ tools: [] });
  const caller = { type: 'user', id: `${'i'.repeat(300)}`, label: 'a\0b', address: null } as const;
  await site.execute('none', {}, { caller });
  expect(site.logs[0]).toMatchObject({ caller_type: 'user', caller_id: 'i'.repeat(255), caller_label: 'ab' });

  // as code without types says it
  const odd: object = { type: 'x'.repeat(300), id: 7, label: null };
  await site.execute('none', {}, Object.assign({ caller: { ...caller } }, { caller: odd }));
  expect(site.logs[1]).toMatchObject({ caller_type: 'internal', caller_id: '7', caller_label: null });
});

test('the unexpected is internal_error: the log has the stack, the caller only the request id', async () => {
  const { site, answer } = run({}, INPUTS, {
    onChunk: () => {
      throw new Error('secret detail');
    },
  });
  const error = errorOf(await answer);
  expect(error).toMatchObject({ status: 500, code: 'internal_error' });
  expect(JSON.stringify(error)).not.toMatch(/secret detail|\.ts/);
  expect(site.logs[0]?.error_message).toMatch(/secret detail\n +at /);
});
