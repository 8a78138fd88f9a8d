import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Budget, BudgetStore } from '../engine/budget';
import { StaleBudget, applyBatch, createTables, keyOf } from './budget-batch';
import type { BatchOutcome, BudgetEvent, BudgetJob, Connection, SettleJob } from './budget-batch';
import { isTransient } from './database-faults';
import { onceAMinute } from './once-a-minute';
import { withPatience } from './patience';

/** How long a run waits for the store before it does without: a budgeted one then does not run. */
const DEADLINE_MS = 2000;

/** One commit for as many, so that hundreds at once do not each wait for the disk. */
const MAX_BATCH = 100;

/** A batch that takes longer hangs on a lock or a dead connection; others may try meanwhile, but not without end. */
const HANGS_AFTER_MS = 10_000;
const MAX_HANGING = 3;

const MAX_ATTEMPTS = 5;
const RETRY_SETTLING_MS = 1000;

const NOTHING_HAPPENED: BatchOutcome = { refusals: new Map(), events: [] };

/** For whom a job is done that nobody waits for. */
const NOBODY = { resolve: () => {}, reject: () => {} };

interface Progress {
  /** the database was asked to commit: when its answer is lost, nobody knows whether it has */
  mayBeDone: boolean;
}

interface Waiting {
  job: BudgetJob;
  resolve(outcome: BatchOutcome): void;
  reject(error: unknown): void;
}

const statusSchema = z.object({
  budget: z.string(),
  spent_micros: z.coerce.number(),
  reserved_micros: z.coerce.number(),
});

export interface BudgetStoreOptions {
  /** The root of the host's connections, never a transaction: what was spent stays spent when one is rolled back. */
  connection: Connection;
  schema?: string;
  isSqlite: boolean;
  now(): number;
  deadlineMs?: number;
  tell(event: BudgetEvent): void;
  warn(message: string): void;
}

export interface DatabaseBudgetStore extends BudgetStore {
  /** What was spent, and what is set aside, by the keys of budgets that anything was ever set aside in. */
  read(budgets: readonly Budget[]): Promise<Map<string, { spentMicros: number; reservedMicros: number }>>;
  /** Waits a moment for what is still to be counted. */
  close(): Promise<void>;
}

/**
 * Budgets in the site's own database, exact for any number of processes. The jobs of one process go to it one batch
 * after another, each a transaction on a connection of its own.
 */
export const createBudgetStore = (options: BudgetStoreOptions): DatabaseBudgetStore => {
  const { connection, isSqlite, now, tell, warn, deadlineMs = DEADLINE_MS } = options;
  const tables = createTables(options.schema);
  const waiting: Waiting[] = [];
  const withRow = new Set<string>();
  let running = 0;
  let isWorking = false;
  let isClosed = false;

  // a batch is nobody's: what listens to its events must not land in the transaction of whoever came first
  const detached = new AsyncResource('ai-tools budgets');

  const complain = onceAMinute((error: unknown) => {
    const words = error instanceof Error ? error.message.split(' - ').at(-1) : String(error);
    warn(`the budgets cannot be had, and tools with a budget do not run until they can: ${words}`);
  }, now);

  /** Outside the transaction, where two that make the same row cannot hold each other up. */
  const makeRows = async (jobs: readonly BudgetJob[]) => {
    const missing = jobs.flatMap(({ budgets }) => budgets).filter((budget) => !withRow.has(keyOf(budget)));
    if (missing.length === 0) return;
    for (const [key, { scope, tool, month }] of new Map(missing.map((budget) => [keyOf(budget), budget]))) {
      await tables
        .budgets(connection)
        .insert({ budget: key, scope, tool, month, spent_micros: 0, reserved_micros: 0 })
        .onConflict('budget')
        .ignore();
      withRow.add(key);
    }
  };

  const commit = async (jobs: readonly BudgetJob[], progress: Progress): Promise<BatchOutcome> => {
    for (let attempt = 1; ; attempt += 1) {
      progress.mayBeDone = false;
      try {
        await makeRows(jobs);
        return await connection.transaction(
          async (transaction) => {
            const outcome = await applyBatch(transaction, tables, jobs, now());
            progress.mayBeDone = true;
            return outcome;
          },
          // no locks on gaps, where MySQL would have reservations of different budgets wait for each other
          isSqlite ? undefined : { isolationLevel: 'read committed' },
        );
      } catch (error) {
        withRow.clear();
        if (attempt === MAX_ATTEMPTS || !(error instanceof StaleBudget || isTransient(error))) throw error;
      }
    }
  };

  const runBatch = async (batch: readonly Waiting[]) => {
    const progress: Progress = { mayBeDone: false };
    try {
      const jobs = batch.map(({ job }) => job);
      const outcome = await commit(jobs, progress);
      for (const { resolve } of batch) resolve(outcome);
      outcome.events.forEach(tell);
    } catch (error) {
      complain(error);
      for (const entry of batch) {
        const { job } = entry;
        if (job.kind === 'settle') {
          settleLater({ ...entry, job: { ...job, isRepeated: job.isRepeated || progress.mayBeDone } });
          continue;
        }
        entry.reject(error);
        // the money may have been set aside, for a run that does not come about
        if (progress.mayBeDone) {
          settleLater({ job: { ...job, kind: 'settle', spentMicros: 0, isRepeated: true }, ...NOBODY });
        }
      }
    }
  };

  /** What was spent is not forgotten because the database was away when it was to be counted. */
  const settleLater = ({ job, ...entry }: Waiting & { job: SettleJob }) => {
    // by then it has been given back by time
    if (job.spentMicros === 0 && now() >= job.expiresAt) return entry.resolve(NOTHING_HAPPENED);
    setTimeout(() => enqueue({ ...entry, job }), RETRY_SETTLING_MS).unref();
  };

  const work = async () => {
    isWorking = true;
    while (waiting.length > 0 && running < MAX_HANGING) {
      const batch = waiting.splice(0, MAX_BATCH);
      running += 1;
      const done = runBatch(batch).finally(() => {
        running -= 1;
      });
      const patience = new AbortController();
      await Promise.race([
        done,
        pause(HANGS_AFTER_MS, undefined, { signal: patience.signal, ref: false }).catch(() => {}),
      ]);
      patience.abort();
      void done.then(start);
    }
    isWorking = false;
  };

  const start = () => {
    if (!isWorking && !isClosed) void detached.runInAsyncScope(work);
  };

  const enqueue = (entry: Waiting) => {
    waiting.push(entry);
    start();
  };

  const submit = (job: BudgetJob): Promise<BatchOutcome> =>
    new Promise((resolve, reject) => enqueue({ job, resolve, reject }));

  const settle = async (job: Omit<SettleJob, 'kind' | 'isRepeated'>): Promise<void> => {
    await withPatience(deadlineMs, submit({ kind: 'settle', isRepeated: false, ...job })).catch(() => {});
  };

  const forgetWaiting = (reservation: string) => {
    const index = waiting.findIndex(({ job }) => job.reservation === reservation);
    if (index >= 0) waiting.splice(index, 1);
  };

  return {
    reserve: async ({ budgets, amountMicros, lifetimeMs }) => {
      const reservation = randomUUID();
      const expiresAt = now() + lifetimeMs;
      const giveBack = (late: BatchOutcome) => {
        if (!late.refusals.has(reservation)) void settle({ reservation, budgets, expiresAt, spentMicros: 0 });
      };
      const reserving = submit({ kind: 'reserve', reservation, budgets, amountMicros, expiresAt });
      const outcome = await withPatience(deadlineMs, reserving).catch((error) => {
        forgetWaiting(reservation);
        // what comes too late is nobody's
        reserving.then(giveBack, () => {});
        complain(error);
        throw error;
      });
      const refusal = outcome.refusals.get(reservation);
      if (refusal) return { refusal };
      return { settle: (spentMicros) => settle({ reservation, budgets, expiresAt, spentMicros }) };
    },

    read: async (budgets) => {
      const keys = budgets.map(keyOf);
      const rows: unknown[] = await tables.budgets(connection).whereIn('budget', keys);
      const expired: unknown[] = await tables
        .reservations(connection)
        .whereIn('budget', keys)
        .where('expires_at', '<=', now())
        .groupBy('budget')
        .select('budget')
        .sum({ reserved_micros: 'amount_micros' });
      const gone = new Map(
        expired
          .map((row) => statusSchema.omit({ spent_micros: true }).parse(row))
          .map((row) => [row.budget, row.reserved_micros]),
      );
      return new Map(
        rows
          .map((row) => statusSchema.parse(row))
          .map(({ budget, spent_micros, reserved_micros }) => [
            budget,
            { spentMicros: spent_micros, reservedMicros: reserved_micros - (gone.get(budget) ?? 0) },
          ]),
      );
    },

    close: async () => {
      const patience = now() + deadlineMs;
      while ((waiting.length > 0 || running > 0) && now() < patience) await pause(10);
      isClosed = true;
    },
  };
};
