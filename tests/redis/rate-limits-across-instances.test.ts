import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import { serverUrl } from '../support/database-servers';
import { startLimitedInstances } from '../support/limited-instances';

jest.setTimeout(300_000);

const prefix = `ai-tools-test-${randomUUID()}:`;

// several instances of the host on one SQLite file get in each other's way with queries of their own
(process.env.TEST_DATABASE === 'sqlite' ? describe.skip : describe)('four instances of a site', () => {
  let site: Awaited<ReturnType<typeof startLimitedInstances>>;
  beforeAll(async () => {
    site = await startLimitedInstances({
      limits: { store: 'redis' },
      redis: { url: serverUrl('redis').href, prefix },
    });
  });
  afterAll(async () => {
    await site?.stop();
    const redis = new Redis(serverUrl('redis').href);
    await redis.del(...['calm', 'stormy'].map((slug) => `${prefix}limits:tool:${slug}`));
    redis.disconnect();
  });

  test('let exactly 100 of 1,000 calls pass, one of them restarted in between', async () => {
    const { outcomes, passed } = await site.restartBetween();
    expect(passed).toBe(100);
    expect(outcomes).toEqual({ 200: 85, 429: 900, cut: 15 });
  });

  test('let nobody in for one that dies in the middle of a storm', async () => {
    const { outcomes, passed, afterwards } = await site.killInTheMiddle();
    const { cut = 0 } = outcomes;
    expect(passed).toBeLessThanOrEqual(100);
    expect(passed).toBeGreaterThanOrEqual(100 - cut);
    expect(afterwards).toEqual({ 429: 200 });
  });
});
