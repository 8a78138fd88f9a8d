import knex from 'knex';
import type { Budget } from '../../server/src/engine/budget';
import { createBudgetStore } from '../../server/src/stores/budgets';

/*
 * A program of its own, for budget-store.test.ts: one of several instances of a site, on a database that is there. It
 * makes many reservations at once, settles them if it was told what they cost, prints what came of it, and dies.
 */

export interface BudgetRunOrder {
  client: 'sqlite' | 'mysql' | 'postgres';
  connection: Record<string, unknown>;
  budgets: Budget[];
  count: number;
  amountMicros: number;
  lifetimeMs: number;
  /** null to die before anything is settled */
  spentMicros: number | null;
}

export interface BudgetRunReport {
  granted: number;
  refused: number;
  failed: string[];
  events: string[];
}

const DRIVERS = { sqlite: 'better-sqlite3', mysql: 'mysql2', postgres: 'pg' };

const main = async (): Promise<void> => {
  const { client, connection, budgets, count, ...order }: BudgetRunOrder = JSON.parse(process.argv[2] ?? '');
  const { amountMicros, lifetimeMs, spentMicros } = order;
  const report: BudgetRunReport = { granted: 0, refused: 0, failed: [], events: [] };
  const store = createBudgetStore({
    connection: knex({ client: DRIVERS[client], connection, useNullAsDefault: client === 'sqlite' }),
    isSqlite: client === 'sqlite',
    now: Date.now,
    // the point is what is counted and not how fast: the machine may be busy
    deadlineMs: 20_000,
    tell: ({ name }) => report.events.push(name),
    warn: (message) => report.failed.push(message),
  });
  await Promise.all(
    Array.from({ length: count }, async () => {
      try {
        const outcome = await store.reserve({ budgets, amountMicros, lifetimeMs });
        if ('refusal' in outcome) report.refused += 1;
        else {
          report.granted += 1;
          if (spentMicros !== null) await outcome.settle(spentMicros);
        }
      } catch (error) {
        report.failed.push(String(error));
      }
    }),
  );
  process.stdout.write(JSON.stringify(report), () => process.kill(process.pid, 'SIGKILL'));
};

void main();
