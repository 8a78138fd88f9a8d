import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import knex from 'knex';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { openDatabaseLimiter } from '../../server/src/stores/database-limiter';
import { createFallibleLimiter } from '../../server/src/stores/fallible-limiter';
import { admitRun } from '../../server/src/stores/rate-limits';
import { NO_POINTS_ARE_TOO_MANY, createRunCounter } from '../../server/src/stores/run-counter';
import { createTestDatabase } from '../support/database';
import { serverUrl } from '../support/database-servers';
import { startTcpProxy } from '../support/tcp-proxy';

jest.setTimeout(60_000);

const CLIENTS: Record<string, { dialect: string; driver: string }> = {
  postgres: { dialect: 'postgres', driver: 'pg' },
  mariadb: { dialect: 'mysql', driver: 'mysql2' },
};
const kind = process.env.TEST_DATABASE === 'mariadb' ? 'mariadb' : 'postgres';

// an SQLite file does not go away
(process.env.TEST_DATABASE === 'sqlite' ? describe.skip : describe)('limits in a database', () => {
  test.each(['cut', 'freeze'] as const)(
    'survive a %s, hold nobody up, and are found again',
    async (fault) => {
      const { dialect = '', driver = '' } = CLIENTS[kind] ?? {};
      const folder = mkdtempSync(path.join(tmpdir(), 'ai-tools-limits-'));
      const database = await createTestDatabase(folder);
      const proxy = await startTcpProxy(serverUrl(kind));
      const connection = knex({
        client: driver,
        connection: { ...Object(database.connection.connection), port: proxy.port },
        pool: { min: 0, max: 10 },
      });
      const failures: unknown[] = [];
      const counter = createRunCounter({
        store: createFallibleLimiter({
          // of the host's database, the limiter uses no more than this
          open: () =>
            openDatabaseLimiter(
              { connection, dialect: { client: dialect }, getSchemaName: () => undefined } as never,
              3600,
            ),
          deadlineMs: 1000,
          onFailure: (error) => failures.push(error),
        }),
        insurance: new RateLimiterMemory({ points: NO_POINTS_ARE_TOO_MANY, duration: 3600 }),
      });
      const ask = async () => {
        const startedAt = performance.now();
        const { refusedBy } = await admitRun([{ scope: 'tool', key: 'tool:x', runs: 10 }], counter, 3600);
        return { passes: refusedBy === null, ms: performance.now() - startedAt };
      };
      const storedCount = async (): Promise<number> => {
        const row = await connection('ai_tools_rate_limits').where({ key: 'tool:x' }).first('points');
        return Number(row.points);
      };

      try {
        for (let run = 0; run < 4; run += 1) expect(await ask()).toMatchObject({ passes: true });
        expect(failures).toEqual([]);
        expect(await storedCount()).toBe(4);

        await proxy[fault]();
        const during = [];
        for (let run = 0; run < 20; run += 1) during.push(await ask());
        expect(during.filter(({ passes }) => passes)).toHaveLength(6);
        expect(Math.max(...during.map(({ ms }) => ms))).toBeLessThan(2500);
        expect(failures.length).toBeGreaterThan(0);

        await proxy.mend();
        const before = failures.length;
        await pause(1500);
        const counted = await storedCount();
        await ask();
        expect(failures).toHaveLength(before);
        expect(await storedCount()).toBe(counted + 1);
      } finally {
        await connection.destroy();
        await proxy.stop();
        await database.drop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
