import { appendFileSync } from 'node:fs';
import knex from 'knex';
import { openDatabaseLimiter } from '../../server/src/stores/database-limiter';
import { createFallibleLimiter } from '../../server/src/stores/fallible-limiter';
import { admitRun } from '../../server/src/stores/rate-limits';
import { createRunCounter } from '../../server/src/stores/run-counter';

/*
 * A program of its own: asks for leave to run so many times, on an SQLite file that others use at the same time, and
 * writes a line for each run that it gets before it asks for the next.
 */

const [, , databaseFile = '', passesFile = '', attempts = '', then = 'ends'] = process.argv;
const AT_ONCE = 10;

const main = async (): Promise<void> => {
  const connection = knex({
    client: 'better-sqlite3',
    connection: { filename: databaseFile },
    useNullAsDefault: true,
  });
  const db = { connection, dialect: { client: 'sqlite' }, getSchemaName: () => undefined };
  const counter = createRunCounter({
    store: createFallibleLimiter({
      // of the host's database, the limiter uses no more than this
      open: () => openDatabaseLimiter(db as never, 3600),
      deadlineMs: 30_000,
      onFailure: (error) => process.stderr.write(`${String(error)}\n`),
    }),
    insurance: null,
  });

  let left = Number(attempts);
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { refusedBy } = await admitRun([{ scope: 'tool', key: 'tool:x', runs: 100 }], counter, 3600);
      if (refusedBy === null) appendFileSync(passesFile, 'passed\n');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (then === 'stays') await new Promise((resolve) => setTimeout(resolve, 600_000));
  await connection.destroy();
};

void main();
