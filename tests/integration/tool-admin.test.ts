import { createAdminCaller, faultyFields } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { clearLogs, flushLogs } from '../support/callers';
import { providerDocuments, toolDocuments } from '../support/documents';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const UID = 'plugin::ai-tools.tool';
const READ = 'plugin::ai-tools.tools.read';

let site: Site;
let admin: AdminCaller;
let reader: AdminCaller;

beforeAll(async () => {
  site = await startSite({
    plugin: {
      tools: [summarizer({ name: 'From Code', description: 'Kept in git', budget_usd: 5 })],
      providers: { openai: { api_key: 'sk-canary-0123456789abcdef', temperature: 0.4 } },
    },
  });
  admin = await createAdminCaller(site);
  reader = await createAdminCaller(site, [READ]);
});
afterAll(() => site?.stop());
afterEach(() => site.strapi.db.query(UID).deleteMany({}));

const run = (slug: string, options?: object) =>
  site.strapi.plugin('ai-tools').service('execute').executeTool(slug, { content: 'text' }, options);

const create = async (changes: Parameters<typeof summarizer>[0] = {}) => {
  const { status, body } = await admin('POST', 'tools', { tool: summarizer(changes) });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data;
};

test('to replace by an import takes the permission to change as well', async () => {
  const creator = await createAdminCaller(site, ['plugin::ai-tools.tools.create']);
  const replacing = { document: summarizer(), on_conflict: 'replace' };
  expect((await creator('POST', 'tools/import', replacing)).status).toBe(403);
  const choosing = { document: summarizer(), choices: { 'content-summarizer': 'replace' } };
  expect((await creator('POST', 'tools/import', choosing)).status).toBe(403);
  expect(await site.strapi.db.query(UID).count({})).toBe(0);
  expect((await creator('POST', 'tools/import', { document: summarizer() })).body.data.imported).toBe(true);
});

describe('the list', () => {
  test('tells what a tool did in the last thirty days, without what was tried in the playground', async () => {
    await create({ name: 'Well Used' });
    await run('well-used');
    await run('well-used');
    await run('well-used', { source: 'playground' });
    await flushLogs(site);
    const { body } = await admin('GET', 'tools?search=well');
    const usage = { runs: 2, cost_micros: 0 };
    expect(body.data[0]).toMatchObject({ slug: 'well-used', usage });
    expect((await admin('GET', `tools/${body.data[0].id}`)).body.data.usage).toEqual(usage);
    await clearLogs(site);
  });

  test('shows tools of the site and from code with what runs them', async () => {
    const { id } = await create({ provider: 'openai', description: 'For the news desk' });
    const { status, body } = await admin('GET', 'tools');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        expect.objectContaining({
          id,
          defined_in: 'site',
          name: 'Content Summarizer',
          slug: 'content-summarizer',
          description: 'For the news desk',
          provider: { id: 'openai', label: 'OpenAI' },
          model: expect.stringMatching(/^gpt/),
          enabled: true,
          problem: null,
          usage: { runs: 0, cost_micros: 0 },
        }),
        expect.objectContaining({
          id: 'code:from-code',
          defined_in: 'code',
          updated_at: null,
          slug: 'from-code',
          provider: { id: 'sandbox', label: 'Sandbox (no model)' },
          model: 'sandbox-echo',
        }),
      ],
      pagination: { page: 1, pageSize: 50, pageCount: 1, total: 2 },
      providers: [
        { id: 'openai', label: 'OpenAI', tools: 1 },
        { id: 'sandbox', label: 'Sandbox (no model)', tools: 1 },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('{{content}}');
  });

  test.each([
    ['search=SUMMARIZER%20news', ['content-summarizer']],
    ['search=summarizer%20git', []],
    ['provider=openai', ['content-summarizer']],
    ['enabled=false', ['second']],
    ['defined_in=code', ['from-code']],
    ['sort=slug:desc', ['second', 'from-code', 'content-summarizer']],
    ['sort=slug&pageSize=2&page=2', ['second']],
  ])('finds by %s', async (query, slugs) => {
    await create({ provider: 'openai', description: 'For the news desk' });
    await create({ name: 'Second', enabled: false });
    const { body } = await admin('GET', `tools?${query}`);
    expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual(slugs);
  });

  test('refuses a query that it does not know, with every fault', async () => {
    expect(faultyFields(await admin('GET', 'tools?page=0&enabled=maybe&sort=secret'))).toEqual([
      'enabled',
      'page',
      'sort',
    ]);
  });

  test('says why a tool cannot be run', async () => {
    await create({ name: 'Keyless', provider: 'mistral' });
    const gone = await create({ name: 'Gone' });
    await site.strapi.db
      .query(UID)
      .update({ where: { documentId: gone.id }, data: { provider: 'no-such', model: null } });
    const { body } = await admin('GET', 'tools?defined_in=site');
    expect(body.data).toMatchObject([
      { slug: 'gone', provider: { id: 'no-such', label: null }, model: null },
      { slug: 'keyless', problem: expect.stringContaining('MISTRAL_API_KEY') },
    ]);
    expect(body.data[0].problem).toContain('"no-such"');
  });
});

describe('one tool', () => {
  test('is read with every field, and with what is in force', async () => {
    const { id } = await create({
      provider: 'openai',
      model: 'gpt-5.4-nano',
      max_tokens: 500,
      examples: [{ name: 'Short', inputs: { content: 'A text' } }],
    });
    const { status, body } = await reader('GET', `tools/${id}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id,
      defined_in: 'site',
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      fields: {
        name: 'Content Summarizer',
        slug: 'content-summarizer',
        prompt_template: 'Summarise in {{max_length}} words: {{content}}',
        max_tokens: 500,
        temperature: null,
        examples: [{ name: 'Short', inputs: { content: 'A text' } }],
        enabled: true,
      },
      effective: {
        provider: { id: 'openai', label: 'OpenAI', kind: 'openai' },
        method: 'chat/completions',
        model: 'gpt-5.4-nano',
        system_instruction_from: null,
        parameters: { max_tokens: 500 },
        problem: null,
      },
    });
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  test('is a 404 when there is none', async () => {
    expect((await reader('GET', 'tools/nothing')).status).toBe(404);
    expect((await reader('GET', 'tools/code:nothing')).status).toBe(404);
    expect((await reader('GET', 'tools/nothing/dependents')).status).toBe(404);
  });

  test('its examples are no part of what the public may know', async () => {
    const { fields } = await create({ examples: [{ name: 'Secret', inputs: { content: 'Inside' } }] });
    const summary = await site.strapi.plugin('ai-tools').service('tools').summary(fields.slug);
    const list = await site.strapi.plugin('ai-tools').service('tools').list();
    expect(JSON.stringify([summary, list])).not.toContain('Inside');
  });
});

describe('creating', () => {
  test('makes a slug of the name, and one of its own for a second', async () => {
    const first = await create();
    const second = await create({ slug: '' });
    expect([first.fields.slug, second.fields.slug]).toEqual(['content-summarizer', 'content-summarizer-2']);
    expect(await run('content-summarizer-2')).toHaveProperty('choices');
  });

  test('takes a slug without the space around it, and one of spaces for none', async () => {
    expect((await create({ slug: ' my-tool ' })).fields.slug).toBe('my-tool');
    expect((await create({ slug: '  ' })).fields.slug).toBe('content-summarizer');
  });

  test('is refused with every fault at its field, unknown ones and a taken slug included', async () => {
    const answer = await admin('POST', 'tools', {
      tool: {
        ...summarizer({ slug: 'from-code', temperature: 3, prompt_template: '{{typo}}', description: '' }),
        colour: 'red',
      },
    });
    expect(faultyFields(answer)).toEqual(['colour', 'description', 'prompt_template', 'slug', 'temperature']);
    expect(answer.body.error.details.errors).toContainEqual(
      expect.objectContaining({ path: ['slug'], message: '"from-code" is taken; "from-code-2" is free.' }),
    );
    expect(await site.strapi.db.query(UID).count({})).toBe(0);
  });

  test('refuses a body that is something else', async () => {
    expect(faultyFields(await admin('POST', 'tools', { tool: 'text', id: 1 }))).toEqual(['id', 'tool']);
  });

  test.each([
    ['an input that the tool does not have', { name: 'A', inputs: { content: 'x', nope: 1 } }, '"nope"'],
    ['a value of another type', { name: 'A', inputs: { content: 7 } }, '"content" must be of type string'],
    ['a required input that is missing', { name: 'A', inputs: {} }, '"content" is required'],
  ])('refuses an example with %s', async (_case, example, message) => {
    const answer = await admin('POST', 'tools', { tool: { ...summarizer(), examples: [example] } });
    expect(faultyFields(answer)).toEqual(['examples[0].inputs']);
    expect(answer.body.error.details.errors[0].message).toContain(message);
  });

  test('refuses more examples than it can keep, too long ones, and two of one name', async () => {
    const example = (name: string, content = 'x') => ({ name, inputs: { content } });
    const attempt = async (examples: object[]) =>
      faultyFields(await admin('POST', 'tools', { tool: { ...summarizer(), examples } }));
    expect(await attempt(Array.from({ length: 21 }, (_, index) => example(`E${index}`)))).toEqual([
      'examples',
    ]);
    expect(await attempt([example('A', 'x'.repeat(100_000))])).toEqual(['examples']);
    expect(await attempt([example('A'), example('A')])).toEqual(['examples']);
  });
});

describe('changing', () => {
  test('changes what is sent, keeps the rest, and takes away what is null', async () => {
    const { id, updated_at } = await create({ temperature: 0.2, rate_limit: 10 });
    const { status, body } = await admin('PUT', `tools/${id}`, {
      tool: { prompt_template: 'Now: {{content}}', rate_limit: null },
      updated_at,
    });
    expect(status).toBe(200);
    expect(body.data.fields).toMatchObject({
      prompt_template: 'Now: {{content}}',
      temperature: 0.2,
      rate_limit: null,
      slug: 'content-summarizer',
    });
    expect(JSON.stringify(await run('content-summarizer'))).toContain('Now: text');
  });

  test('a change of a tool that somebody else has changed is refused, with what it is now', async () => {
    const { id, updated_at } = await create();
    const first = await admin('PUT', `tools/${id}`, { tool: { name: 'First' }, updated_at });
    expect(first.status).toBe(200);
    const second = await admin('PUT', `tools/${id}`, { tool: { name: 'Second' }, updated_at });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      data: null,
      error: {
        status: 409,
        name: 'ConflictError',
        message: expect.stringContaining('Somebody else'),
        details: { current: { id, updated_at: first.body.data.updated_at, fields: { name: 'First' } } },
      },
    });
    const retried = await admin('PUT', `tools/${id}`, {
      tool: { name: 'Second' },
      updated_at: second.body.error.details.current.updated_at,
    });
    expect(retried.body.data.fields.name).toBe('Second');
  });

  test('of changes that arrive together one is taken', async () => {
    const { id, updated_at } = await create();
    const names = ['A', 'B', 'C', 'D'];
    const answers = await Promise.all(
      names.map((name) => admin('PUT', `tools/${id}`, { tool: { name }, updated_at })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const taken = answers.find(({ status }) => status === 200);
    expect((await admin('GET', `tools/${id}`)).body.data.fields.name).toBe(taken?.body.data.fields.name);
  });

  test('is refused with every fault, and stores none of it', async () => {
    const { id, updated_at } = await create();
    const answer = await admin('PUT', `tools/${id}`, {
      tool: { name: '', top_k: 0, slug: 'from-code', nope: 1 },
      updated_at,
    });
    expect(faultyFields(answer)).toEqual(['name', 'nope', 'slug', 'top_k']);
    expect((await admin('GET', `tools/${id}`)).body.data).toMatchObject({
      updated_at,
      fields: { name: 'Content Summarizer' },
    });
  });

  test('a tool from code is left alone, whoever asks', async () => {
    const path = 'tools/code:from-code';
    const update = await admin('PUT', path, { tool: { name: 'X' }, updated_at: new Date().toISOString() });
    expect([update.status, update.body.error.message]).toEqual([
      403,
      expect.stringContaining('config/plugins'),
    ]);
    expect((await admin('PUT', `${path}/enabled`, { enabled: false })).status).toBe(403);
    expect((await admin('DELETE', path)).status).toBe(403);
    expect(await run('from-code')).toHaveProperty('choices');
  });
});

describe('switching', () => {
  test('off and on again', async () => {
    const { id } = await create();
    const off = await admin('PUT', `tools/${id}/enabled`, { enabled: false });
    expect([off.status, off.body.data.fields.enabled]).toEqual([200, false]);
    expect(await run('content-summarizer')).toMatchObject({ error: { code: 'tool_not_found' } });
    await admin('PUT', `tools/${id}/enabled`, { enabled: true });
    expect(await run('content-summarizer')).toHaveProperty('choices');
  });

  test('a broken tool can be switched off, and not on', async () => {
    const { id } = await create();
    await site.strapi.db.query(UID).update({ where: { documentId: id }, data: { provider: 'gone' } });
    expect((await admin('PUT', `tools/${id}/enabled`, { enabled: false })).status).toBe(200);
    expect(faultyFields(await admin('PUT', `tools/${id}/enabled`, { enabled: true }))).toEqual(['provider']);
    expect((await admin('GET', `tools/${id}`)).body.data.fields.enabled).toBe(false);
  });

  test('takes nothing but true or false', async () => {
    const { id } = await create();
    expect(faultyFields(await admin('PUT', `tools/${id}/enabled`, { enabled: 'no' }))).toEqual(['enabled']);
  });
});

describe('duplicating', () => {
  test('copies everything but name, slug and switch', async () => {
    const { id, fields } = await create({
      temperature: 0.3,
      fallbacks: [{ provider: 'openai', model: 'm' }],
    });
    const { status, body } = await admin('POST', `tools/${id}/duplicate`, {});
    expect(status).toBe(201);
    expect(body.data.fields).toEqual({
      ...fields,
      name: 'Content Summarizer (copy)',
      slug: 'content-summarizer-copy',
      enabled: false,
    });
  });

  test('makes a tool of the site out of one from code', async () => {
    const { body } = await admin('POST', 'tools/code:from-code/duplicate', {});
    expect(body.data).toMatchObject({
      defined_in: 'site',
      fields: { slug: 'from-code-copy', budget_usd: 5 },
    });
  });
});

describe('deleting', () => {
  test('takes the tool away', async () => {
    const { id } = await create();
    const { status, body } = await admin('DELETE', `tools/${id}`);
    expect([status, body]).toEqual([200, { data: { id, slug: 'content-summarizer' } }]);
    expect(await run('content-summarizer')).toMatchObject({ error: { code: 'tool_not_found' } });
    expect((await admin('DELETE', `tools/${id}`)).status).toBe(404);
  });

  test('what it would break is told before: who runs it, and its budget', async () => {
    await clearLogs(site);
    const { id } = await create({ budget_usd: 3 });
    await run('content-summarizer', { source: 'news' });
    await run('content-summarizer', { source: 'news' });
    await run('content-summarizer', { source: 'playground' });
    await run('from-code', { source: 'other' });
    await flushLogs(site);
    const { body } = await admin('GET', `tools/${id}/dependents`);
    expect(body.data).toEqual({
      slug: 'content-summarizer',
      stays_answered: false,
      budget: { month: expect.stringMatching(/^\d{4}-\d\d$/), spent_usd: 0, reserved_usd: 0, budget_usd: 3 },
      callers: [
        {
          source: 'news',
          caller_type: 'internal',
          caller_label: null,
          runs: 2,
          last_run_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
      content: null,
    });
  });

  test('who ran it is told by name only to those who may read the log', async () => {
    await clearLogs(site);
    const { id } = await create();
    for (const label of ['anna', 'ben']) {
      await run('content-summarizer', { source: 'news', caller: { type: 'user', id: label, label } });
    }
    await flushLogs(site);
    const callersFor = async (caller: typeof admin) =>
      (await caller('GET', `tools/${id}/dependents`)).body.data.callers.map(
        (one: { caller_label: string | null; runs: number }) => [one.caller_label, one.runs],
      );
    expect((await callersFor(admin)).sort()).toEqual([
      ['anna', 1],
      ['ben', 1],
    ]);
    expect(await callersFor(reader)).toEqual([[null, 2]]);
  });

  test('a tool that stands behind one from code is told as such, and deleting it leaves the other', async () => {
    const { id } = await create();
    await site.strapi.db.query(UID).update({ where: { documentId: id }, data: { slug: 'from-code' } });
    expect((await admin('GET', `tools/${id}`)).body.data.problem).toContain('from code');
    expect((await admin('GET', `tools/${id}/dependents`)).body.data.stays_answered).toBe(true);
    expect((await admin('DELETE', `tools/${id}`)).status).toBe(200);
    expect(await run('from-code')).toHaveProperty('choices');
  });
});

describe('checking a draft', () => {
  const check = async (body: object) => {
    const answer = await reader('POST', 'tools/check', body);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body.data;
  };

  test('tells the same faults as saving, and stores nothing', async () => {
    const tool = summarizer({ slug: 'from-code', temperature: 3, prompt_template: '{{typo}}' });
    const { faults } = await check({ tool });
    const saving = await admin('POST', 'tools', { tool });
    expect(
      faults.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`),
    ).toEqual(
      saving.body.error.details.errors.map(
        ({ path, message }: { path: string[]; message: string }) => `${path.join('.')}: ${message}`,
      ),
    );
    expect(faults).toHaveLength(3);
    expect(await site.strapi.db.query(UID).count({})).toBe(0);
  });

  test('finds nothing wrong with a tool that could be saved, and says what is in force', async () => {
    const tool = summarizer({ provider: 'openai', model: 'gpt-5.4-nano', top_k: 7 });
    expect(await check({ tool })).toMatchObject({
      faults: [],
      slug: { value: 'content-summarizer', is_free: true, suggestion: 'content-summarizer' },
      placeholders: {
        prompt_template: { known: ['max_length', 'content'], unknown: [] },
        system_instruction: { known: [], unknown: [] },
        unused: [],
      },
      effective: { model: 'gpt-5.4-nano', dropped_parameters: expect.arrayContaining(['top_k']) },
      input_faults: [],
    });
  });

  test('an edited tool keeps its own slug, a new one of the same name does not', async () => {
    const { id } = await create();
    expect((await check({ tool: { name: 'Content Summarizer' }, id })).slug.value).toBe('content-summarizer');
    expect((await check({ tool: { name: 'Content Summarizer' } })).slug.value).toBe('content-summarizer-2');
    expect((await check({ tool: { slug: 'from-code' }, id })).slug).toEqual({
      value: 'from-code',
      is_free: false,
      suggestion: 'from-code-2',
    });
  });

  test('answers while nothing has been typed yet', async () => {
    const { faults, slug, effective } = await check({ tool: {} });
    expect(faults.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining([
        'name',
        'description',
        'provider',
        'method',
        'prompt_template',
        'input_schema',
      ]),
    );
    expect([slug.value, effective]).toEqual([null, null]);
  });

  test('a draft of a tool that is not there is a 404', async () => {
    expect((await reader('POST', 'tools/check', { tool: {}, id: 'nothing' })).status).toBe(404);
  });
});

describe('what the builder offers', () => {
  test('providers with their methods, presets and ranges, without a key', async () => {
    const { body } = await reader('GET', 'tool-options');
    expect(body.data.providers).toContainEqual({
      id: 'sandbox',
      label: 'Sandbox (no model)',
      kind: 'sandbox',
      methods: ['chat/completions', 'messages'],
      raw_methods: [],
      model: 'sandbox-echo',
      is_set_up: false,
      problem: null,
    });
    expect(body.data.presets).toContainEqual(expect.objectContaining({ temperature: 0.8, max_tokens: 1024 }));
    expect(body.data.ranges.top_k).toEqual({ min: 1, max: 100, integer: true });
    expect(body.data.api_prefix).toBe('/api');
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  test('the models of a provider', async () => {
    const { body } = await reader('GET', 'tool-options/sandbox/models');
    expect(body.data.models).toContainEqual({ id: 'sandbox-slow', label: null, context_window: null });
    expect((await reader('GET', 'tool-options/nothing/models')).status).toBe(404);
  });
});

test('a change made in code past the admin is seen by the next who saves', async () => {
  const { id, updated_at } = await create();
  await toolDocuments(site).update({ documentId: id, data: { name: 'By code' } });
  expect((await admin('PUT', `tools/${id}`, { tool: { name: 'Mine' }, updated_at })).status).toBe(409);
});

describe('what some databases refuse', () => {
  test.each<[string, string, unknown]>([
    ['GET', 'tools/%00', undefined],
    ['GET', 'logs/a%00b', undefined],
    ['GET', 'logs?text=a%00b', undefined],
    ['GET', 'tool-options/%00/models', undefined],
    ['PUT', 'providers/%00', { model: 'm' }],
    ['DELETE', 'providers/a%00', undefined],
    ['POST', 'tools', { tool: summarizer({ name: 'a\0b' }) }],
    ['POST', 'tools', { tool: summarizer({ examples: [{ name: 'One', inputs: { content: '\ud800' } }] }) }],
    ['POST', 'tools/check', { tool: summarizer(), id: '\0' }],
    ['POST', 'tools/import', { document: { ...summarizer(), 'a\0b': 1 } }],
  ])('%s %s %j is refused, on every one', async (method, path, body) => {
    const answer = await admin(method, path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { name: 'ValidationError' } } });
    expect(await site.strapi.db.query(UID).count()).toBe(0);
  });
});

test('ten thousand faults at once are a short answer', async () => {
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 1]));
  const { status, body } = await admin('PUT', 'providers/openai', fields);
  expect(status).toBe(400);
  expect(body.error.details.errors).toHaveLength(100);
  expect(body.error.message).toMatch(/field99: .* And 9900 more\.$/);
});

test('a tool whose provider is no longer of the kind that it was written for says so, and is no fault of the site', async () => {
  const providers = providerDocuments(site);
  const { documentId } = await providers.create({ data: { provider_id: 'mine', kind: 'sandbox' } });
  await create({ name: 'Moved', provider: 'mine', method: 'chat/completions' });
  const data: Record<string, unknown> = { kind: 'replicate', api_key: 'k' };
  await providers.update({ documentId, data });
  expect(await run('moved')).toMatchObject({ error: { status: 503, code: 'provider_not_configured' } });
  await providers.delete({ documentId });
  expect(await run('moved')).toMatchObject({ error: { status: 503, code: 'provider_not_configured' } });
});
