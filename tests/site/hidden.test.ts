import { createApiToken } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
let adminToken: string;

beforeAll(async () => {
  site = await startSite({ plugin: { tools: [summarizer()] } });
  const response = await fetch(`${site.url}/admin/register-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstname: 'A', email: 'admin@example.org', password: 'Passw0rd-of-admin' }),
  });
  adminToken = (await response.json()).data.token;
});
afterAll(() => site?.stop());

const UIDS = ['plugin::ai-tools.tool', 'plugin::ai-tools.provider', 'plugin::ai-tools.log'];

test('the plugin is there, with its three content types', () => {
  expect(site.strapi.plugin('ai-tools')).toBeDefined();
  expect(Object.keys(site.strapi.contentTypes)).toEqual(expect.arrayContaining(UIDS));
});

test('the Content Manager and the Content-Type Builder do not show them', async () => {
  const get = async (path: string) => {
    const response = await fetch(`${site.url}${path}`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    return (await response.json()).data;
  };
  const shown: { uid: string; isDisplayed: boolean }[] = await get('/content-manager/content-types');
  const hidden = shown.filter(({ uid }) => UIDS.includes(uid));
  expect(hidden).toHaveLength(3);
  expect(hidden.every(({ isDisplayed }) => !isDisplayed)).toBe(true);

  const built: { uid: string; schema: { visible: boolean } }[] = await get(
    '/content-type-builder/content-types',
  );
  expect(built.filter(({ uid, schema }) => UIDS.includes(uid) && schema.visible)).toEqual([]);
});

test('the content API has no route to them, not even for a full-access token', async () => {
  const token = await createApiToken(site, { name: 'full', type: 'full-access' });
  for (const path of [
    'tools',
    'providers',
    'logs',
    'ai-tools/tools',
    'ai-tools/providers',
    'ai-tools/logs',
  ]) {
    const { status } = await fetch(`${site.url}/api/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([path, status]).toEqual([path, 404]);
  }
});
