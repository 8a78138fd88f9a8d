import { toolDocuments } from '../support/documents';
import { startSite } from '../support/site';
import type { Site } from '../support/site';
import { summarizer, textOf } from '../support/execute';

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugin: { tools: [summarizer({ name: 'From Code' })] } });
});
afterAll(() => site?.stop());
afterEach(() => site.strapi.db.query('plugin::ai-tools.tool').deleteMany({}));

const tools = () => toolDocuments(site);
const run = (slug: string) =>
  site.strapi.plugin('ai-tools').service('execute').executeTool(slug, { content: 'text' });

test('the slug is the name in lower case with hyphens; a taken one gets a number', async () => {
  const first = await tools().create({ data: summarizer() });
  const second = await tools().create({ data: summarizer() });
  const third = await tools().create({ data: summarizer({ name: 'Résumé für Ärzte' }) });
  expect([first.slug, second.slug, third.slug]).toEqual([
    'content-summarizer',
    'content-summarizer-2',
    'resume-fuer-aerzte',
  ]);
});

test('tools of one name that arrive together get slugs of their own', async () => {
  const created = await Promise.all([1, 2, 3, 4].map(() => tools().create({ data: summarizer() })));
  expect(new Set(created.map((tool) => tool.slug)).size).toBe(4);
});

test('a slug stays when the tool is renamed, and can be set by hand', async () => {
  const { documentId } = await tools().create({ data: summarizer() });
  expect(await tools().update({ documentId, data: { name: 'Other Name' } })).toMatchObject({
    slug: 'content-summarizer',
  });
  expect(await tools().update({ documentId, data: { slug: 'by-hand' } })).toMatchObject({ slug: 'by-hand' });
  expect(await tools().update({ documentId, data: { slug: 'by-hand', name: 'X' } })).toMatchObject({
    slug: 'by-hand',
  });
});

test('a slug by hand that is taken is refused with one that is free, also when a tool from code has it', async () => {
  await tools().create({ data: summarizer() });
  await expect(tools().create({ data: summarizer({ slug: 'content-summarizer' }) })).rejects.toMatchObject({
    message: expect.stringContaining('"content-summarizer-2" is free'),
  });
  await expect(tools().create({ data: summarizer({ slug: 'from-code' }) })).rejects.toThrow('taken');
  expect(await tools().create({ data: summarizer({ name: 'From Code' }) })).toMatchObject({
    slug: 'from-code-2',
  });
});

test('a copy gets a slug of its own', async () => {
  const { documentId } = await tools().create({ data: summarizer() });
  const { entries } = await tools().clone({ documentId, data: {} });
  expect(entries).toMatchObject([{ slug: 'content-summarizer-2' }]);
});

test('a write is checked whole and refused with every fault at its field', async () => {
  const attempt = tools().create({
    data: summarizer({ provider: 'nobody', temperature: 3, prompt_template: '{{typo}}' }),
  });
  await expect(attempt).rejects.toMatchObject({
    name: 'ValidationError',
    details: {
      errors: expect.arrayContaining([
        expect.objectContaining({
          path: ['provider'],
          message: 'There is no provider "nobody" on this site.',
        }),
        expect.objectContaining({ path: ['temperature'] }),
        expect.objectContaining({ path: ['prompt_template'], message: expect.stringContaining('{{typo}}') }),
      ]),
    },
  });
  expect(await tools().count({})).toBe(0);
});

test('a change is checked together with what is stored', async () => {
  const { documentId } = await tools().create({ data: summarizer() });
  await expect(
    tools().update({
      documentId,
      data: { input_schema: { type: 'object', properties: { text: { type: 'string' } } } },
    }),
  ).rejects.toThrow('{{content}} names no input');
});

test('every field comes back as it was written', async () => {
  const definition = summarizer({
    system_instruction: 'Be brief.',
    model: 'sandbox-echo',
    temperature: 0.3,
    max_tokens: 1024,
    top_p: 0.5,
    top_k: 10,
    stop: ['END'],
    functions: [{ name: 'lookup', description: 'd', parameters: { type: 'object', properties: {} } }],
    response_schema: { type: 'object' },
    rate_limit: 100,
    cache_duration: 3600,
    budget_usd: 12.5,
    fallbacks: [{ provider: 'openai', model: 'gpt-6-luna' }],
    enabled: false,
  });
  const { documentId } = await tools().create({ data: definition });
  expect(await tools().findOne({ documentId })).toMatchObject(definition);
});

test('an edit is live for the next run, a deletion too', async () => {
  const { documentId } = await tools().create({ data: summarizer() });
  expect(textOf(await run('content-summarizer'))).toContain('Summarise in 100 words: text');
  await tools().update({ documentId, data: { prompt_template: 'Now: {{content}}' } });
  expect(textOf(await run('content-summarizer'))).toContain('Now: text');
  await tools().delete({ documentId });
  expect(await run('content-summarizer')).toMatchObject({ error: { code: 'tool_not_found' } });
});

test('an edit that goes past the document service is live too', async () => {
  await tools().create({ data: summarizer() });
  textOf(await run('content-summarizer'));
  await site.strapi.db
    .query('plugin::ai-tools.tool')
    .update({ where: { slug: 'content-summarizer' }, data: { enabled: false } });
  expect(await run('content-summarizer')).toMatchObject({ error: { code: 'tool_not_found' } });
});

test('a tool that was broken behind the check is our fault and says where to look', async () => {
  await tools().create({ data: summarizer() });
  await site.strapi.db
    .query('plugin::ai-tools.tool')
    .update({ where: { slug: 'content-summarizer' }, data: { prompt_template: '{{gone}}' } });
  expect(await run('content-summarizer')).toMatchObject({
    error: { code: 'internal_error', message: expect.not.stringContaining('gone') },
  });
});
