import { providerDocuments } from '../support/documents';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite({ encryptionKey: false });
});
afterAll(() => site?.stop());

test('no key is stored, and the error says how to make it possible', async () => {
  await expect(
    providerDocuments(site).create({
      data: { provider_id: 'openai', kind: 'openai', api_key: 'sk-canary-0123456789' },
    }),
  ).rejects.toThrow('admin.secrets.encryptionKey');
  expect(await providerDocuments(site).count({})).toBe(0);
});

test('everything but the key can be stored', async () => {
  await expect(
    providerDocuments(site).create({ data: { provider_id: 'openai', kind: 'openai', model: 'gpt-6-luna' } }),
  ).resolves.toMatchObject({ model: 'gpt-6-luna' });
});
