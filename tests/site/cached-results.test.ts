import { setTimeout as pause } from 'node:timers/promises';
import { actionId } from '../../contracts/permissions';
import { createAdminCaller } from '../support/admin-caller';
import { answerCounted, completion, events, holdRequests, untilTrue } from '../support/cached-site';
import { call, clearLogs, execute, grantPublic, EXECUTE, readLogs } from '../support/callers';
import { toolDocuments, providerDocuments } from '../support/documents';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
let server: FakeProvider;
beforeAll(async () => {
  server = await startFakeProvider();
  const local = { kind: 'openai-compatible', endpoint: server.url, model: 'm' };
  site = await startSite({
    plugin: {
      providers: { local },
      tools: [
        summarizer({ provider: 'local', cache_duration: 60 }),
        summarizer({ name: 'Uncached', provider: 'local' }),
      ],
    },
  });
  await grantPublic(site, [EXECUTE]);
});
afterAll(async () => {
  await site?.stop();
  await server?.stop();
});
beforeEach(async () => {
  server.requests.length = 0;
  await clearLogs(site);
  answerCounted(server);
});

const SLUG = 'content-summarizer';
let texts = 0;
/** Inputs that no test has sent before. */
const freshInputs = () => ({ content: `text ${(texts += 1)}` });

const stream = (slug: string, body: unknown) =>
  call(site, 'POST', `execute/${slug}`, { body, headers: { accept: 'text/event-stream' } });

test('a hit says so in its body, its headers and its row, and costs nothing', async () => {
  const inputs = freshInputs();
  const miss = await execute(site, SLUG, inputs);
  expect(miss.body.meta).toMatchObject({ cached: false, attempts: 1 });
  expect(miss.headers.get('x-cache')).toBe('MISS');
  expect(miss.headers.get('age')).toBeNull();

  await pause(1100);
  const hit = await execute(site, SLUG, inputs);
  expect(hit.status).toBe(200);
  expect(hit.body.choices).toEqual(miss.body.choices);
  expect(hit.body.meta).toMatchObject({ cached: true, cost_usd: 0, attempts: 0 });
  expect(hit.headers.get('x-cache')).toBe('HIT');
  expect(Number(hit.headers.get('age'))).toBeGreaterThanOrEqual(1);
  expect(hit.headers.get('x-request-id')).toBe(hit.body.meta.request_id);
  expect(server.requests).toHaveLength(1);
  expect(await readLogs(site)).toMatchObject([
    { status: 'success', cached: false, attempts: 1, prompt_tokens: 7 },
    { status: 'success', cached: true, attempts: 0, prompt_tokens: 0, cost_micros: expect.anything() },
  ]);
  expect(Number((await readLogs(site))[1]?.cost_micros)).toBe(0);
});

test('a hit comes as a stream to whoever wants one, with the same headers', async () => {
  const inputs = freshInputs();
  server.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events(['Hel', 'lo']).join(''));
  });
  const miss = await stream(SLUG, inputs);
  expect(miss.headers.get('x-cache')).toBe('MISS');
  const hit = await stream(SLUG, inputs);
  expect(hit.headers.get('content-type')).toContain('text/event-stream');
  expect(hit.headers.get('x-cache')).toBe('HIT');
  expect(hit.headers.get('age')).toBe('0');
  const frames = String(hit.body).trim().split('\n\n');
  expect(frames).toHaveLength(3);
  expect(frames[0]).toContain('"content":"Hello"');
  expect(frames[1]).toContain('"cached":true');
  expect(frames[2]).toBe('data: [DONE]');
  expect((await execute(site, SLUG, inputs)).body).toMatchObject({
    choices: [{ message: { content: 'Hello' } }],
    meta: { cached: true },
  });
  expect(server.requests).toHaveLength(1);
});

test('a tool without a cache duration has none of the headers, and every run is a run', async () => {
  const inputs = freshInputs();
  for (const answer of [await execute(site, 'uncached', inputs), await execute(site, 'uncached', inputs)]) {
    expect(answer.headers.get('x-cache')).toBeNull();
    expect(answer.headers.get('age')).toBeNull();
  }
  expect(server.requests).toHaveLength(2);
});

test('100 callers with the same inputs cause one call, and a caller that hangs up takes nobody with it', async () => {
  const { held, seen } = holdRequests(server);
  const inputs = freshInputs();
  const leaver = new AbortController();
  const hangingUp = fetch(`${site.url}/api/ai-tools/v1/execute/${SLUG}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(inputs),
    signal: leaver.signal,
  }).catch(() => null);
  await untilTrue(() => held.length === 1);
  const callers = Array.from({ length: 99 }, () => execute(site, SLUG, inputs));
  await pause(300);
  leaver.abort();
  await hangingUp;
  await untilTrue(async () => (await readLogs(site)).length === 1);
  expect(seen.brokenOff).toBe(0);
  held[0]?.end(JSON.stringify(completion('one')));
  const answers = await Promise.all(callers);
  expect(answers.map(({ body }) => body.choices[0].message.content)).toEqual(Array(99).fill('one'));
  expect(answers.filter(({ headers }) => headers.get('x-cache') === 'MISS')).toHaveLength(1);
  expect(held).toHaveLength(1);
  const rows = await readLogs(site);
  expect(rows.filter(({ attempts }) => attempts === 1)).toHaveLength(1);
  expect(rows.filter(({ status }) => status === 'cancelled')).toMatchObject([{ attempts: 0 }]);
  expect(rows).toHaveLength(100);
});

test('a failure is not kept, and says nothing of a cache', async () => {
  const inputs = freshInputs();
  server.answerJson({ error: { message: 'no' } }, 400);
  const failure = await execute(site, SLUG, inputs);
  expect(failure.status).toBe(502);
  expect(failure.headers.get('x-cache')).toBeNull();
  answerCounted(server);
  expect((await execute(site, SLUG, inputs)).body.meta.cached).toBe(false);
});

test('a change of a tool, or of its provider, makes its old results unreachable at once', async () => {
  const inputs = freshInputs();
  const provider = await providerDocuments(site).create({
    data: { provider_id: 'stored', kind: 'openai-compatible', endpoint: server.url, model: 'one' },
  });
  const tool = await toolDocuments(site).create({
    data: summarizer({ name: 'Stored', provider: 'stored', cache_duration: 3600 }),
  });
  const cachedOf = async () => (await execute(site, 'stored', inputs)).body.meta.cached;
  expect([await cachedOf(), await cachedOf()]).toEqual([false, true]);

  await toolDocuments(site).update({
    documentId: tool.documentId,
    data: { prompt_template: 'Shorten: {{content}}' },
  });
  expect([await cachedOf(), await cachedOf()]).toEqual([false, true]);

  await providerDocuments(site).update({ documentId: provider.documentId, data: { model: 'two' } });
  expect([await cachedOf(), await cachedOf()]).toEqual([false, true]);
  expect(server.requests.map(({ body }) => body)).toMatchObject([
    { model: 'one' },
    { model: 'one' },
    { model: 'two' },
  ]);
  await toolDocuments(site).delete({ documentId: tool.documentId });
  await providerDocuments(site).delete({ documentId: provider.documentId });
});

test('a change is live when the transaction around it is, not when somebody looked in between', async () => {
  const tool = await toolDocuments(site).create({
    data: summarizer({ name: 'In Transaction', provider: 'local', description: 'old' }),
  });
  const find = () => site.strapi.plugin('ai-tools').service('tools').find('in-transaction');
  await find();
  let finish = () => {};
  const written = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let commit = () => {};
  const allowed = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const update = toolDocuments(site).update;
  const changing = site.strapi.db.transaction(async () => {
    await update({ documentId: tool.documentId, data: { description: 'new' } });
    finish();
    await allowed;
  });
  await written;
  // on SQLite it waits for the one connection, elsewhere it reads the old row
  const looking = find();
  await pause(50);
  commit();
  await changing;
  await looking;
  expect((await find()).definition.description).toBe('new');
  await toolDocuments(site).delete({ documentId: tool.documentId });
});

test('what was read before a change and arrives after it is not remembered', async () => {
  const tool = await toolDocuments(site).create({
    data: summarizer({ name: 'Read Slowly', provider: 'local', description: 'old' }),
  });
  const find = () => site.strapi.plugin('ai-tools').service('tools').find('read-slowly');
  const rows = site.strapi.db.query('plugin::ai-tools.tool');
  const old = await rows.findOne({ where: { slug: 'read-slowly' } });
  let arrive = () => {};
  const underWay = new Promise<typeof old>((resolve) => {
    arrive = () => resolve(old);
  });
  const reading = jest.spyOn(rows, 'findOne').mockImplementationOnce(() => underWay);
  const finding = find();
  await untilTrue(() => reading.mock.calls.length === 1);
  await toolDocuments(site).update({ documentId: tool.documentId, data: { description: 'new' } });
  arrive();
  await finding;
  expect((await find()).definition.description).toBe('new');
  reading.mockRestore();
  await toolDocuments(site).delete({ documentId: tool.documentId });
});

describe('clearing', () => {
  test('drops the results of one tool, and says how many that were', async () => {
    const clear = await createAdminCaller(site);
    await clear('DELETE', `tools/${SLUG}/cache`);
    const inputs = [freshInputs(), freshInputs()];
    for (const each of inputs) await execute(site, SLUG, each);
    const answer = await clear('DELETE', `tools/${SLUG}/cache`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { dropped: 2, everywhere: true } });
    for (const each of inputs) expect((await execute(site, SLUG, each)).body.meta.cached).toBe(false);
    expect((await clear('DELETE', 'tools/no-such-tool/cache')).status).toBe(404);
  });

  test('keeps nothing of an answer that was on its way', async () => {
    const clear = await createAdminCaller(site, [actionId('clearResults')]);
    const inputs = freshInputs();
    const { held } = holdRequests(server);
    const old = execute(site, SLUG, inputs);
    await untilTrue(() => held.length === 1);
    expect((await clear('DELETE', `tools/${SLUG}/cache`)).status).toBe(200);
    held[0]?.end(JSON.stringify(completion('old')));
    expect((await old).body.choices[0].message.content).toBe('old');
    answerCounted(server);
    expect((await execute(site, SLUG, inputs)).body.meta.cached).toBe(false);
  });
});

test('a run inside a transaction keeps to itself, since what it waited for could need its connection', async () => {
  const { held } = holdRequests(server);
  const inputs = freshInputs();
  const outside = execute(site, SLUG, inputs);
  await untilTrue(() => held.length === 1);
  const inside = site.strapi.db.transaction(() =>
    site.strapi.plugin('ai-tools').service('execute').executeTool(SLUG, inputs),
  );
  await untilTrue(() => held.length === 2);
  held[1]?.end(JSON.stringify(completion('inside')));
  expect(await inside).toMatchObject({
    choices: [{ message: { content: 'inside' } }],
    meta: { cached: false },
  });
  held[0]?.end(JSON.stringify(completion('outside')));
  expect((await outside).body.choices[0].message.content).toBe('outside');
});
