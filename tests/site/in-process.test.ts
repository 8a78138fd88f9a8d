import { setTimeout as pause } from 'node:timers/promises';
import { readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const ARTICLE = {
  kind: 'collectionType',
  collectionName: 'articles',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: false },
  attributes: { title: { type: 'string' }, content: { type: 'text' }, summary: { type: 'text' } },
};

const RUN = `strapi.plugin('ai-tools').service('execute').executeTool`;

let site: Site;
beforeAll(async () => {
  site = await startSite({
    plugin: { tools: [summarizer()] },
    plugins: { other: { enabled: true, resolve: './src/plugins/other' } },
    server: { cron: { enabled: true } },
    files: {
      'src/api/article/content-types/article/schema.json': JSON.stringify(ARTICLE),
      'src/api/article/content-types/article/lifecycles.js': `
        module.exports = {
          async beforeCreate({ params }) {
            const result = await ${RUN}('content-summarizer', { content: params.data.content }, { source: 'lifecycle' });
            if (!result.error) params.data.summary = result.choices[0].message.content;
          },
        };`,
      'src/index.js': `
        module.exports = {
          bootstrap({ strapi }) {
            strapi.cron.add({
              summarise: {
                task: ({ strapi }) => ${RUN}('content-summarizer', { content: 'from cron' }, { source: 'cron' }),
                options: '* * * * * *',
              },
            });
          },
        };`,
      'src/plugins/other/package.json': JSON.stringify({
        name: 'other',
        strapi: { kind: 'plugin', name: 'other', displayName: 'Other' },
      }),
      'src/plugins/other/strapi-server.js': `
        module.exports = {
          services: {
            digest: ({ strapi }) => ({ make: (content) => ${RUN}('content-summarizer', { content }, { source: 'other' }) }),
          },
        };`,
    },
  });
});
afterAll(() => site?.stop());

const rowsFrom = async (source: string) => (await readLogs(site)).filter((row) => row.source === source);

test('another plugin runs a tool', async () => {
  const result = await site.strapi.plugin('other').service('digest').make('from a plugin');
  expect(result.choices[0].message.content).toContain('from a plugin');
  expect(await rowsFrom('other')).toMatchObject([{ status: 'success', caller_type: 'internal' }]);
});

test('a lifecycle hook runs a tool, inside the transaction of its write', async () => {
  const article = await site.strapi
    .documents('api::article.article' as never)
    .create({ data: { title: 'T', content: 'from a hook' } as never });
  expect(article).toMatchObject({ summary: expect.stringContaining('from a hook') });
  expect(await rowsFrom('lifecycle')).toMatchObject([{ status: 'success' }]);
});

test('a cron job runs a tool', async () => {
  while ((await rowsFrom('cron')).length === 0) await pause(50);
  expect((await rowsFrom('cron'))[0]).toMatchObject({ status: 'success', caller_type: 'internal' });
});

test.each([
  ['no such tool', ['nope', {}], 'tool_not_found'],
  ['a wrong input', ['content-summarizer', { content: 5 }], 'invalid_input'],
  ['no inputs', ['content-summarizer'], 'invalid_input'],
  ['null', [null, null, null], 'tool_not_found'],
  ['a number for inputs', ['content-summarizer', 5], 'invalid_request'],
  ['inputs that are no JSON', ['content-summarizer', { content: 10n }], 'invalid_input'],
  ['a slug of 10 kB', ['x'.repeat(10_000), {}], 'tool_not_found'],
])('executeTool with %s resolves to its error and never throws', async (_name, args, code) => {
  const result = await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool(...args);
  expect(result).toMatchObject({
    error: { code, status: expect.any(Number), details: { request_id: expect.any(String) } },
  });
});

test('the caller is told chunk by chunk, and on whose behalf is in the log', async () => {
  const chunks: { choices: { delta: { content?: string } }[] }[] = [];
  const result = await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool(
      'content-summarizer',
      { content: 'streamed' },
      {
        onChunk: (chunk: (typeof chunks)[number]) => chunks.push(chunk),
        source: 'newsletter',
        caller: { type: 'user', id: '7', label: 'ann' },
      },
    );
  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(
    result.choices[0].message.content,
  );
  expect(chunks.at(-1)).toMatchObject({ meta: { request_id: result.meta.request_id } });
  expect(await rowsFrom('newsletter')).toMatchObject([
    { caller_type: 'user', caller_id: '7', caller_label: 'ann' },
  ]);
});

test('a run that is aborted is cancelled', async () => {
  const result = await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool('content-summarizer', { content: 'x' }, { signal: AbortSignal.abort(), source: 'aborted' });
  expect(result).toMatchObject({ error: { code: 'cancelled' } });
  expect(await rowsFrom('aborted')).toMatchObject([{ status: 'cancelled' }]);
});

test('a log that cannot be written costs the log and not the answer', async () => {
  const { strapi } = site;
  await strapi.db.connection.schema.renameTable('ai_tools_logs', 'ai_tools_logs_away');
  const result = await strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool('content-summarizer', { content: 'x' });
  await strapi.db.connection.schema.renameTable('ai_tools_logs_away', 'ai_tools_logs');
  expect(result.meta.tool).toBe('content-summarizer');
});
