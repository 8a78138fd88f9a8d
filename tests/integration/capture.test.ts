import { setTimeout as pause } from 'node:timers/promises';
import { EXECUTE, clearLogs, execute, grantPublic, readLogs } from '../support/callers';
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
  await grantPublic(site, [EXECUTE]);
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

test('inputs that are nested thousands deep are answered and on record, as far down as anybody reads', async () => {
  await clearLogs(site);
  const content = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const answer = await execute(site, 'content-summarizer', `{"content":${content}}`);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
  const [row] = await readLogs(site);
  expect(row).toMatchObject({ request_id: answer.headers.get('x-request-id'), error_code: 'invalid_input' });
  expect(JSON.stringify(row?.inputs)).toContain('[nested too deep]');
});

test('inputs that code gives and that are no JSON cost the bodies, not the answer and not the row', async () => {
  await clearLogs(site);
  const inputs: Record<string, unknown> = { content: 'x' };
  inputs.self = inputs;
  const answer = await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool('content-summarizer', inputs);
  expect(answer.error.code).toBe('invalid_input');
  expect(await readLogs(site)).toMatchObject([
    { error_code: 'invalid_input', inputs: expect.stringContaining('left out'), output: null },
  ]);
});
