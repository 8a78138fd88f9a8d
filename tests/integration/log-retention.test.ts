import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogRetentionService } from '../../server/src/services/log-retention';
import { flushLogs } from '../support/callers';
import { logRow } from '../support/log-rows';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const LOG = 'plugin::ai-tools.log';
const DAY_MS = 86_400_000;

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugin: { logs: { retention_days: 30 } }, server: { cron: { enabled: false } } });
});
afterAll(() => site?.stop());

const writeRows = async (count: number, daysAgo: number, tool_slug: string): Promise<void> => {
  const createdAt = new Date(Date.now() - daysAgo * DAY_MS);
  const data = Array.from({ length: count }, () => {
    const { inputs: _inputs, ...row } = logRow({ request_id: randomUUID(), tool_slug });
    return { ...row, createdAt, updatedAt: createdAt };
  });
  await site.strapi.db.query(LOG).createMany({ data });
};

const lastId = async (): Promise<number> => {
  const [last] = await site.strapi.db
    .query(LOG)
    .findMany({ select: ['id'], orderBy: { id: 'desc' }, limit: 1 });
  return last.id;
};

/** Waits until the analytics have all that is there. */
const untilCounted = async (): Promise<void> => {
  const last = await lastId();
  while ((await site.strapi.plugin('ai-tools').service('analytics').rolledUpTo()) < last) await pause(100);
};

test('what the analytics have not counted yet stays, however old it is', async () => {
  await writeRows(3, 31, 'counted');
  const counted = await lastId();
  await writeRows(2, 32, 'not counted');
  const analytics = site.strapi.plugin('ai-tools').service('analytics');
  const rolledUpTo = jest.spyOn(analytics, 'rolledUpTo').mockResolvedValue(counted);
  await site.strapi.plugin('ai-tools').service('log-retention').deleteNow();
  rolledUpTo.mockRestore();
  const left = await site.strapi.db.query(LOG).findMany({ select: ['tool_slug'] });
  expect(left.map(({ tool_slug }) => tool_slug)).toEqual(['not counted', 'not counted']);
});

test('two instances delete what is too old at once, while rows are written, and nothing else', async () => {
  await writeRows(400, 31, 'old');
  await writeRows(300, 400, 'very old');
  await writeRows(50, 29, 'young');
  await untilCounted();
  const { record } = site.strapi.plugin('ai-tools').service('logs');
  const another = createLogRetentionService({ strapi: site.strapi });
  const deletions = [
    site.strapi.plugin('ai-tools').service('log-retention').deleteNow(),
    another.deleteNow(),
  ];
  for (let count = 0; count < 100; count += 1) await record(logRow({ tool_slug: 'new' }));
  await Promise.all(deletions);
  await flushLogs(site);
  const left = await site.strapi.db.query(LOG).findMany({ select: ['tool_slug'] });
  const count = (slug: string) => left.filter(({ tool_slug }) => tool_slug === slug).length;
  expect({ young: count('young'), new: count('new'), all: left.length }).toEqual({
    young: 50,
    new: 100,
    all: 150,
  });
});

test('it happens at night, also where the site’s own cron tasks are switched off', () => {
  const spec = site.strapi.cron.jobs.find(({ name }) => name === 'ai-tools.logs.retention');
  const next: Date = Object(spec?.job).nextInvocation();
  expect(next.getTime() - Date.now()).toBeLessThanOrEqual(DAY_MS);
  expect([2, 3, 4]).toContain(next.getHours());
  expect(Object(spec?.job).isRunning()).toBe(true);
});
