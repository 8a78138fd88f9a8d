import { createTestSite, summarizer } from '../../support/execute';

const INPUTS = { content: 'A private text.' };

test('a run that brought an answer is told once, without what went in and what came out', async () => {
  const site = createTestSite({ tools: [summarizer()] });
  await site.execute('content-summarizer', INPUTS);
  expect(site.events).toEqual([
    {
      name: 'ai-tools.execution.completed',
      payload: {
        request_id: site.logs[0]?.request_id,
        tool: 'content-summarizer',
        source: 'test',
        caller_type: 'internal',
        caller_id: null,
        provider: 'sandbox',
        model: 'sandbox-echo',
        cached: false,
        attempts: 1,
        latency_ms: expect.any(Number),
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        cost_usd: 0,
      },
    },
  ]);
  expect(JSON.stringify(site.events)).not.toContain('private');
});

test.each([
  ['an unknown tool', 'nope', {}, { code: 'tool_not_found', provider: null, model: null }],
  ['a wrong input', 'content-summarizer', { content: { a: 'private' } }, { code: 'invalid_input' }],
  ['a provider that fails', 'failing', INPUTS, { code: 'provider_error', provider: 'sandbox' }],
])('%s is told as a failure with its code', async (_what, slug, inputs, payload) => {
  const tools = [summarizer(), summarizer({ name: 'Failing', model: 'sandbox-provider-error' })];
  const site = createTestSite({ tools });
  await site.execute(slug, inputs);
  expect(site.events).toMatchObject([{ name: 'ai-tools.execution.failed', payload }]);
  expect(JSON.stringify(site.events)).not.toContain('private');
});

test('a run that its caller has left is told as cancelled', async () => {
  const site = createTestSite({ tools: [summarizer()] });
  await site.execute('content-summarizer', INPUTS, { signal: AbortSignal.abort() });
  expect(site.events).toMatchObject([
    { name: 'ai-tools.execution.failed', payload: { code: 'cancelled', attempts: 0 } },
  ]);
});
