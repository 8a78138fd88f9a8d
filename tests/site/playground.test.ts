import type { PlaygroundEvent, PlaygroundResult, RunPlayground } from '../../contracts/playground';
import { adminCallerWith, createAdminCaller, createAdminToken, faultyFields } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { clearLogs, readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const UID = 'plugin::ai-tools.tool';
const KEY = 'canary/key"with+odd characters 0123456789';
const INPUTS = { content: 'A long text' };

const COMPLETION = {
  id: 'c-1',
  object: 'chat.completion',
  created: 1,
  model: 'priced',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Short.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
};

let provider: FakeProvider;
let site: Site;
let adminToken: string;
let admin: AdminCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  const local = { kind: 'openai-compatible', endpoint: `${provider.url}/v1`, api_key: KEY, model: 'priced' };
  site = await startSite({
    plugin: {
      providers: {
        local: { ...local, system_instruction: 'Be brief.' },
        down: { ...local, endpoint: 'http://127.0.0.1:9/v1' },
      },
      prices: { 'local/priced': { input: 1000, output: 1000 } },
      tools: [summarizer({ name: 'From Code' })],
    },
  });
  adminToken = await createAdminToken(site);
  admin = adminCallerWith(site, adminToken);
});
afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});
beforeEach(() => provider.answerJson(COMPLETION));
afterEach(async () => {
  await site.strapi.db.query(UID).deleteMany({});
  await clearLogs(site);
  provider.requests.length = 0;
});

const onLocal = (changes: Parameters<typeof summarizer>[0] = {}) =>
  summarizer({ provider: 'local', max_tokens: 100, ...changes });

const run = async (body: object): Promise<PlaygroundResult> => {
  const answer = await admin('POST', 'playground/run', { inputs: INPUTS, ...body });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return (answer.body satisfies RunPlayground.Response).data;
};

const create = async (changes: Parameters<typeof summarizer>[0] = {}) =>
  (await admin('POST', 'tools', { tool: onLocal(changes) })).body.data;

/** The body is there to be read piece by piece. */
const stream = (body: object, signal?: AbortSignal): Promise<Response> =>
  fetch(`${site.url}/ai-tools/playground/run`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${adminToken}`,
    },
    body: JSON.stringify({ inputs: INPUTS, ...body }),
    ...(signal && { signal }),
  });

const readEvents = async (response: Response): Promise<PlaygroundEvent[]> => {
  const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
  expect(lines.pop()).toBe('data: [DONE]');
  return lines.map((line) => JSON.parse(line.slice('data: '.length)));
};

test('takes the permission to read tools as well, where the answer shows the prompt of one', async () => {
  const runner = await createAdminCaller(site, ['plugin::ai-tools.playground.run']);
  const body = { tool: summarizer(), inputs: INPUTS };
  expect((await runner('POST', 'playground/run', body)).status).toBe(200);
  expect((await runner('POST', 'playground/run', { ...body, id: 'code:anything' })).status).toBe(403);
});

describe('a run', () => {
  test('tells the exact prompt, the answer, tokens, cost, time and what was dropped', async () => {
    const result = await run({ tool: onLocal({ top_k: 5 }) });
    expect(result).toMatchObject({
      sent: {
        prompt: 'Summarise in 100 words: A long text',
        system: 'Be brief.',
        provider: 'local',
        method: 'chat/completions',
        model: 'priced',
        parameters: { max_tokens: 100 },
      },
      completion: {
        choices: [{ message: { content: 'Short.' } }],
        meta: { provider: 'local', cached: false, cost_usd: 0.012, request_id: result.request_id },
      },
      error: null,
      usage: { prompt_tokens: 10, completion_tokens: 2 },
      cost_usd: 0.012,
    });
    expect(result.sent?.dropped_parameters).toEqual(result.completion?.meta.dropped_parameters);
    expect(provider.requests[0]?.body).toMatchObject({
      messages: [
        { role: 'system', content: result.sent?.system },
        { role: 'user', content: result.sent?.prompt },
      ],
    });
  });

  test('leaves one log row, of the administrator in the playground', async () => {
    const { request_id } = await run({ tool: onLocal({ name: 'New Tool' }) });
    expect(await readLogs(site)).toMatchObject([
      {
        request_id,
        source: 'playground',
        tool_slug: 'new-tool',
        caller_type: 'admin',
        caller_label: 'super-admin',
        status: 'success',
        cost_micros: 12_000,
        inputs: null,
      },
    ]);
  });

  test('stores nothing of the draft', async () => {
    await run({ tool: onLocal({ name: 'Never Stored' }) });
    expect(await site.strapi.db.query(UID).count({})).toBe(0);
    expect(await site.strapi.plugin('ai-tools').service('tools').find('never-stored')).toBeNull();
  });

  test('of a tool that is edited lays the draft over it, and leaves the stored one as it is', async () => {
    const { id, updated_at } = await create({ max_tokens: 77 });
    const result = await run({ tool: { prompt_template: 'Draft: {{content}}' }, id });
    expect(result.sent).toMatchObject({ prompt: 'Draft: A long text', parameters: { max_tokens: 77 } });
    expect((await admin('GET', `tools/${id}`)).body.data).toMatchObject({
      updated_at,
      fields: { prompt_template: 'Summarise in {{max_length}} words: {{content}}' },
    });
  });

  test('of a tool from code is possible, too', async () => {
    const { sent } = await run({ tool: { prompt_template: 'New: {{content}}' }, id: 'code:from-code' });
    expect(sent?.prompt).toBe('New: A long text');
  });

  test('of a tool that is switched off, and of one without a name, is possible', async () => {
    const { name: _name, description: _description, ...nameless } = onLocal({ enabled: false });
    expect((await run({ tool: nameless })).error).toBeNull();
  });

  test('is never kept, and never counted against the rate limit of the draft', async () => {
    const tool = onLocal({ cache_duration: 3600, rate_limit: 1 });
    const { id } = await create({ cache_duration: 3600, rate_limit: 1 });
    for (let time = 0; time < 3; time += 1) expect((await run({ tool, id })).error).toBeNull();
    expect(provider.requests).toHaveLength(3);
    const answer = await site.strapi
      .plugin('ai-tools')
      .service('execute')
      .executeTool('content-summarizer', INPUTS);
    expect(answer.meta).toMatchObject({ cached: false });
  });

  test('on another provider or model goes there, without the fallbacks of the draft', async () => {
    const tool = onLocal({ fallbacks: [{ provider: 'sandbox', model: 'sandbox-echo' }] });
    const other = await run({ tool, target: { provider: 'sandbox' } });
    expect(other.sent).toMatchObject({ provider: 'sandbox', model: 'sandbox-echo' });
    const model = await run({ tool, target: { provider: 'local', model: 'other-model' } });
    expect(model.sent).toMatchObject({ provider: 'local', model: 'other-model' });
    const failed = await run({ tool, target: { provider: 'down' } });
    expect(failed).toMatchObject({ completion: null, error: { code: 'provider_unavailable' } });
  });

  test('on a provider that speaks another method uses one of its own', async () => {
    const { error, sent } = await run({ tool: onLocal(), target: { provider: 'anthropic' } });
    expect([sent?.method, error?.code]).toEqual(['messages', 'provider_not_configured']);
  });

  test('that fails is an answer with what was sent and what came back', async () => {
    provider.answerJson({ error: { message: 'No such model.', code: 'model_not_found' } }, 404);
    const result = await run({ tool: onLocal() });
    expect(result).toMatchObject({
      completion: null,
      error: { code: 'model_not_found', status: 502 },
      sent: { prompt: 'Summarise in 100 words: A long text' },
      exchanges: [{ response: { status: 404, body: expect.stringContaining('No such model.') } }],
    });
    expect(await readLogs(site)).toMatchObject([{ source: 'playground', status: 'error' }]);
  });

  test('with faulty inputs tells them', async () => {
    const result = await run({ tool: onLocal(), inputs: { contents: 1 } });
    expect(result).toMatchObject({ sent: null, error: { code: 'invalid_input' }, exchanges: [] });
    expect(result.error?.details.inputs).toHaveLength(2);
  });

  test('on a fallback tells both calls', async () => {
    const tool = onLocal({ provider: 'down', fallbacks: [{ provider: 'local', model: 'priced' }] });
    const { sent, exchanges, completion } = await run({ tool });
    expect(sent?.provider).toBe('local');
    expect(completion?.meta.provider).toBe('local');
    expect(exchanges.at(0)).toMatchObject({ response: null, failure: expect.any(String) });
    expect(exchanges.at(-1)).toMatchObject({ response: { status: 200 }, failure: null });
  });
});

describe('a draft that cannot be run', () => {
  test('is refused with every fault before anything is sent', async () => {
    const tool = onLocal({ prompt_template: '{{typo}}', temperature: 9 });
    const answer = await admin('POST', 'playground/run', { tool: { ...tool, colour: 1 }, inputs: INPUTS });
    expect(faultyFields(answer)).toEqual(['colour', 'prompt_template', 'temperature']);
    expect(provider.requests).toEqual([]);
  });

  test('a provider to compare with that is not there is told as such', async () => {
    const answer = await admin('POST', 'playground/run', {
      tool: onLocal(),
      inputs: INPUTS,
      target: { provider: 'nobody' },
    });
    expect(faultyFields(answer)).toEqual(['target.provider']);
  });

  test('a tool that is not there is a 404, and another body a 400', async () => {
    const unknown = { tool: {}, inputs: INPUTS, id: 'nothing' };
    expect((await admin('POST', 'playground/run', unknown)).status).toBe(404);
    expect(faultyFields(await admin('POST', 'playground/run', { tool: 1, endpoint: 'http://x' }))).toEqual([
      'endpoint',
      'tool',
    ]);
  });
});

describe('the budget of the tool', () => {
  // one call may cost the bytes of the prompt and 100 tokens, at a thousandth of a dollar each: far below a dollar
  test('is what is stored, whatever the draft says', async () => {
    const { id } = await create({ budget_usd: 0.0001 });
    const raised = await run({ tool: { budget_usd: 1000 }, id });
    expect(raised.error?.code).toBe('budget_exceeded');
    const removed = await run({ tool: { budget_usd: null }, id });
    expect(removed.error?.code).toBe('budget_exceeded');
    expect(provider.requests).toEqual([]);
  });

  test('counts what the playground spends', async () => {
    const { id } = await create({ budget_usd: 1 });
    expect((await run({ tool: {}, id })).error).toBeNull();
    const { body } = await admin('GET', `tools/${id}/dependents`);
    expect(body.data.budget).toMatchObject({ spent_usd: 0.012, budget_usd: 1 });
  });

  test('of another tool is not spent by a draft that takes its slug', async () => {
    const { id } = await create({ name: 'Rich', budget_usd: 1 });
    expect((await run({ tool: onLocal({ slug: 'rich', budget_usd: 1 }) })).error).toBeNull();
    expect((await admin('GET', `tools/${id}/dependents`)).body.data.budget.spent_usd).toBe(0);
  });
});

describe('what was sent and received', () => {
  test('is shown without a key, however it is written', async () => {
    provider.answer((request, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'x-echo': KEY,
        'set-cookie': 'session=abc',
      });
      const echo = `${request.headers.authorization} ${encodeURIComponent(KEY)}`;
      response.end(JSON.stringify({ ...COMPLETION, echo }));
    });
    const result = await run({ tool: onLocal(), inputs: { content: `My key is ${KEY}` } });
    const [exchange] = result.exchanges;
    expect(exchange).toMatchObject({
      request: {
        method: 'POST',
        url: `${provider.url}/v1/chat/completions`,
        body: { messages: expect.arrayContaining([expect.objectContaining({ role: 'user' })]) },
      },
      response: {
        status: 200,
        headers: { 'x-echo': '[redacted]', 'set-cookie': '[redacted]' },
        body: expect.stringContaining('"content":"Short."'),
        is_cut: false,
      },
    });
    const shown = JSON.stringify(result.exchanges);
    expect(shown).toContain('[redacted]');
    expect(shown).not.toContain('canary');
    expect(provider.requests[0]?.headers.authorization).toContain('canary');
  });

  test('a flood is cut', async () => {
    provider.answerJson({ ...COMPLETION, padding: 'x'.repeat(300_000) });
    const { exchanges } = await run({ tool: onLocal() });
    expect(exchanges[0]?.response?.is_cut).toBe(true);
    expect(exchanges[0]?.response?.body.length).toBeLessThanOrEqual(200_000);
  });

  test('of the sandbox there is no request', async () => {
    const { exchanges } = await run({ tool: summarizer() });
    expect(exchanges).toMatchObject([{ request: null, response: { status: 200 } }]);
  });

  test('goes to the endpoints of the site only: neither a draft nor a target can name another', async () => {
    const endpoint = `${provider.url}/elsewhere`;
    const inDraft = { tool: { ...onLocal(), endpoint }, inputs: INPUTS };
    expect(faultyFields(await admin('POST', 'playground/run', inDraft))).toEqual(['endpoint']);
    const inTarget = { tool: onLocal(), inputs: INPUTS, target: { provider: 'local', endpoint } };
    expect(faultyFields(await admin('POST', 'playground/run', inTarget))).toEqual(['target.endpoint']);
    expect(provider.requests).toEqual([]);
  });
});

describe('as a stream', () => {
  test('brings the prompt first, then the answer in pieces, then the result', async () => {
    const response = await stream({ tool: summarizer() });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = await readEvents(response);
    expect(events[0]).toMatchObject({
      type: 'prompt',
      prompt: { prompt: 'Summarise in 100 words: A long text', provider: 'sandbox' },
    });
    const pieces = events.flatMap((event) =>
      event.type === 'chunk' ? (event.chunk.choices[0]?.delta.content ?? '') : [],
    );
    const last = events.at(-1);
    if (last?.type !== 'result') throw new Error('no result');
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(last.result.completion?.choices[0].message.content);
    expect(last.result.exchanges[0]?.response?.body).toContain('data: [DONE]');
    expect(events.filter(({ type }) => type === 'result')).toHaveLength(1);
  });

  test('a run that fails ends with its result', async () => {
    const events = await readEvents(await stream({ tool: summarizer({ model: 'sandbox-provider-error' }) }));
    expect(events.map(({ type }) => type)).toEqual(['prompt', 'result']);
    expect(events[1]).toMatchObject({ result: { completion: null, error: { code: 'provider_error' } } });
  });

  test('a draft with faults is a plain 400', async () => {
    const response = await stream({ tool: summarizer({ temperature: 9 }) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { name: 'ValidationError' } });
  });

  test('hanging up stops the run at the provider', async () => {
    provider.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: 'Once' } }] })}\n\n`,
      );
    });
    const hangUp = new AbortController();
    const response = await stream({ tool: onLocal() }, hangUp.signal);
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('Once')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    await provider.untilConnections(1);
    hangUp.abort();
    await provider.untilConnections(0);
    let rows = await readLogs(site);
    while (rows.length === 0) rows = await readLogs(site);
    expect(rows).toMatchObject([{ status: 'cancelled', source: 'playground' }]);
  });
});
