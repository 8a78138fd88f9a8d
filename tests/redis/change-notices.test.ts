import { randomUUID } from 'node:crypto';
import { createChangeNotices } from '../../server/src/stores/change-notices';
import { connectRedis } from '../../server/src/stores/redis';
import type { SharedRedis } from '../../server/src/stores/redis';
import { createRedisChannels } from '../../server/src/stores/redis-channels';
import { untilTrue } from '../support/cached-site';
import { describeWithRedis, startTestRedis, untilReady } from '../support/test-redis';
import type { TestRedis } from '../support/test-redis';

describeWithRedis('notices of changes', () => {
  let redis: TestRedis;
  let connections: SharedRedis[] = [];
  const prefix = `${randomUUID()}:`;
  beforeEach(async () => {
    redis = await startTestRedis();
  });
  afterEach(async () => {
    connections.forEach((connection) => connection.close());
    connections = [];
    redis.thaw();
    await redis.stop();
  });

  const startListener = async () => {
    const shared = connectRedis({ url: redis.url, prefix }, () => {});
    connections.push(shared);
    const heard = { changes: [] as unknown[], gaps: 0 };
    const notices = createChangeNotices(shared, createRedisChannels(shared), {
      onChange: (change) => heard.changes.push(change),
      onGap: () => (heard.gaps += 1),
    });
    await untilReady(shared.commands);
    await untilTrue(() => heard.gaps === 1);
    return { shared, heard, notices };
  };

  test('reach the other instances within a second', async () => {
    const [a, b] = [await startListener(), await startListener()];
    const changes = [{ what: 'tools' }, { what: 'providers' }, { what: 'results', slug: 's' }] as const;
    for (const change of changes) expect(await a.notices.send(change)).toBe(true);
    await untilTrue(() => b.heard.changes.length === 3, 1000);
    expect(b.heard).toEqual({ changes, gaps: 1 });
  });

  test('after a connection was lost everything is to be forgotten once, and notices are heard again', async () => {
    const [a, b] = [await startListener(), await startListener()];
    await redis.kill();
    const startedAt = Date.now();
    expect(await a.notices.send({ what: 'tools' })).toBe(false);
    expect(Date.now() - startedAt).toBeLessThan(2500);
    await redis.restart();
    await untilTrue(() => b.heard.gaps > 1, 8000);
    expect(b.heard).toEqual({ changes: [], gaps: 2 });
    await untilTrue(() => a.shared.commands.status === 'ready', 8000);
    expect(await a.notices.send({ what: 'tools' })).toBe(true);
    await untilTrue(() => b.heard.changes.length === 1, 1000);
  }, 20_000);

  test('a server that hangs while it is subscribed to is asked again', async () => {
    const shared = connectRedis({ url: redis.url, prefix }, () => {});
    connections.push(shared);
    await untilReady(shared.subscriber);
    redis.freeze();
    const heard: string[] = [];
    let gaps = 0;
    createRedisChannels(shared).listen(
      'c',
      (message) => heard.push(message),
      () => (gaps += 1),
    );
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(gaps).toBe(0);
    redis.thaw();
    await untilTrue(() => gaps > 0, 8000);
    await untilReady(shared.commands);
    await shared.commands.publish(`${prefix}c`, 'hello');
    await untilTrue(() => heard.length === 1, 1000);
  }, 20_000);

  test.each(['nonsense', '{"what":"something new"}', 'null'])(
    'a notice that nobody here understands (%s) is a reason to forget everything',
    async (message) => {
      const a = await startListener();
      await a.shared.commands.publish(`${prefix}changes`, message);
      await untilTrue(() => a.heard.gaps === 2, 1000);
      expect(a.heard.changes).toEqual([]);
    },
  );
});
