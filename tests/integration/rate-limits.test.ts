import type { Core } from '@strapi/types';
import {
  EXECUTE,
  basic,
  call,
  clearLogs,
  createApiToken,
  createUser,
  execute,
  grantPublic,
  readLogs,
} from '../support/callers';
import type { Answer } from '../support/callers';
import { toolDocuments } from '../support/documents';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const INPUTS = { content: 'Strapi is a CMS.' };
const LIMITS_TABLE = 'ai_tools_rate_limits';

const NOTE = {
  kind: 'collectionType',
  collectionName: 'notes',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  options: { draftAndPublish: false },
  attributes: { text: { type: 'text' } },
};

let site: Site;
let authorization: string;

beforeAll(async () => {
  site = await startSite({
    plugin: {
      tools: [
        summarizer({ name: 'Free' }),
        summarizer({ name: 'Three', rate_limit: 3 }),
        summarizer({ name: 'Refusing', rate_limit: 9, model: 'sandbox-content-refused' }),
        summarizer({ name: 'Failing', rate_limit: 9, model: 'sandbox-provider-error' }),
        summarizer({ name: 'Streaming', rate_limit: 1, model: 'sandbox-stream' }),
        summarizer({ name: 'Logged', rate_limit: 1 }),
        summarizer({ name: 'In Process', rate_limit: 2, rate_limit_per_caller: 1 }),
        summarizer({ name: 'Two Each', rate_limit: 100, rate_limit_per_caller: 2 }),
        summarizer({ name: 'Crowded', rate_limit: 20 }),
        summarizer({ name: 'In Transactions', rate_limit: 3 }),
        summarizer({ name: 'Dropped', rate_limit: 3 }),
      ],
    },
    files: {
      'src/api/note/content-types/note/schema.json': JSON.stringify(NOTE),
      'src/api/note/content-types/note/lifecycles.js': `
        module.exports = {
          async beforeCreate({ params }) {
            const result = await strapi.plugin('ai-tools').service('execute')
              .executeTool('in-transactions', { content: params.data.text });
            params.data.text = result.error ? result.error.code : 'summarised';
          },
        };`,
    },
  });
  const user = await createUser(site, 'ann');
  authorization = basic('ann', user.password);
  await grantPublic(site, [EXECUTE]);
});
afterAll(() => site?.stop());
beforeEach(() => clearLogs(site));

const run = (slug: string, as: string | undefined = authorization): Promise<Answer> =>
  execute(site, slug, INPUTS, as);

const rateLimitHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => /ratelimit|retry-after/.test(name)));

/** The headers of one limit, some seconds into its window. */
const headersOf = (limit: number, remaining: number) => ({
  'ratelimit-policy': `"tool";q=${limit};w=3600`,
  ratelimit: expect.stringMatching(new RegExp(`^"tool";r=${remaining};t=3[56]\\d\\d$`)),
  'x-ratelimit-limit-requests': String(limit),
  'x-ratelimit-remaining-requests': String(remaining),
  'x-ratelimit-reset-requests': expect.stringMatching(/^(1h0m0s|59m\d+s)$/),
});

const executeTool = (
  slug: string,
  options?: object,
): ReturnType<ReturnType<Core.Strapi['plugin']>['service']> =>
  site.strapi.plugin('ai-tools').service('execute').executeTool(slug, INPUTS, options);

test('a tool without a limit says nothing of limits', async () => {
  const answer = await run('free');
  expect(answer.status).toBe(200);
  expect(rateLimitHeaders(answer)).toEqual({});
});

test('a tool runs as often as its limit says, and every answer tells what is left', async () => {
  for (const remaining of [2, 1, 0]) {
    const answer = await run('three');
    expect(answer.status).toBe(200);
    expect(rateLimitHeaders(answer)).toEqual(headersOf(3, remaining));
  }
  const refused = await run('three');
  expect(refused.status).toBe(429);
  const retryAfter = String(refused.headers.get('retry-after'));
  expect(Number(retryAfter)).toBeGreaterThan(3500);
  expect(rateLimitHeaders(refused)).toEqual({ ...headersOf(3, 0), 'retry-after': retryAfter });
  expect(refused.body).toEqual({
    data: null,
    error: {
      status: 429,
      name: 'RateLimitError',
      code: 'rate_limit_exceeded',
      message: expect.stringMatching(/^This tool may run 3 times an hour, .* Try again in \d+ seconds\.$/),
      details: { request_id: refused.headers.get('x-request-id'), retry_after_seconds: Number(retryAfter) },
    },
  });
});

test('an error of the caller or of the provider has the headers, too', async () => {
  const refusing = await run('refusing');
  expect(refusing.status).toBe(422);
  expect(rateLimitHeaders(refusing)).toEqual(headersOf(9, 8));
  const failing = await run('failing');
  expect(failing.status).toBe(502);
  expect(rateLimitHeaders(failing)).toEqual(headersOf(9, 8));
});

test('so does a stream, and a refused stream is a plain 429', async () => {
  const stream = () => call(site, 'POST', 'execute/streaming?stream=true', { body: INPUTS, authorization });
  const answer = await stream();
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(rateLimitHeaders(answer)).toEqual(headersOf(1, 0));
  const refused = await stream();
  expect(refused.status).toBe(429);
  expect(refused.body.error.code).toBe('rate_limit_exceeded');
  expect(rateLimitHeaders(refused)).toMatchObject(headersOf(1, 0));
});

test('a refused run leaves its row', async () => {
  await run('logged');
  const { body } = await run('logged');
  expect(await readLogs(site)).toMatchObject([
    { tool_slug: 'logged', status: 'success' },
    {
      request_id: body.error.details.request_id,
      tool_slug: 'logged',
      status: 'error',
      error_code: 'rate_limit_exceeded',
      caller_label: 'ann',
      attempts: 0,
    },
  ]);
});

test('what does not pass validation is not counted', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = await execute(site, 'crowded', {}, authorization);
    expect(answer.status).toBe(400);
    // and yet told where it stands
    expect(rateLimitHeaders(answer)).toMatchObject({ 'x-ratelimit-remaining-requests': '20' });
  }
  expect(rateLimitHeaders(await run('crowded'))).toEqual(headersOf(20, 19));
});

test('of many calls at once, as many pass as there may be', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => run('crowded')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(41);
});

test('the site’s own runs count like all others', async () => {
  expect(await executeTool('in-process')).toMatchObject({ object: 'chat.completion' });
  expect((await run('in-process')).status).toBe(200);
  expect(await executeTool('in-process')).toMatchObject({
    error: { status: 429, code: 'rate_limit_exceeded' },
  });
});

describe('a limit for each caller', () => {
  test('counts a user, a token and an address for itself', async () => {
    const token = `Bearer ${await createApiToken(site, { name: 'limited', type: 'full-access' })}`;
    const bob = await createUser(site, 'bob');
    for (const who of [authorization, basic('bob', bob.password), token, undefined]) {
      const statuses = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        statuses.push(
          (await call(site, 'POST', 'execute/two-each', { body: INPUTS, authorization: who })).status,
        );
      }
      expect(statuses).toEqual([200, 200, 429]);
    }
    // the refused ones are not counted against the tool
    const carl = await createUser(site, 'carl');
    const answer = await run('two-each', basic('carl', carl.password));
    expect(rateLimitHeaders(answer)).toMatchObject({
      'ratelimit-policy': '"caller";q=2;w=3600, "tool";q=100;w=3600',
      ratelimit: expect.stringMatching(/^"caller";r=1;t=\d+, "tool";r=91;t=\d+$/),
      'x-ratelimit-limit-requests': '2',
    });
  });

  test('tells whom it refuses, and cannot be evaded by what a caller says of itself', async () => {
    const answer = await call(site, 'POST', 'execute/two-each', {
      body: INPUTS,
      headers: { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' },
    });
    expect(answer.status).toBe(429);
    expect(answer.body.error.message).toMatch(/^You may run 2 times an hour/);
    expect(answer.headers.get('ratelimit')).toMatch(/^"caller";r=0;t=\d+$/);
  });

  test('holds in process for whomever the site names', async () => {
    const as = (id: string) =>
      executeTool('two-each', { caller: { type: 'user', id, label: null, address: null } });
    expect(await as('500')).toMatchObject({ object: 'chat.completion' });
    expect(await as('500')).toMatchObject({ object: 'chat.completion' });
    expect(await as('500')).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    expect(await as('501')).toMatchObject({ object: 'chat.completion' });
  });
});

test('a changed limit holds at once, and the count is kept', async () => {
  const tools = toolDocuments(site);
  const { documentId } = await tools.create({ data: summarizer({ name: 'Changing', rate_limit: 2 }) });
  const statuses = async (count: number) => {
    const answers = [];
    for (let attempt = 0; attempt < count; attempt += 1) answers.push((await run('changing')).status);
    return answers;
  };
  expect(await statuses(4)).toEqual([200, 200, 429, 429]);
  await tools.update({ documentId, data: { rate_limit: 3 } });
  expect(await statuses(2)).toEqual([200, 429]);
  await tools.update({ documentId, data: { rate_limit: 1 } });
  expect(await statuses(1)).toEqual([429]);
  await tools.update({ documentId, data: { rate_limit: null } });
  expect(await statuses(1)).toEqual([200]);
});

test('a run inside a transaction of the site is counted, and waits for nothing', async () => {
  const notes = site.strapi.documents('api::note.note');
  const startedAt = Date.now();
  const texts = [];
  for (let index = 0; index < 4; index += 1) {
    texts.push((await notes.create({ data: { text: 'a note' } })).text);
  }
  expect(texts).toEqual(['summarised', 'summarised', 'summarised', 'rate_limit_exceeded']);
  expect(Date.now() - startedAt).toBeLessThan(2000);
  expect((await run('in-transactions')).status).toBe(429);
});

test('a table that is dropped under it is made again, and the limit holds', async () => {
  await run('dropped');
  await site.strapi.db.connection.schema.dropTable(LIMITS_TABLE);
  expect(rateLimitHeaders(await run('dropped'))).toEqual(headersOf(3, 2));
  expect(await site.strapi.db.connection.schema.hasTable(LIMITS_TABLE)).toBe(true);
});
