import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import Redis from 'ioredis';
import { EXECUTE, execute, grantPublic } from '../support/callers';
import { serverUrl } from '../support/database-servers';
import { summarizer } from '../support/execute';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import { startSite } from '../support/site';
import type { Site } from '../support/site';
import { startTcpProxy } from '../support/tcp-proxy';
import type { TcpProxy } from '../support/tcp-proxy';

jest.setTimeout(60_000);

const INPUTS = { content: 'Strapi is a CMS.' };
const prefix = `ai-tools-test-${randomUUID()}:`;

let proxy: TcpProxy;
let redis: Redis;
beforeAll(async () => {
  proxy = await startTcpProxy(serverUrl('redis'));
  redis = new Redis(serverUrl('redis').href);
});
afterAll(async () => {
  const keys = await redis.keys(`${prefix}*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
  await proxy?.stop();
});

const startLimitedSite = async (limits: Record<string, unknown>): Promise<Site> => {
  const tool = (name: string) => summarizer({ name, rate_limit: 5 });
  const site = await startSite({
    plugin: {
      limits: { store: 'redis', ...limits },
      redis: { url: `redis://127.0.0.1:${proxy.port}`, prefix },
      tools: ['Healthy', 'Frozen', 'Fresh', 'Gone', 'Refused', 'Restarted'].map(tool),
    },
    files: HOST_LOG_FILES,
  });
  await grantPublic(site, [EXECUTE]);
  return site;
};

/** The status of a call, and what the caller had to wait for it. */
const timed = async (site: Site, slug: string) => {
  const startedAt = performance.now();
  const { status, headers, body } = await execute(site, slug, INPUTS);
  return { status, headers, body, ms: performance.now() - startedAt };
};
const statusesOf = async (site: Site, slug: string, count: number): Promise<number[]> => {
  const statuses = [];
  for (let call = 0; call < count; call += 1) statuses.push((await timed(site, slug)).status);
  return statuses;
};
const countOf = async (slug: string): Promise<number> =>
  Number(await redis.get(`${prefix}limits:tool:${slug}`));

const untilCounted = async (site: Site, slug: string): Promise<void> => {
  const before = await countOf(slug);
  const patience = Date.now() + 10_000;
  while ((await countOf(slug)) === before) {
    if (Date.now() > patience) throw new Error('Redis is back, and nobody counts in it');
    await execute(site, slug, INPUTS);
    await pause(100);
  }
};

describe('a site that lets runs through when Redis cannot be had', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startLimitedSite({});
  });
  afterAll(() => site?.stop());
  afterEach(() => proxy.mend());

  test('counts in Redis', async () => {
    expect(await statusesOf(site, 'healthy', 7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await countOf('healthy')).toBe(5);
    expect(await redis.pttl(`${prefix}limits:tool:healthy`)).toBeGreaterThan(3_500_000);
  });

  test('goes on from the last count when Redis no longer answers, and holds nobody up', async () => {
    await statusesOf(site, 'frozen', 3);
    proxy.freeze();
    const first = await timed(site, 'frozen');
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit')).toMatch(/^"tool";r=1;t=\d+$/);
    expect(first.ms).toBeLessThan(2500);
    for (const expected of [200, 429, 429]) {
      const { status, ms } = await timed(site, 'frozen');
      expect(status).toBe(expected);
      // one in a second tries whether Redis is back
      expect(ms).toBeLessThan(2500);
    }
    const burst = await Promise.all(Array.from({ length: 40 }, () => timed(site, 'fresh')));
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(5);

    await proxy.mend();
    await untilCounted(site, 'gone');
  });

  test('does the same while Redis is gone, and finds it again when it is back with nothing in it', async () => {
    await statusesOf(site, 'restarted', 2);
    await proxy.cut();
    const gone = [];
    for (let call = 0; call < 4; call += 1) gone.push(await timed(site, 'restarted'));
    expect(gone.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    for (const { ms } of gone) expect(ms).toBeLessThan(2500);

    await redis.del(`${prefix}limits:tool:restarted`);
    await redis.script('FLUSH');
    await proxy.mend();
    await untilCounted(site, 'restarted');
  });

  test('says so in its log, once', () => {
    const warnings = readHostLog(site)
      .split('\n')
      .filter((line) => line.includes('limits.store (redis) cannot be had'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('counted by each instance for itself');
  });
});

describe('a site that refuses runs when Redis cannot be had', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startLimitedSite({ on_failure: 'refuse' });
  });
  afterAll(() => site?.stop());
  afterEach(() => proxy.mend());

  test.each([
    ['gone', () => proxy.cut()],
    ['frozen', async () => proxy.freeze()],
  ])('refuses while it is %s, and lets them in when it is back', async (_what, takeAway) => {
    await redis.del(`${prefix}limits:tool:refused`);
    expect(await statusesOf(site, 'refused', 1)).toEqual([200]);
    await takeAway();
    for (let call = 0; call < 3; call += 1) {
      const { status, body, headers, ms } = await timed(site, 'refused');
      expect(status).toBe(429);
      expect(body.error).toMatchObject({
        code: 'rate_limit_exceeded',
        message: expect.stringContaining('cannot be checked'),
      });
      expect(headers.get('retry-after')).toBe('2');
      expect(ms).toBeLessThan(2500);
    }
    await proxy.mend();
    await untilCounted(site, 'refused');
    expect((await timed(site, 'refused')).status).toBe(200);
  });
});
