import { basic, createApiToken, execute } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const INPUTS = { content: 'text' };

let site: Site;
beforeAll(async () => {
  site = await startSite({ usersPermissions: false, plugin: { tools: [summarizer()] } });
});
afterAll(() => site?.stop());

test('Basic works with an API token', async () => {
  const token = await createApiToken(site, { name: 'full', type: 'full-access' });
  expect((await execute(site, 'content-summarizer', INPUTS, basic('api-token', token))).status).toBe(200);
});

test('Basic with a user is refused with a word on what works', async () => {
  const { status, body } = await execute(site, 'content-summarizer', INPUTS, basic('ann', 'password'));
  expect(status).toBe(401);
  expect(body.error.message).toContain('api-token');
});

test('a call without credentials is 401', async () => {
  expect((await execute(site, 'content-summarizer', INPUTS)).status).toBe(401);
});
