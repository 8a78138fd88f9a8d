import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugin: {} });
});
afterAll(() => site?.stop());

test('probe', async () => {
  expect(site.strapi.plugin('ai-tools')).toBeDefined();
  await site.strapi.documents('plugin::ai-tools.tool').create({ data: { name: 'Echo Tool', description: 'd', provider: 'sandbox', method: 'messages', input_schema: { type: 'object', properties: { content: { type: 'string', required: true } } }, prompt_template: 'Say {{content}}' } } as never);
  console.log(JSON.stringify(await site.strapi.plugin('ai-tools').service('execute').executeTool('echo-tool', { content: 'hello' }), null, 1));
  console.log(await site.strapi.db.query('plugin::ai-tools.log').findMany({}));
  const post = async (body: string, headers: Record<string,string>) => {
    const r = await fetch(`${site.url}/api/ai-tools/v1/execute/echo-tool`, { method: 'POST', body, headers });
    return [r.status, await r.text(), r.headers.get('x-request-id')];
  };
  console.log(await post('{bad', { 'content-type': 'application/json' }));
  console.log(await post('"str"', { 'content-type': 'application/json' }));
  console.log(await post('[1]', { 'content-type': 'application/json' }));
  console.log(await post('{"a":"' + 'x'.repeat(2e6) + '"}', { 'content-type': 'application/json' }));
  console.log(await post('{"content":"x"}', { 'content-type': 'application/json' }));
  const token = (await site.strapi.service('admin::api-token').create({ name: 't', type: 'full-access', lifespan: null })).accessKey;
  console.log(await post('{"content":"x"}', { 'content-type': 'application/json', authorization: `Bearer ${token}` }));
  console.log(await post('{"content":"x"}', { 'content-type': 'application/json', authorization: `Basic ${Buffer.from('api-token:' + token).toString('base64')}` }));
  console.log(await post('{"content":"x"}', { accept: 'text/event-stream', 'content-type': 'application/json', authorization: `Basic ${Buffer.from('api-token:' + token).toString('base64')}` }));
});
