import { setTimeout as pause } from 'node:timers/promises';
import { answerCounted, completion, holdRequests, untilTrue } from '../support/cached-site';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startInstance } from '../support/instances';
import type { Instance } from '../support/instances';
import { createSiteFolder } from '../support/site';
import type { SiteFolder } from '../support/site';
import { describeWithRedis, startTestRedis } from '../support/test-redis';
import type { TestRedis } from '../support/test-redis';

/* Two processes that serve one site, with one database and one Redis. */

/** By then an instance knows what another one has changed; without a word it would look after five seconds. */
const TOLD_WITHIN_MS = 1000;

const TOOL = 'plugin::ai-tools.tool';
const PROVIDER = 'plugin::ai-tools.provider';

describeWithRedis('two processes of one site', () => {
  let redis: TestRedis;
  let server: FakeProvider;
  let folder: SiteFolder;
  let a: Instance;
  let b: Instance;

  beforeAll(async () => {
    [redis, server] = await Promise.all([startTestRedis(), startFakeProvider()]);
    folder = await createSiteFolder({ plugin: { redis: { url: redis.url } } });
    // one after the other: the first makes the tables
    a = await startInstance(folder);
    b = await startInstance(folder);
    await a.run(`
      const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
      await strapi.db.query('plugin::users-permissions.permission').create({
        data: { action: 'plugin::ai-tools.execute.run', role: role.id },
      });
      await strapi.documents('${PROVIDER}').create({ data: ${JSON.stringify({
        provider_id: 'shared',
        kind: 'openai-compatible',
        endpoint: server.url,
        model: 'm',
        api_key: 'key-number-1',
      })} });
      await strapi.documents('${TOOL}').create({ data: ${JSON.stringify(
        summarizer({ name: 'Shared', provider: 'shared', cache_duration: 3600 }),
      )} });
      await strapi.documents('${TOOL}').create({ data: ${JSON.stringify(
        summarizer({ name: 'Plain', provider: 'shared' }),
      )} });`);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop(), server?.stop()]);
    redis?.thaw();
    await redis?.stop();
    await folder?.remove();
  });
  beforeEach(() => {
    answerCounted(server);
    server.requests.length = 0;
  });

  const execute = async (instance: Instance, slug: string, content: string) => {
    const response = await fetch(`${instance.url}/api/ai-tools/v1/execute/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    });
    const body: ReturnType<typeof JSON.parse> = await response.json();
    return {
      status: response.status,
      headers: response.headers,
      body,
      text: body.choices?.[0].message.content,
    };
  };
  const update = (instance: Instance, uid: string, where: object, data: object) =>
    instance.run(`
      const { documentId } = await strapi.db.query('${uid}').findOne({ where: ${JSON.stringify(where)} });
      await strapi.documents('${uid}').update({ documentId, data: ${JSON.stringify(data)} });`);
  const clear = (instance: Instance, slug: string) =>
    instance.run(`return strapi.plugin('ai-tools').service('results').clear('${slug}')`);
  /** Waits until the rows of both are where both can read them. */
  const flushLogs = () =>
    Promise.all([a, b].map(({ run }) => run(`return strapi.plugin('ai-tools').service('logs').flush()`)));
  const logs = async () => {
    await flushLogs();
    return a.run(`return strapi.db.query('plugin::ai-tools.log').findMany({ orderBy: { id: 'asc' } })`);
  };

  test('share what they keep', async () => {
    await execute(a, 'shared', 'hits');
    const hit = await execute(b, 'shared', 'hits');
    expect(hit.body.meta).toMatchObject({ cached: true, cost_usd: 0 });
    expect(hit.headers.get('x-cache')).toBe('HIT');
    expect(server.requests).toHaveLength(1);
  });

  test('make one call for 50 and 50 identical runs', async () => {
    await flushLogs();
    await a.run(`await strapi.db.query('plugin::ai-tools.log').deleteMany({})`);
    const { held } = holdRequests(server);
    const runs = [a, b].flatMap((instance) =>
      Array.from({ length: 50 }, () => execute(instance, 'shared', 'crowd')),
    );
    await untilTrue(() => held.length > 0, 10_000);
    await pause(1500);
    held.forEach((response) => response.end(JSON.stringify(completion('one'))));
    const answers = await Promise.all(runs);
    expect(answers.map(({ text }) => text)).toEqual(Array(100).fill('one'));
    expect(held).toHaveLength(1);
    const rows: { attempts: number; cached: boolean }[] = await logs();
    expect(rows).toHaveLength(100);
    expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(1);
    expect(rows.filter(({ cached }) => !cached)).toHaveLength(1);
  }, 40_000);

  test('one knows within a second what changed on the other', async () => {
    await execute(b, 'plain', 'x');
    await update(a, TOOL, { slug: 'plain' }, { prompt_template: 'Changed: {{content}}' });
    await pause(TOLD_WITHIN_MS);
    await execute(b, 'plain', 'x');
    expect(server.requests[1]?.body).toMatchObject({ messages: [{ content: 'Changed: x' }] });

    await update(a, PROVIDER, { provider_id: 'shared' }, { api_key: 'key-number-2' });
    await pause(TOLD_WITHIN_MS);
    await execute(b, 'plain', 'x');
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer key-number-1',
      'Bearer key-number-1',
      'Bearer key-number-2',
    ]);

    // past the document service, too
    await a.run(
      `await strapi.db.query('${TOOL}').updateMany({ where: { slug: 'plain' }, data: { enabled: false } })`,
    );
    await pause(TOLD_WITHIN_MS);
    expect((await execute(b, 'plain', 'x')).status).toBe(404);
    await update(a, TOOL, { slug: 'plain' }, { enabled: true });
    await pause(TOLD_WITHIN_MS);
    expect((await execute(b, 'plain', 'x')).status).toBe(200);
  });

  test('one takes over at once what was set for the whole site on the other, before anything runs', async () => {
    const inForce = () => b.run(`return strapi.plugin('ai-tools').service('settings-in-force').current()`);
    const set = (changes: object) =>
      a.run(`await strapi.plugin('ai-tools').service('site-settings').update(${JSON.stringify(changes)})`);
    await set({ logs: { capture: 'all' } });
    await untilTrue(async () => (await inForce()).logs.capture === 'all', 1000);
    await set({ logs: { capture: null } });
    await untilTrue(async () => (await inForce()).logs.capture === 'none', 1000);
  });

  test('clearing on one clears the other', async () => {
    await execute(a, 'shared', 'to be cleared');
    await execute(b, 'shared', 'to be cleared');
    expect(await clear(a, 'shared')).toMatchObject({ everywhere: true });
    await pause(TOLD_WITHIN_MS);
    expect((await execute(b, 'shared', 'to be cleared')).body.meta.cached).toBe(false);
    expect((await execute(a, 'shared', 'to be cleared')).body.meta.cached).toBe(true);
  });

  test('a restarted instance has what was kept', async () => {
    await execute(a, 'shared', 'before the restart');
    await b.stop();
    b = await startInstance(folder);
    // the site does not wait for Redis to serve, and what is asked before it is there is a miss
    const status = `return strapi.plugin('ai-tools').service('redis').shared.commands.status`;
    await untilTrue(async () => (await b.run(status)) === 'ready');
    expect((await execute(b, 'shared', 'before the restart')).body.meta.cached).toBe(true);
  }, 60_000);

  test('an instance that is killed while it leads is replaced', async () => {
    const { held } = holdRequests(server);
    const orphan = execute(b, 'shared', 'killed').catch(() => null);
    await untilTrue(() => held.length === 1);
    const following = execute(a, 'shared', 'killed');
    await pause(500);
    await b.stop();
    await orphan;
    await untilTrue(() => held.length === 2, 8000);
    held[1]?.end(JSON.stringify(completion('from the survivor')));
    expect((await following).text).toBe('from the survivor');
    b = await startInstance(folder);
  }, 60_000);

  test('with Redis frozen everything answers, and a change is live within five seconds', async () => {
    await execute(b, 'plain', 'warm');
    redis.freeze();
    const startedAt = Date.now();
    for (const instance of [a, b]) {
      expect((await execute(instance, 'shared', `frozen ${instance.url}`)).status).toBe(200);
    }
    expect(Date.now() - startedAt).toBeLessThan(4000);
    const writtenAt = Date.now();
    await update(a, TOOL, { slug: 'plain' }, { prompt_template: 'While frozen: {{content}}' });
    expect(Date.now() - writtenAt).toBeLessThan(3000);
    // clearing is not forgotten either
    expect(await clear(a, 'shared')).toMatchObject({ everywhere: false });
    await pause(5000 - (Date.now() - writtenAt));
    await execute(b, 'plain', 'x');
    expect(server.requests.at(-1)?.body).toMatchObject({ messages: [{ content: 'While frozen: x' }] });
    redis.thaw();

    const kept = `frozen ${b.url}`;
    await untilTrue(async () => !(await execute(b, 'shared', kept)).body.meta.cached, 5000);
    await untilTrue(async () => {
      const content = `thawed ${Date.now()}`;
      await execute(a, 'shared', content);
      return (await execute(b, 'shared', content)).body.meta.cached;
    }, 10_000);
  }, 60_000);

  test('after Redis was killed and came back, they share and tell each other again, and nothing restarted', async () => {
    const pids = [a.process.pid, b.process.pid];
    await redis.kill();
    for (const instance of [a, b]) {
      expect((await execute(instance, 'shared', `killed ${instance.url}`)).status).toBe(200);
    }
    await redis.restart();
    await untilTrue(async () => {
      const content = `back ${Date.now()}`;
      await execute(a, 'shared', content);
      return (await execute(b, 'shared', content)).body.meta.cached;
    }, 15_000);
    await execute(b, 'plain', 'x');
    await update(a, TOOL, { slug: 'plain' }, { prompt_template: 'Back: {{content}}' });
    await pause(TOLD_WITHIN_MS);
    await execute(b, 'plain', 'x');
    expect(server.requests.at(-1)?.body).toMatchObject({ messages: [{ content: 'Back: x' }] });
    expect([a.process, b.process].map(({ exitCode }) => exitCode)).toEqual([null, null]);
    expect([a.process.pid, b.process.pid]).toEqual(pids);
  }, 60_000);
});
