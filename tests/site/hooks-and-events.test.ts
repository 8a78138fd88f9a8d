import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Events } from '../../contracts/events';
import { EXECUTE, execute, grantPublic, readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const SLUG = 'content-summarizer';

/** The example of the page on hooks, as a site without TypeScript has it. */
const readExample = (): string => {
  const page = readFileSync(path.resolve(__dirname, '../../docs/extending.md'), 'utf8');
  const part = page.slice(page.indexOf('\n## Hooks\n'));
  const example = /```ts\n(?<code>\/\/ src\/index\.ts\n[\s\S]*?)```/.exec(part)?.groups?.code ?? '';
  return example.replace('export default', 'module.exports =');
};

let site: Site;
const events: { name: string; payload: Events[keyof Events]; inTransaction: boolean }[] = [];

beforeAll(async () => {
  site = await startSite({
    plugin: {
      providers: {
        // nothing listens there
        gone: { kind: 'openai-compatible', endpoint: 'http://127.0.0.1:9/v1', model: 'm' },
      },
      tools: [
        summarizer(),
        summarizer({ name: 'Other' }),
        summarizer({ name: 'Unreachable', provider: 'gone' }),
      ],
    },
    files: { ...HOST_LOG_FILES, 'src/index.js': readExample() },
  });
  await grantPublic(site, [EXECUTE]);
  for (const name of ['execution.completed', 'execution.failed', 'provider.down'] as const) {
    site.strapi.eventHub.on(`ai-tools.${name}`, async (payload) => {
      events.push({ name: `ai-tools.${name}`, payload, inTransaction: site.strapi.db.inTransaction() });
    });
  }
});
afterAll(() => site?.stop());

const runInProcess = (inputs: Record<string, unknown>, slug = SLUG) =>
  site.strapi.plugin('ai-tools').service('execute').executeTool(slug, inputs);

const eventOf = async (requestId: string) => {
  for (;;) {
    const found = events.filter(({ payload }) => 'request_id' in payload && payload.request_id === requestId);
    if (found.length > 0) return found;
    await pause(10);
  }
};

/** Until the host's log, which is written in the background, says it. */
const untilLogged = async (words: string): Promise<void> => {
  while (!readHostLog(site).includes(words)) await pause(10);
};

test('the README’s hooks change inputs, refuse, and see answers, over REST and in process', async () => {
  const { status, body } = await execute(site, SLUG, { content: 'Write to ann@example.org.' });
  expect(status).toBe(200);
  expect(body.choices[0].message.content).toContain('Write to [e-mail]');
  await untilLogged(`${SLUG} used ${body.usage.total_tokens} tokens`);

  const refused = await execute(site, SLUG, { content: 'Confidential.' });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      data: null,
      error: { code: 'content_refused', message: 'Confidential texts are for members.' },
    },
  });
  expect((await readLogs(site)).at(-1)).toMatchObject({ status: 'error', error_code: 'content_refused' });

  const member = await runInProcess({ content: 'Confidential, for ann@example.org' });
  expect(member.choices[0].message.content).toContain('Confidential, for [e-mail]');
  const other = await runInProcess({ content: 'ann@example.org' }, 'other');
  expect(other.choices[0].message.content).toContain('ann@example.org');
});

test('a hook that throws is internal_error, with its stack in the log row only', async () => {
  const remove = site.strapi
    .plugin('ai-tools')
    .service('hooks')
    .beforeExecute(async () => {
      throw new Error('broken on purpose');
    });
  const { status, body } = await execute(site, SLUG, { content: 'x' });
  remove();
  expect(status).toBe(500);
  expect(body.error.code).toBe('internal_error');
  expect(JSON.stringify(body)).not.toContain('on purpose');
  expect((await readLogs(site)).at(-1)?.error_message).toMatch(/broken on purpose\n +at /);
  expect((await execute(site, SLUG, { content: 'x' })).status).toBe(200);
});

test('each run is told once, with the id of its row', async () => {
  const { body } = await execute(site, SLUG, { content: 'A private text.' });
  expect(await eventOf(body.meta.request_id)).toMatchObject([
    {
      name: 'ai-tools.execution.completed',
      payload: { tool: SLUG, source: 'rest', caller_type: 'public', provider: 'sandbox', cost_usd: 0 },
    },
  ]);
  const failed = await runInProcess({});
  expect(await eventOf(failed.error.details.request_id)).toMatchObject([
    {
      name: 'ai-tools.execution.failed',
      payload: { source: 'service', caller_type: 'internal', code: 'invalid_input', provider_status: null },
    },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/private|\[e-mail\]/);
});

test('those who listen are outside of the transaction of the run', async () => {
  const answer = await site.strapi.db.transaction(() => runInProcess({ content: 'x' }));
  expect(await eventOf(answer.meta.request_id)).toMatchObject([{ inTransaction: false }]);
});

test('a listener that throws or hangs costs no answer', async () => {
  const { eventHub } = site.strapi;
  const removeHanging = eventHub.on('ai-tools.execution.completed', () => new Promise(() => {}));
  expect((await execute(site, SLUG, { content: 'x' })).status).toBe(200);
  removeHanging();
  const removeThrowing = eventHub.on('ai-tools.execution.completed', () => {
    throw new Error('deaf on purpose');
  });
  expect((await execute(site, SLUG, { content: 'x' })).status).toBe(200);
  await untilLogged('a listener of ai-tools.execution.completed failed: Error: deaf on purpose');
  removeThrowing();
});

test('a provider that is down is told once', async () => {
  for (let run = 0; run < 3; run += 1) {
    expect(await runInProcess({ content: 'x' }, 'unreachable')).toMatchObject({
      error: { code: 'provider_unavailable' },
    });
  }
  await untilLogged('gone/m does not answer');
  expect(events.filter(({ name }) => name === 'ai-tools.provider.down')).toMatchObject([
    { payload: { provider: 'gone', model: 'm' } },
  ]);
});
