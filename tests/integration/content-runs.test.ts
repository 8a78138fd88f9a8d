import type { ContentMapping, ContentRunEvent } from '../../contracts/content';
import { createAdminCaller, createAdminToken, adminCallerWith, faultyFields } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { ARTICLE, withArticles } from '../support/article-site';
import { clearLogs, readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const RUN_IN_CONTENT = 'plugin::ai-tools.content.run';
const TABLE = 'ai_tools_content_mappings';
const TOOL = 'content-summarizer';
const RUN = { tool: TOOL, inputs: { content: 'Otters swim.' } };

const onArticles = (name: 'read' | 'update') => ({
  action: `plugin::content-manager.explorer.${name}`,
  subject: ARTICLE,
  properties: { fields: ['title', 'content'], locales: ['en'] },
});

let provider: FakeProvider;
let site: Site;
let token: string;
let editor: AdminCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  const local = { kind: 'openai-compatible', endpoint: `${provider.url}/v1`, model: 'any' };
  site = await startSite(
    withArticles({
      plugin: {
        providers: { local },
        tools: [
          summarizer(),
          summarizer({ name: 'Slow', provider: 'local' }),
          summarizer({ name: 'Limited', rate_limit: 1 }),
          summarizer({ name: 'Kept', cache_duration: 60 }),
          summarizer({ name: 'Off', enabled: false }),
        ],
      },
    }),
  );
  token = await createAdminToken(site, [RUN_IN_CONTENT, onArticles('read'), onArticles('update')]);
  editor = adminCallerWith(site, token);
});
afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});
afterEach(async () => {
  await site.strapi.db.getConnection(TABLE).del();
  await clearLogs(site);
});

const readEvents = (body: string): ContentRunEvent[] => {
  const lines = body.split('\n\n').filter((line) => line !== '');
  expect(lines.pop()).toBe('data: [DONE]');
  return lines.map((line) => JSON.parse(line.slice('data: '.length)));
};

const run = async (body: object): Promise<ContentRunEvent[]> => {
  const answer = await editor('POST', 'content/run', body);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  return readEvents(answer.body);
};

const resultOf = (events: readonly ContentRunEvent[]) => {
  const last = events.at(-1);
  if (last?.type !== 'result') throw new Error('the stream ended without a result');
  return last.result;
};

const codeOf = async (body: object): Promise<string | null> => {
  const result = resultOf(await run(body));
  return 'error' in result ? result.error.code : null;
};

describe('a run', () => {
  test('streams the words as they come, and then the whole answer', async () => {
    const events = await run(RUN);
    const result = resultOf(events);
    if ('error' in result) throw new Error(result.error.message);
    const streamed = events.flatMap((event) =>
      event.type === 'chunk' ? [event.chunk.choices[0]?.delta.content ?? ''] : [],
    );
    expect(events.filter(({ type }) => type === 'chunk').length).toBeGreaterThan(1);
    expect(streamed.join('')).toBe(result.choices[0].message.content);
    expect(result.meta.tool).toBe(TOOL);
  });

  test('is in the log as what it is, with the administrator who started it', async () => {
    await run(RUN);
    const [entry, ...others] = await readLogs(site);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      source: 'field',
      tool_slug: TOOL,
      caller_type: 'admin',
      status: 'success',
    });
    expect(entry?.caller_id).toEqual(expect.any(String));
  });

  test('counts for the limit of the tool, and is answered from what was kept', async () => {
    expect(await codeOf({ ...RUN, tool: 'limited' })).toBeNull();
    expect(await codeOf({ ...RUN, tool: 'limited' })).toBe('rate_limit_exceeded');

    const first = resultOf(await run({ ...RUN, tool: 'kept' }));
    const second = resultOf(await run({ ...RUN, tool: 'kept' }));
    expect([first, second].map((result) => 'meta' in result && result.meta.cached)).toEqual([false, true]);
  });

  test('that cannot be is an answer in words', async () => {
    expect(await codeOf({ ...RUN, tool: 'unknown' })).toBe('tool_not_found');
    expect(await codeOf({ ...RUN, tool: 'off' })).toBe('tool_not_found');
    const result = resultOf(await run({ tool: TOOL, inputs: { max_length: 'many' } }));
    expect('error' in result && result.error.details.inputs?.map(({ input }) => input)).toEqual(
      expect.arrayContaining(['content', 'max_length']),
    );
  });

  test('that is no request for one is refused', async () => {
    expect(faultyFields(await editor('POST', 'content/run', { inputs: [] }))).toEqual(['inputs', 'tool']);
    expect(faultyFields(await editor('POST', 'content/run', { ...RUN, prompt: 'mine' }))).toEqual(['prompt']);
  });

  test('ends when the person hangs up, and the provider is told', async () => {
    const hungUp = new Promise<void>((resolve) => {
      provider.answer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const chunk = { choices: [{ index: 0, delta: { content: 'First' } }] };
        response.write(`data: ${JSON.stringify(chunk)}\n\n`);
        response.on('close', resolve);
      });
    });
    const controller = new AbortController();
    const response = await fetch(`${site.url}/ai-tools/content/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...RUN, tool: 'slow' }),
      signal: controller.signal,
    });
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain('First');
    controller.abort();
    await hungUp;
  });
});

describe('how a tool is used on a type', () => {
  const mapping: ContentMapping = {
    inputs: {
      content: { field: 'seo.quote.words' },
      max_length: { value: 40 },
      note: { value: 'Grüße 🦦 \0' },
    },
    target: 'quotes.0.words',
  };
  const save = (changes: object = {}) =>
    editor('PUT', 'content/mappings', { content_type: ARTICLE, tool: TOOL, mapping, ...changes });
  const find = async (type = ARTICLE): Promise<Record<string, ContentMapping>> =>
    (await editor('GET', `content/mappings?content_type=${type}`)).body.data;

  test('is remembered by type and tool', async () => {
    expect(await find()).toEqual({});
    expect(await save()).toMatchObject({ status: 200, body: { data: mapping } });
    expect((await save({ tool: 'limited', mapping: { inputs: {}, target: null } })).status).toBe(200);
    expect(await find()).toEqual({ [TOOL]: mapping, limited: { inputs: {}, target: null } });
  });

  test('is only for those who may read entries of the type, and changed by those who may edit them', async () => {
    await save();
    const reader = await createAdminCaller(site, [RUN_IN_CONTENT, onArticles('read')]);
    const stranger = await createAdminCaller(site, [RUN_IN_CONTENT]);
    const query = `content/mappings?content_type=${ARTICLE}`;
    const changed = { content_type: ARTICLE, tool: TOOL, mapping: { inputs: {}, target: null } };
    expect((await reader('GET', query)).body.data).toEqual({ [TOOL]: mapping });
    expect((await stranger('GET', query)).status).toBe(404);
    expect((await reader('PUT', 'content/mappings', changed)).status).toBe(404);
    expect(await find()).toEqual({ [TOOL]: mapping });
    expect((await editor('GET', 'content/mappings?content_type=api::page.page')).status).toBe(404);
  });

  test('is what was used last, in one row, however many save it at once', async () => {
    const targets = Array.from({ length: 20 }, (_, index) => `quotes.${index}.words`);
    const answers = await Promise.all(targets.map((target) => save({ mapping: { ...mapping, target } })));
    expect(answers.map(({ status }) => status)).toEqual(targets.map(() => 200));
    expect(targets).toContain((await find())[TOOL]?.target);
    expect(await site.strapi.db.getConnection(TABLE).select('tool')).toEqual([{ tool: TOOL }]);

    await save({ mapping: { ...mapping, target: 'title' } });
    expect((await find())[TOOL]?.target).toBe('title');
  });

  test('is not kept for a type or a tool that is not there', async () => {
    expect((await save({ content_type: 'api::page.page' })).status).toBe(404);
    expect((await save({ content_type: 'toString' })).status).toBe(404);
    expect((await save({ tool: 'unknown' })).status).toBe(404);
    expect(faultyFields(await save({ tool: 'Not A Slug' }))).toEqual(['tool']);
  });

  test.each([
    ['no mapping', null, 'mapping'],
    ['no target', { inputs: {} }, 'mapping.target'],
    ['a target that is no path', { inputs: {}, target: 'title; drop' }, 'mapping.target'],
    ['a source of neither kind', { inputs: { content: {} }, target: null }, 'mapping.inputs.content'],
    [
      'a source of both kinds',
      { inputs: { content: { field: 'title', value: 1 } }, target: null },
      'mapping.inputs.content',
    ],
    ['more than a mapping', { inputs: {}, target: null, prompt: 'mine' }, 'mapping.prompt'],
    ['too much', { inputs: { content: { value: 'x'.repeat(60_000) } }, target: null }, 'mapping'],
    [
      'too many inputs',
      {
        inputs: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`i${index}`, { value: 1 }])),
        target: null,
      },
      'mapping.inputs',
    ],
  ])('cannot be %s', async (_what, unfit, field) => {
    expect(faultyFields(await save({ mapping: unfit }))).toEqual([field]);
    expect(await find()).toEqual({});
  });

  test('of a later version, or spoilt by hand, does not stand in the way of the others', async () => {
    await save();
    await site.strapi.db
      .getConnection(TABLE)
      .insert({ content_type: ARTICLE, tool: 'limited', mapping: 'not JSON' });
    expect(await find()).toEqual({ [TOOL]: mapping });
  });
});
