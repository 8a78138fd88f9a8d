import { readFixture, startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { providerDocuments, toolDocuments } from '../support/documents';
import { startSite } from '../support/site';
import type { Site } from '../support/site';
import { summarizer, textOf } from '../support/execute';

const KEY = 'sk-canary-0123456789abcdef';

let site: Site;
let server: FakeProvider;
beforeAll(async () => {
  server = await startFakeProvider();
  server.answerJson(readFixture('openai/completion.json'));
  site = await startSite({ plugin: { network: { allow_private_endpoints: ['openai'] } } });
});
afterAll(async () => {
  await site?.stop();
  await server.stop();
});
afterEach(async () => {
  await site.strapi.db.query('plugin::ai-tools.provider').deleteMany({});
  await site.strapi.db.query('plugin::ai-tools.tool').deleteMany({});
});

const providers = () => providerDocuments(site);

test('a key is stored encrypted and used in clear towards the provider only', async () => {
  await providers().create({
    data: { provider_id: 'work', kind: 'openai', endpoint: server.url, api_key: KEY },
  });
  await toolDocuments(site).create({ data: summarizer({ provider: 'work', method: 'chat/completions' }) });

  const row = await site.strapi.db
    .query('plugin::ai-tools.provider')
    .findOne({ where: { provider_id: 'work' } });
  expect(row.api_key).toMatch(/^v1:/);
  expect(JSON.stringify(row)).not.toContain(KEY);

  const answer = await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool('content-summarizer', { content: 'text' });
  expect(textOf(answer)).toBe('Strapi manages content.');
  expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test('a key that is written back as it was read stays the same key', async () => {
  const { documentId } = await providers().create({
    data: { provider_id: 'openai', kind: 'openai', api_key: KEY },
  });
  const row = await site.strapi.db.query('plugin::ai-tools.provider').findOne({ where: { documentId } });
  await providers().update({ documentId, data: { api_key: row.api_key, label: 'Ours' } });
  const after = await site.strapi.db.query('plugin::ai-tools.provider').findOne({ where: { documentId } });
  expect(after).toMatchObject({ api_key: row.api_key, label: 'Ours' });
});

test('a key does not follow its endpoint to another host without being typed again', async () => {
  const { documentId } = await providers().create({
    data: { provider_id: 'openai', kind: 'openai', api_key: KEY },
  });
  const endpoint = 'https://elsewhere.example/v1';
  await expect(providers().update({ documentId, data: { endpoint } })).rejects.toThrow('typed again');
  await expect(providers().update({ documentId, data: { endpoint, api_key: KEY } })).resolves.toMatchObject({
    endpoint,
  });
  await expect(
    providers().update({ documentId, data: { endpoint: 'https://elsewhere.example/v2' } }),
  ).resolves.toBeDefined();
  await expect(
    providers().update({ documentId, data: { endpoint: null, api_key: null } }),
  ).resolves.toBeDefined();
});

test('a provider is checked whole', async () => {
  await expect(
    providers().create({
      data: {
        provider_id: 'My Server',
        kind: 'nothing',
        endpoint: 'ftp://x',
        temperature: 2,
        timeout_ms: 0,
      },
    }),
  ).rejects.toMatchObject({
    name: 'ValidationError',
    details: { errors: expect.arrayContaining([expect.objectContaining({ path: ['temperature'] })]) },
  });
  await expect(
    providers().create({ data: { provider_id: 'a', kind: 'anthropic', endpoint: 'http://192.168.0.1' } }),
  ).rejects.toThrow('private network');
  await providers().create({ data: { provider_id: 'b', kind: 'openai' } });
  await expect(providers().create({ data: { provider_id: 'b', kind: 'openai' } })).rejects.toThrow(
    'already there',
  );
});

test('a tool whose provider was deleted says so', async () => {
  const { documentId } = await providers().create({ data: { provider_id: 'work', kind: 'sandbox' } });
  await toolDocuments(site).create({ data: summarizer({ provider: 'work' }) });
  await providers().delete({ documentId });
  const answer = await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool('content-summarizer', { content: 'text' });
  expect(answer).toMatchObject({ error: { code: 'provider_not_configured', status: 503 } });
});
