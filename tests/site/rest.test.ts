import {
  EXECUTE,
  FIND_ONE_TOOL,
  FIND_TOOLS,
  basic,
  call,
  clearLogs,
  createApiToken,
  createJwt,
  createUser,
  execute,
  readLogs,
} from '../support/callers';
import type { TestUser } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
let user: TestUser;
let authorization: string;
const INPUTS = { content: 'Strapi is a CMS.' };

beforeAll(async () => {
  site = await startSite({
    plugin: {
      tools: [
        summarizer(),
        summarizer({ name: 'Hidden', enabled: false }),
        summarizer({ name: 'Busy', model: 'sandbox-provider-unavailable' }),
        summarizer({ name: 'Broken', model: 'sandbox-invalid-provider-response' }),
      ],
    },
  });
  user = await createUser(site, 'ann', [EXECUTE, FIND_TOOLS, FIND_ONE_TOOL]);
  authorization = basic('ann', user.password);
});
afterAll(() => site?.stop());
beforeEach(() => clearLogs(site));

describe('POST /v1/execute/:slug', () => {
  test('answers with OpenAI’s chat completion and our meta', async () => {
    const answer = await execute(site, 'content-summarizer', { ...INPUTS, max_length: 60 }, authorization);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.any(String),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'sandbox-echo',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: expect.stringContaining('Summarise in 60 words: Strapi is a CMS.'),
          },
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
      },
      meta: {
        request_id: answer.headers.get('x-request-id'),
        tool: 'content-summarizer',
        provider: 'sandbox',
        requested_model: 'sandbox-echo',
        cached: false,
        attempts: 1,
        latency_ms: expect.any(Number),
        cost_usd: 0,
        dropped_parameters: [],
      },
    });
  });

  test('and executeTool bring the same object', async () => {
    const overRest = await execute(site, 'content-summarizer', INPUTS, authorization);
    const inProcess = await site.strapi
      .plugin('ai-tools')
      .service('execute')
      .executeTool('content-summarizer', INPUTS);
    const withoutChance = (answer: Record<string, unknown> & { meta: object }) => ({
      ...answer,
      id: '',
      created: 0,
      meta: { ...answer.meta, request_id: '', latency_ms: 0 },
    });
    expect(withoutChance(overRest.body)).toEqual(withoutChance(inProcess));

    const restError = await execute(site, 'content-summarizer', {}, authorization);
    const { error } = await site.strapi
      .plugin('ai-tools')
      .service('execute')
      .executeTool('content-summarizer', {});
    expect({ ...restError.body.error, details: { ...restError.body.error.details, request_id: '' } }).toEqual(
      {
        ...error,
        details: { ...error.details, request_id: '' },
      },
    );
  });

  test('leaves one row that says who ran what', async () => {
    const { body } = await execute(site, 'content-summarizer', INPUTS, authorization);
    expect(await readLogs(site)).toMatchObject([
      {
        request_id: body.meta.request_id,
        tool_slug: 'content-summarizer',
        tool_name: 'Content Summarizer',
        source: 'rest',
        caller_type: 'user',
        caller_id: String(user.id),
        caller_label: 'ann',
        provider: 'sandbox',
        method: 'chat/completions',
        requested_model: 'sandbox-echo',
        model: 'sandbox-echo',
        status: 'success',
        error_code: null,
        cached: false,
        attempts: 1,
        prompt_tokens: body.usage.prompt_tokens,
        completion_tokens: body.usage.completion_tokens,
        cost_micros: 0,
        inputs: null,
        output: null,
      },
    ]);
  });

  test.each([
    ['content-summarizer', {}, 400, 'invalid_input'],
    ['content-summarizer', { content: 'x', max_length: '100' }, 400, 'invalid_input'],
    ['no-such-tool', INPUTS, 404, 'tool_not_found'],
    ['hidden', INPUTS, 404, 'tool_not_found'],
    ['busy', INPUTS, 503, 'provider_unavailable'],
    ['broken', INPUTS, 502, 'invalid_provider_response'],
  ])('%s with %j is %i %s, in the host’s envelope with a code', async (slug, body, status, code) => {
    const answer = await execute(site, slug, body, authorization);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      data: null,
      error: {
        status,
        code,
        name: expect.stringMatching(/Error$/),
        message: expect.any(String),
        details: expect.objectContaining({ request_id: answer.headers.get('x-request-id') }),
      },
    });
    expect(await readLogs(site)).toMatchObject([{ tool_slug: slug, status: 'error', error_code: code }]);
  });

  test('every faulty input is named at once', async () => {
    const { body } = await execute(
      site,
      'content-summarizer',
      { contnt: 'x', max_length: 1.5 },
      authorization,
    );
    expect(body.error.details.inputs.map(({ input }: { input: string }) => input).sort()).toEqual([
      'content',
      'contnt',
      'max_length',
    ]);
    expect(body.error.message).toContain('did you mean "content"?');
  });

  test('a provider that asks for a pause is passed on as Retry-After', async () => {
    const { headers } = await execute(site, 'busy', INPUTS, authorization);
    expect(headers.get('retry-after')).toBe('5');
  });
});

describe('streaming', () => {
  const events = (body: string) =>
    body
      .trim()
      .split('\n\n')
      .map((event) => event.replace(/^data: /, ''))
      .map((data) => (data === '[DONE]' ? data : JSON.parse(data)));

  test.each([
    ['Accept: text/event-stream', 'execute/content-summarizer', { accept: 'text/event-stream' }],
    ['?stream=true', 'execute/content-summarizer?stream=true', {}],
  ])('with %s the answer comes in chunks, the last with usage and meta', async (_name, path, headers) => {
    const answer = await call(site, 'POST', path, { authorization, headers, body: INPUTS });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const received = events(answer.body);
    expect(received.at(-1)).toBe('[DONE]');
    const chunks = received.slice(0, -1);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toContain(INPUTS.content);
    expect(chunks.every(({ object }) => object === 'chat.completion.chunk')).toBe(true);
    expect(chunks.at(-1)).toMatchObject({
      choices: [{ finish_reason: 'stop' }],
      usage: { total_tokens: expect.any(Number) },
      meta: { request_id: answer.headers.get('x-request-id') },
    });
    expect(await readLogs(site)).toMatchObject([
      { status: 'success', completion_tokens: expect.any(Number) },
    ]);
  });

  test('an error before the first byte is a plain error with its status', async () => {
    const answer = await call(site, 'POST', 'execute/busy?stream=true', { authorization, body: INPUTS });
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  });
});

describe('the list routes', () => {
  test('show enabled tools by name, without their prompts', async () => {
    const { status, body } = await call(site, 'GET', 'tools', { authorization });
    expect(status).toBe(200);
    expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
      'broken',
      'busy',
      'content-summarizer',
    ]);
    expect(body.data[2]).toEqual({
      slug: 'content-summarizer',
      name: 'Content Summarizer',
      description: 'Summarises a text',
      input_schema: summarizer().input_schema,
    });
  });

  test('show one', async () => {
    const { status, body } = await call(site, 'GET', 'tools/content-summarizer', { authorization });
    expect([status, body.data.slug]).toEqual([200, 'content-summarizer']);
    expect(JSON.stringify(body)).not.toContain('prompt');
  });

  test.each(['hidden', 'no-such-tool'])('%s is not found', async (slug) => {
    expect(await call(site, 'GET', `tools/${slug}`, { authorization })).toMatchObject({
      status: 404,
      body: { data: null, error: { code: 'tool_not_found' } },
    });
  });
});

describe('who may run a tool', () => {
  const refusedAs = async (status: number, header?: string) => {
    const answer = await execute(site, 'content-summarizer', INPUTS, header);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ data: null, error: { status } });
    expect(await readLogs(site)).toMatchObject([
      { status: 'refused', request_id: answer.headers.get('x-request-id'), attempts: 0 },
    ]);
  };
  const passes = async (header?: string, caller: Record<string, unknown> = {}) => {
    expect((await execute(site, 'content-summarizer', INPUTS, header)).status).toBe(200);
    expect(await readLogs(site)).toMatchObject([{ status: 'success', ...caller }]);
  };

  test('a user by user name and by e-mail address in any case', async () => {
    await passes(basic('ann', user.password), { caller_type: 'user' });
    await clearLogs(site);
    await passes(basic('Ann@Example.org', user.password), { caller_type: 'user', caller_label: 'ann' });
  });

  test('a JWT of Users & Permissions', async () => {
    await passes(`Bearer ${await createJwt(site, user)}`, { caller_type: 'user', caller_label: 'ann' });
  });

  test('an API token as Bearer, and as the password of api-token', async () => {
    const token = await createApiToken(site, { name: 'full', type: 'full-access' });
    await passes(`Bearer ${token}`, { caller_type: 'api-token', caller_label: 'full' });
    await clearLogs(site);
    await passes(basic('api-token', token), { caller_type: 'api-token', caller_label: 'full' });
  });

  test('a token by its permissions only', async () => {
    const custom = await createApiToken(site, { name: 'custom', type: 'custom', permissions: [EXECUTE] });
    await passes(`Bearer ${custom}`);
    await clearLogs(site);
    await refusedAs(403, basic('api-token', await createApiToken(site, { name: 'read', type: 'read-only' })));
    await clearLogs(site);
    await refusedAs(
      403,
      `Bearer ${await createApiToken(site, { name: 'other', type: 'custom', permissions: [FIND_TOOLS] })}`,
    );
  });

  test('a read-only token reads the list', async () => {
    const token = await createApiToken(site, { name: 'reader', type: 'read-only' });
    expect((await call(site, 'GET', 'tools', { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test('nobody without credentials, as long as the public role may not', () => refusedAs(403));

  test('no user whose role may not', async () => {
    const outsider = await createUser(site, 'outsider', []);
    await refusedAs(403, basic('outsider', outsider.password));
  });

  test.each([
    ['a wrong password', basic('ann', 'wrong')],
    ['a user that does not exist', basic('nobody', 'wrong')],
    ['a wrong API token', basic('api-token', 'f'.repeat(256))],
    ['an API token with a space in it', basic('api-token', 'a b')],
    ['an empty API token', basic('api-token', '')],
    ['a wrong bearer token', 'Bearer wrong'],
  ])('%s is 401', (_name, header) => refusedAs(401, header));

  test('an empty password, and the hash in place of the password, are 401', async () => {
    await refusedAs(401, basic('ann', ''));
    await clearLogs(site);
    const { password } = await site.strapi.db
      .query('plugin::users-permissions.user')
      .findOne({ where: { id: user.id } });
    await refusedAs(401, basic('ann', password));
  });
});
