import { EXECUTE, basic, execute, grantPublic, readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const INPUTS = { content: 'text' };

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugin: { tools: [summarizer()] } });
  await grantPublic(site, [EXECUTE]);
});
afterAll(() => site?.stop());

test('everybody may run a tool once the public role may', async () => {
  expect((await execute(site, 'content-summarizer', INPUTS)).status).toBe(200);
  expect(await readLogs(site)).toMatchObject([{ caller_type: 'public', caller_id: null }]);
});

test('who shows a credential is judged by it, and not let in as the public', async () => {
  expect((await execute(site, 'content-summarizer', INPUTS, basic('nobody', 'wrong'))).status).toBe(401);
  expect((await execute(site, 'content-summarizer', INPUTS, basic('api-token', 'wrong'))).status).toBe(401);
  expect((await execute(site, 'content-summarizer', INPUTS, 'Basic nonsense')).status).toBe(401);
});
