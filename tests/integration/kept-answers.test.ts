import { adminCallerWith, createAdminCaller } from '../support/admin-caller';
import { answerCounted } from '../support/cached-site';
import { EXECUTE, clearLogs, execute, grantPublic, readLogs } from '../support/callers';
import { toolDocuments } from '../support/documents';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const ROUTE = 'ai-tools/v1/execute';

let provider: FakeProvider;
let site: Site;

beforeAll(async () => {
  provider = await startFakeProvider();
  answerCounted(provider);
  site = await startSite({
    plugin: {
      providers: { local: { kind: 'openai-compatible', endpoint: provider.url } },
      tools: [
        summarizer({ provider: 'local', cache_duration: 60, rate_limit: 1000 }),
        summarizer({ name: 'Fresh', provider: 'local' }),
      ],
    },
  });
  await grantPublic(site, [EXECUTE]);
});
afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});
beforeEach(() => clearLogs(site));

const run = (content: string, slug = 'content-summarizer') => execute(site, slug, { content });
const textOf = ({ body }: Awaited<ReturnType<typeof run>>): string => body.choices[0].message.content;

test('a hit says so, is free, counts against the limit and is logged as cached', async () => {
  const first = await run('one');
  expect(first.body.meta).toMatchObject({ cached: false, attempts: 1 });
  expect(first.headers.get('x-cache')).toBe('MISS');
  expect(first.headers.get('age')).toBeNull();

  const second = await run('one');
  expect(textOf(second)).toBe(textOf(first));
  expect(second.body).toMatchObject({
    usage: first.body.usage,
    meta: { cached: true, attempts: 0, cost_usd: 0, provider: 'local' },
  });
  expect(second.headers.get('x-cache')).toBe('HIT');
  expect(second.headers.get('age')).toMatch(/^\d+$/);
  const left = (answer: typeof first) => Number(answer.headers.get('x-ratelimit-remaining-requests'));
  expect(left(second)).toBe(left(first) - 1);

  expect(await readLogs(site)).toMatchObject([
    { cached: false, attempts: 1, prompt_tokens: 7 },
    { cached: true, attempts: 0, prompt_tokens: 0, cost_micros: 0, provider: 'local', status: 'success' },
  ]);
});

test('a hit streams to who wants a stream', async () => {
  const whole = await run('two');
  const before = provider.requests.length;
  const response = await fetch(`${site.url}/api/${ROUTE}/content-summarizer?stream=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'two' }),
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('x-cache')).toBe('HIT');
  const body = await response.text();
  expect(body).toContain(textOf(whole));
  expect(body).toMatch(/"cached":true[^]*data: \[DONE\]/);
  expect(provider.requests).toHaveLength(before);
});

test('without a cache duration every run is a call, and nothing is said about a cache', async () => {
  const [first, second] = [await run('three', 'fresh'), await run('three', 'fresh')];
  expect(textOf(second)).not.toBe(textOf(first));
  expect(second.headers.get('x-cache')).toBeNull();
});

test('fifty at once are one call', async () => {
  const before = provider.requests.length;
  const answers = await Promise.all(Array.from({ length: 50 }, () => run('four')));
  expect(new Set(answers.map(textOf)).size).toBe(1);
  expect(provider.requests).toHaveLength(before + 1);
  expect(answers.filter(({ body }) => body.meta.cached === false)).toHaveLength(1);
});

test('a tool that is edited has no old answers', async () => {
  const { name: _name, ...definition } = summarizer({ provider: 'local', cache_duration: 60 });
  const { documentId } = await toolDocuments(site).create({ data: { name: 'Edited', ...definition } });
  const first = await run('five', 'edited');
  expect(textOf(await run('five', 'edited'))).toBe(textOf(first));
  await toolDocuments(site).update({ documentId, data: { temperature: 0.1 } });
  expect(textOf(await run('five', 'edited'))).not.toBe(textOf(first));
});

test('an administrator with the permission for it clears one tool, and nobody else does', async () => {
  const first = await run('six');
  const path = 'tools/content-summarizer/cache';
  const reader = await createAdminCaller(site, ['plugin::ai-tools.settings.read']);
  expect((await reader('DELETE', path)).status).toBe(403);
  expect((await adminCallerWith(site, null)('DELETE', path)).status).toBe(401);
  expect(textOf(await run('six'))).toBe(textOf(first));

  const clearer = await createAdminCaller(site, ['plugin::ai-tools.tools.clear-results']);
  const { status, body } = await clearer('DELETE', path);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ dropped: expect.any(Number), everywhere: true });
  expect(body.data.dropped).toBeGreaterThan(0);
  expect(textOf(await run('six'))).not.toBe(textOf(first));
});
