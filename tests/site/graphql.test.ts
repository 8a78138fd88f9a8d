import { createApiToken } from '../support/callers';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite({ graphql: true });
});
afterAll(() => site?.stop());

test('GraphQL has no type for tools, providers or logs, not even for a full-access token', async () => {
  const token = await createApiToken(site, { name: 'full', type: 'full-access' });
  const response = await fetch(`${site.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __schema { types { name } queryType { fields { name } } } }' }),
  });
  const { data } = await response.json();
  const names: string[] = [...data.__schema.types, ...data.__schema.queryType.fields].map(({ name }) => name);
  expect(names).toContain('UsersPermissionsUser');
  expect(names.filter((name) => /ai.?tools/i.test(name))).toEqual([]);
});
