import { readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugin: { logs: { capture: 'all' }, tools: [summarizer()] } });
});
afterAll(() => site?.stop());

test('with capture on, inputs and output are stored without secrets, whatever characters are in them', async () => {
  const content = 'a\0b \ud800 世界 "quoted" my key is sk-canary-0123456789abcdef';
  await site.strapi.plugin('ai-tools').service('execute').executeTool('content-summarizer', { content });
  const [row] = await readLogs(site);
  expect(row).toMatchObject({
    status: 'success',
    inputs: { content: 'ab \ufffd 世界 "quoted" my key is [redacted]' },
    output: expect.stringContaining('my key is [redacted]'),
  });
  expect(JSON.stringify(row)).not.toContain('canary');
});
