import { setTimeout as pause } from 'node:timers/promises';
import { readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/** A key as Mistral hands them out: nothing in it says that it is one. */
const SHAPELESS_KEY = 'Canary0123456789abcdefABCDEF01234';

let site: Site;
beforeAll(async () => {
  site = await startSite({
    plugin: {
      logs: { capture: 'all' },
      tools: [summarizer()],
      providers: { mistral: { api_key: SHAPELESS_KEY } },
    },
    files: HOST_LOG_FILES,
  });
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

test('a key of this site is taken out of bodies, errors and the host’s log by its value, whatever it looks like', async () => {
  const { executeTool } = site.strapi.plugin('ai-tools').service('execute');
  await executeTool('content-summarizer', { content: `my key is ${SHAPELESS_KEY}` });
  await executeTool(
    'content-summarizer',
    { content: 'x' },
    {
      onChunk: () => {
        throw new Error(`broke with ${SHAPELESS_KEY}`);
      },
    },
  );
  const rows = await readLogs(site);
  expect(rows).toMatchObject([
    {},
    { inputs: { content: 'my key is [redacted]' } },
    { error_code: 'internal_error', error_message: expect.stringContaining('broke with [redacted]') },
  ]);
  // the host writes its file in its own time
  while (!readHostLog(site).includes('broke with')) await pause(20);
  expect(readHostLog(site)).toContain('broke with [redacted]');
  expect(JSON.stringify(rows) + readHostLog(site)).not.toContain('Canary');
});
