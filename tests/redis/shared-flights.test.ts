import { randomUUID } from 'node:crypto';
import { createRedisChannels } from '../../server/src/stores/redis-channels';
import { clearSharedResults } from '../../server/src/stores/clear-results';
import { connectRedis } from '../../server/src/stores/redis';
import type { SharedRedis } from '../../server/src/stores/redis';
import { createRedisNeighbours } from '../../server/src/stores/shared-flights-redis';
import {
  answerCounted,
  closeCachedSites,
  completion,
  createCachedSite,
  events,
  holdRequests,
  untilTrue,
} from '../support/cached-site';
import type { CachedSite } from '../support/cached-site';
import { errorOf, textOf } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { describeWithRedis, startTestRedis, untilReady } from '../support/test-redis';
import type { TestRedis } from '../support/test-redis';

/* Two instances of a site, each with its own memory and its own connections, in one process. */

const SLUG = 'content-summarizer';

interface Instance extends CachedSite {
  shared: SharedRedis;
}

describeWithRedis('two instances with one Redis', () => {
  let redis: TestRedis;
  let server: FakeProvider;
  let prefix: string;
  let connections: SharedRedis[] = [];

  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis?.stop());
  beforeEach(async () => {
    server = await startFakeProvider();
    // with every character that a pattern takes for more than itself
    prefix = `[a]*?\\${randomUUID()}:`;
  });
  afterEach(async () => {
    closeCachedSites();
    connections.forEach((connection) => connection.close());
    connections = [];
    await server.stop();
  });

  const startInstance = async (options: Parameters<typeof createCachedSite>[1] = {}): Promise<Instance> => {
    const shared = connectRedis({ url: redis.url, prefix }, () => {});
    connections.push(shared);
    const channels = createRedisChannels(shared);
    const listening = new Promise<void>((resolve) => channels.listen('ready', () => {}, resolve));
    const neighbours = createRedisNeighbours(shared, channels);
    await Promise.all([untilReady(shared.commands), listening]);
    return { ...createCachedSite(server, { neighbours, ...options }), shared };
  };

  const run = (site: CachedSite, options: Parameters<CachedSite['execute']>[2] = {}) =>
    site.execute(SLUG, { content: 'x' }, options);
  const crowd = (site: CachedSite, size: number) => Array.from({ length: size }, () => run(site));
  const attempts = (...sites: CachedSite[]) =>
    sites.flatMap(({ logs }) => logs.map((row) => row.attempts)).filter((count) => count > 0);

  const keys = async (pattern: string): Promise<string[]> => {
    const all = await (connections[0]?.commands.keys('*') ?? []);
    return all.filter((key) => key.startsWith(`${prefix}${pattern}`));
  };

  test('one has what the other was answered, and a new one too', async () => {
    answerCounted(server);
    const [a, b] = [await startInstance(), await startInstance()];
    await run(a);
    await untilTrue(async () => (await keys('result:')).length === 1);
    const told: unknown[] = [];
    const answer = await run(b, { onReuse: (what) => told.push(what) });
    expect(answer).toMatchObject({ meta: { cached: true, cost_usd: 0, attempts: 0 } });
    expect(textOf(answer)).toBe('answer 1');
    expect(told).toEqual([{ cached: true, ageSeconds: 0 }]);
    expect(textOf(await run(await startInstance()))).toBe('answer 1');
    expect(server.requests).toHaveLength(1);
  });

  test('an answer is as old elsewhere as it is, and ends at the same time', async () => {
    answerCounted(server);
    const tool = { cache_duration: 3 };
    const [a, b] = [await startInstance({ tool }), await startInstance({ tool })];
    const askedAt = Date.now();
    await run(a);
    const keptAt = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const told: { cached: boolean; ageSeconds: number }[] = [];
    await run(b, { onReuse: (what) => told.push(what) });
    expect(told).toMatchObject([{ cached: true }]);
    expect(told[0]?.ageSeconds).toBeGreaterThanOrEqual(1);
    expect(told[0]?.ageSeconds).toBeLessThanOrEqual((Date.now() - askedAt) / 1000);
    await new Promise((resolve) => setTimeout(resolve, 3200 - (Date.now() - keptAt)));
    expect(await keys('result:')).toEqual([]);
    // what b took over lives no longer in its memory than it had left
    b.pass(1850);
    expect(textOf(await run(b))).toBe('answer 2');
  });

  test('50 and 50 identical runs are one call, paid and counted once', async () => {
    const { held } = holdRequests(server);
    const [a, b] = [await startInstance(), await startInstance()];
    const runs = [...crowd(a, 50), ...crowd(b, 50)];
    await untilTrue(() => held.length === 1);
    // longer than a lock lives without being renewed, and soon after a look
    await new Promise((resolve) => setTimeout(resolve, 3150));
    const landedAt = Date.now();
    held[0]?.end(JSON.stringify(completion('one')));
    expect((await Promise.all(runs)).map(textOf)).toEqual(Array(100).fill('one'));
    // by word, not by the look that comes every second
    expect(Date.now() - landedAt).toBeLessThan(800);
    expect(server.requests).toHaveLength(1);
    expect(attempts(a, b)).toEqual([1]);
    expect([...a.logs, ...b.logs].filter(({ cached }) => cached)).toHaveLength(99);
    expect(await keys('flight:')).toEqual([]);
  }, 20_000);

  test('a failure reaches all, is counted once and not kept', async () => {
    const { held } = holdRequests(server);
    const [a, b] = [await startInstance(), await startInstance()];
    const runs = [...crowd(a, 5), ...crowd(b, 5)];
    await untilTrue(async () => held.length === 1 && (await keys('wanted:')).length === 1);
    held[0]?.writeHead(401).end('{"error":{"message":"bad key"}}');
    for (const answer of await Promise.all(runs)) {
      expect(errorOf(answer)).toMatchObject({
        code: 'provider_auth_failed',
        status: 502,
        details: { provider_status: 401 },
      });
    }
    expect(attempts(a, b)).toEqual([1]);
    expect(await keys('result:')).toEqual([]);
    answerCounted(server);
    expect(textOf(await run(b))).toBe('answer 2');
  });

  test('when the runs of the leading instance have left, the others still get their answer, and one of them pays', async () => {
    const { held, seen } = holdRequests(server);
    const [a, b, c] = [await startInstance(), await startInstance(), await startInstance()];
    const leaver = new AbortController();
    const leaving = run(a, { signal: leaver.signal });
    await untilTrue(() => held.length === 1);
    const followers = [...crowd(b, 3), ...crowd(c, 3)];
    await untilTrue(async () => (await keys('wanted:')).length === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    leaver.abort();
    expect(errorOf(await leaving).code).toBe('cancelled');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(seen.brokenOff).toBe(0);
    held[0]?.end(JSON.stringify(completion('one')));
    expect((await Promise.all(followers)).map(textOf)).toEqual(Array(6).fill('one'));
    expect(held).toHaveLength(1);
    expect(attempts(a)).toEqual([]);
    expect(attempts(b, c)).toEqual([1]);
    const rows = [...b.logs, ...c.logs];
    expect(rows.filter(({ cached }) => cached)).toHaveLength(5);
    expect(rows.find(({ cached }) => !cached)).toMatchObject({ prompt_tokens: 7, completion_tokens: 3 });
  }, 15_000);

  test('when all have left everywhere, the call is broken off', async () => {
    const { held, seen } = holdRequests(server);
    const [a, b] = [await startInstance(), await startInstance()];
    const [first, second] = [new AbortController(), new AbortController()];
    const leading = run(a, { signal: first.signal });
    await untilTrue(() => held.length === 1);
    const following = run(b, { signal: second.signal });
    await untilTrue(async () => (await keys('wanted:')).length === 1);
    first.abort();
    await leading;
    second.abort();
    expect(errorOf(await following).code).toBe('cancelled');
    await untilTrue(() => seen.brokenOff === 1, 8000);
    expect(await keys('flight:')).toEqual([]);
  }, 15_000);

  test('alone, a run that leaves breaks its call off at once', async () => {
    const { held, seen } = holdRequests(server);
    const a = await startInstance();
    const leaver = new AbortController();
    const leaving = run(a, { signal: leaver.signal });
    await untilTrue(() => held.length === 1);
    leaver.abort();
    expect(errorOf(await leaving).code).toBe('cancelled');
    expect(a.logs).toMatchObject([{ status: 'cancelled', attempts: 1 }]);
    await untilTrue(() => seen.brokenOff === 1, 500);
    expect(await keys('flight:')).toEqual([]);
  });

  test('an instance that dies is replaced', async () => {
    const { held } = holdRequests(server);
    const [a, b] = [await startInstance(), await startInstance()];
    const orphan = run(a);
    await untilTrue(() => held.length === 1);
    const following = run(b);
    await untilTrue(async () => (await keys('wanted:')).length === 1);
    // its lock is not renewed any more
    a.shared.close();
    await untilTrue(() => held.length === 2, 6000);
    held[1]?.end(JSON.stringify(completion('second')));
    expect(textOf(await following)).toBe('second');
    held[0]?.end(JSON.stringify(completion('first')));
    await orphan;
  }, 15_000);

  test('a streaming leader here and streaming callers elsewhere', async () => {
    const [head = '', ...rest] = events(['Hel', 'lo']);
    const { held } = holdRequests(server);
    const [a, b] = [await startInstance(), await startInstance()];
    const pieces: Record<string, string[]> = { a: [], b: [] };
    const collect = (name: string) => ({
      onChunk: (chunk: { choices: { delta: { content?: string } }[] }) =>
        void pieces[name]?.push(chunk.choices[0]?.delta.content ?? ''),
    });
    const leading = run(a, collect('a'));
    await untilTrue(() => held.length === 1);
    const following = run(b, collect('b'));
    await untilTrue(async () => (await keys('wanted:')).length === 1);
    held[0]?.writeHead(200, { 'content-type': 'text/event-stream' }).write(head);
    await untilTrue(() => pieces.a?.length === 1);
    held[0]?.end(rest.join(''));
    expect((await Promise.all([leading, following])).map(textOf)).toEqual(['Hello', 'Hello']);
    expect(pieces).toEqual({ a: ['Hel', 'lo', ''], b: ['Hello', ''] });
  });

  test('clearing drops what all keep of a tool and of no other, and nothing that was under way comes back', async () => {
    answerCounted(server);
    const [a, b] = [await startInstance(), await startInstance()];
    const { commands } = a.shared;
    const others = [
      `${prefix}result:content-summarizer-2:x`,
      'result:content-summarizer:x',
      'xxx:result:content-summarizer:x',
    ];
    await Promise.all(others.map((key) => commands.set(key, '1', 'PX', 60_000)));
    await Promise.all(
      Array.from({ length: 1200 }, (_value, index) =>
        commands.set(`${prefix}result:${SLUG}:many-${index}`, '1', 'PX', 60_000),
      ),
    );
    await run(a);
    await untilTrue(async () => (await keys(`result:${SLUG}:`)).length === 1201);
    const { held } = holdRequests(server);
    const underWay = a.execute(SLUG, { content: 'under way' });
    await untilTrue(() => held.length === 1);

    await clearSharedResults(b.shared, SLUG);
    expect(await keys(`result:${SLUG}:`)).toEqual([]);
    expect(await commands.exists(...others)).toBe(3);
    // a has not even heard of it
    held[0]?.end(JSON.stringify(completion('old')));
    expect(textOf(await underWay)).toBe('old');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await keys(`result:${SLUG}:`)).toEqual([]);
    await commands.unlink(...others);
  });

  test.each([
    ['no JSON', 'nonsense'],
    ['another shape', '{"lifeMs":1000,"answer":{"text":"planted"}}'],
    ['null', 'null'],
  ])('an entry that is %s is a miss, and is replaced', async (_name, poison) => {
    answerCounted(server);
    const [a, b] = [await startInstance(), await startInstance()];
    await run(a);
    await untilTrue(async () => (await keys('result:')).length === 1);
    const [key = ''] = await keys('result:');
    await a.shared.commands.set(key, poison, 'PX', 60_000);
    expect(textOf(await run(b))).toBe('answer 2');
    await untilTrue(async () => (await a.shared.commands.get(key))?.includes('answer 2') === true);
  });

  test('an entry of another type is a miss', async () => {
    answerCounted(server);
    const [a, b] = [await startInstance(), await startInstance()];
    await run(a);
    await untilTrue(async () => (await keys('result:')).length === 1);
    const [key = ''] = await keys('result:');
    await a.shared.commands.unlink(key);
    await a.shared.commands.lpush(key, 'x');
    expect(textOf(await run(b))).toBe('answer 2');
  });

  describe('when Redis fails', () => {
    let ownRedis: TestRedis;
    let usual: TestRedis;
    beforeEach(async () => {
      usual = redis;
      ownRedis = await startTestRedis();
      redis = ownRedis;
    });
    afterEach(async () => {
      redis = usual;
      ownRedis.thaw();
      await ownRedis.stop();
    });

    const content = (index: number) => ({ content: `text ${index}` });

    test('frozen, it costs one run half a second and the next ones nothing; thawed, it is used again', async () => {
      answerCounted(server);
      const a = await startInstance();
      ownRedis.freeze();
      const startedAt = Date.now();
      expect('error' in (await a.execute(SLUG, content(0)))).toBe(false);
      expect(Date.now() - startedAt).toBeLessThan(1500);
      const afterwards = Date.now();
      for (let index = 1; index <= 20; index += 1) await a.execute(SLUG, content(index));
      // half a second each would be ten
      expect(Date.now() - afterwards).toBeLessThan(3000);
      // what this process keeps it still has
      expect(await a.execute(SLUG, content(3))).toMatchObject({ meta: { cached: true } });

      ownRedis.thaw();
      let index = 100;
      await untilTrue(async () => {
        await a.execute(SLUG, content((index += 1)));
        return (await keys('result:')).length > 0;
      }, 5000);
      const b = await startInstance();
      expect(await b.execute(SLUG, content(index))).toMatchObject({ meta: { cached: true } });
    }, 20_000);

    test('killed, nothing hangs and nothing fails; back, it is used again', async () => {
      answerCounted(server);
      const a = await startInstance();
      await ownRedis.kill();
      const startedAt = Date.now();
      for (let index = 0; index < 20; index += 1) {
        expect('error' in (await a.execute(SLUG, content(index)))).toBe(false);
      }
      expect(Date.now() - startedAt).toBeLessThan(3000);
      await ownRedis.restart();
      let index = 100;
      await untilTrue(async () => {
        await a.execute(SLUG, content((index += 1)));
        return (await keys('result:').catch(() => [])).length > 0;
      }, 8000);
    }, 20_000);

    test.each(['kill', 'freeze'] as const)(
      'in the middle of waiting (%s), a run of the other instance makes the call itself, soon',
      async (how) => {
        const { held } = holdRequests(server);
        const [a, b] = [await startInstance(), await startInstance()];
        const leading = run(a);
        await untilTrue(() => held.length === 1);
        const following = crowd(b, 5);
        await untilTrue(async () => (await keys('wanted:')).length === 1);
        await ownRedis[how]();
        await untilTrue(() => held.length === 2, 5000);
        held.forEach((response, index) => response.end(JSON.stringify(completion(`answer ${index}`))));
        expect(textOf(await leading)).toBe('answer 0');
        expect((await Promise.all(following)).map(textOf)).toEqual(Array(5).fill('answer 1'));
      },
      20_000,
    );
  });
});
