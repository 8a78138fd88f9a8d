import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { summarizer } from '../support/execute';
import { startKillableSite } from '../support/killable-site';
import type { KillableSite } from '../support/killable-site';
import { createSiteFolder } from '../support/site';
import type { SiteFolder } from '../support/site';
import { lockLogTable, readLoggedIds } from '../support/table-lock';

/** `KILLS=100` for the long run */
const KILLS = Number(process.env.KILLS ?? 3);
const CALLERS = 16;

/** One run; its request id. */
const call = async (site: KillableSite): Promise<string> => {
  const response = await fetch(`${site.url}/api/ai-tools/v1/execute/content-summarizer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'a text' }),
  });
  const body = await response.json();
  return body.meta.request_id;
};

/** Calls the site until it is gone, and notes the request id of every answer that arrived whole. */
const callUntilGone = async (site: KillableSite, answered: string[]): Promise<void> => {
  const caller = async () => {
    for (;;) answered.push(await call(site));
  };
  await Promise.allSettled(Array.from({ length: CALLERS }, caller));
};

const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index);

const expectEachOnce = (ids: readonly string[], answered: readonly string[]): void => {
  const there = new Set(ids);
  expect(answered.filter((id) => !there.has(id))).toEqual([]);
  expect(repeated(ids)).toEqual([]);
};

describe.each(['journal', 'database'])('with durability %s', (durability) => {
  let home: SiteFolder;
  beforeAll(async () => {
    home = await createSiteFolder({ plugin: { tools: [summarizer()], logs: { durability } } });
  });
  afterAll(() => home?.remove());

  test(
    'every answered run has one log row, however often the site is killed',
    async () => {
      const answered: string[] = [];
      for (let kills = 0; kills < KILLS; kills += 1) {
        const site = await startKillableSite(home.folder);
        const calls = callUntilGone(site, answered);
        const before = answered.length;
        while (answered.length < before + 20) await pause(10);
        await pause(Math.random() * 300);
        await site.kill('SIGKILL');
        await calls;
      }
      const site = await startKillableSite(home.folder);
      const { ids, status } = await site.log();
      await site.kill('SIGKILL');
      expectEachOnce(ids, answered);
      expect(status).toMatchObject({ lostRows: 0, waiting: { rows: 0 } });
    },
    30_000 * (KILLS + 1),
  );

  test('a site that is told to end under load leaves nothing behind', async () => {
    const answered: string[] = [];
    const site = await startKillableSite(home.folder);
    const calls = callUntilGone(site, answered);
    while (answered.length < 500) await pause(10);
    expect(await site.kill('SIGTERM')).toBe(0);
    await calls;

    const next = await startKillableSite(home.folder);
    const { ids } = await next.log();
    await next.kill('SIGKILL');
    expectEachOnce(ids, answered);
  }, 120_000);
});

test('a site that is told to end with 500 rows waiting writes them before its database closes', async () => {
  const home = await createSiteFolder({ plugin: { tools: [summarizer()] } });
  try {
    const site = await startKillableSite(home.folder);
    const answered: string[] = [];
    const unlock = await lockLogTable(home.connection, { onlyWriters: true });
    while (answered.length < 500) answered.push(await call(site));
    const ended = site.kill('SIGTERM');
    await pause(300);
    await unlock();
    expect(await ended).toBe(0);
    expectEachOnce(await readLoggedIds(home.connection), answered);
    expect(readdirSync(path.join(home.folder, '.tmp/ai-tools-journal'))).toEqual([]);
  } finally {
    await home.remove();
  }
}, 120_000);
