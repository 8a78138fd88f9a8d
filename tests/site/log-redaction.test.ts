import path from 'node:path';
import { readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

// as a site writes it: expressions and functions are no JSON
const PLUGINS = `module.exports = {
  'users-permissions': { config: { jwtSecret: 'test-jwt-secret' } },
  'ai-tools': {
    enabled: true,
    resolve: ${JSON.stringify(path.resolve(__dirname, '../support/source-plugin'))},
    config: {
      tools: [${JSON.stringify(summarizer())}],
      logs: {
        capture: 'all',
        max_body_bytes: 300,
        redact: ['email', 'card', /customer-\\d+/i, (text) => text.replaceAll('ACME', '[client]')],
      },
    },
  },
};`;

let site: Site;
beforeAll(async () => {
  site = await startSite({ files: { 'config/plugins.js': PLUGINS } });
});
afterAll(() => site?.stop());

test('a site’s own rules hold for inputs, outputs and errors, and long bodies are cut', async () => {
  const { executeTool } = site.strapi.plugin('ai-tools').service('execute');
  const content = `I am jane@example.org, Customer-77 of ACME, card 4111 1111 1111 1111 ${'x'.repeat(2000)}`;
  await executeTool('content-summarizer', { content });
  await executeTool(
    'content-summarizer',
    { content: 'short' },
    {
      onChunk: () => {
        throw new Error('nothing for jane@example.org');
      },
    },
  );
  const ids = (await readLogs(site)).map(({ request_id }) => request_id);
  const { find } = site.strapi.plugin('ai-tools').service('log-queries');
  const [long, failed] = [await find(ids[0]), await find(ids[1])];
  expect(long.inputs).toMatch(
    /^\{"content":"I am \[email\], \[redacted\] of \[client\], card \[card\] x+… \[\d+ bytes cut\]$/,
  );
  expect(long.output).toMatch(/ \[email\], \[redacted\] of \[client\].*… \[\d+ bytes cut\]$/s);
  expect(failed).toMatchObject({
    inputs: { content: 'short' },
    error_code: 'internal_error',
    error_message: expect.stringContaining('nothing for [email]'),
  });
});
