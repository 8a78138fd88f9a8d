import { createApiToken } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite({
    plugin: { tools: [summarizer()] },
    files: { 'config/api.js': `module.exports = { rest: { prefix: '/content' } };` },
  });
});
afterAll(() => site?.stop());

test('the route follows the prefix of the site, for answers and refusals alike', async () => {
  const token = await createApiToken(site, { name: 'full', type: 'full-access' });
  const post = async (body: string) => {
    const response = await fetch(`${site.url}/content/ai-tools/v1/execute/content-summarizer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  expect(await post('{"content":"text"}')).toMatchObject({
    status: 200,
    body: { object: 'chat.completion' },
  });
  expect(await post('{"content"')).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request' } },
  });
});
