import type { Core } from '@strapi/types';
import { z } from 'zod';
import type { Budget, BudgetRefusal } from '../engine/budget';
import { BUDGET_TABLES } from './budget-models';

export type Connection = Core.Strapi['db']['connection'];

/** Puts an amount aside in every one of the budgets, or in none. */
export interface ReserveJob {
  kind: 'reserve';
  reservation: string;
  budgets: readonly Budget[];
  amountMicros: number;
  expiresAt: number;
}

/** Takes a reservation away, and counts what was really spent. */
export interface SettleJob {
  kind: 'settle';
  reservation: string;
  budgets: readonly Budget[];
  spentMicros: number;
  expiresAt: number;
  /** it was tried before, and nobody knows whether the database has done it: the connection broke meanwhile */
  isRepeated: boolean;
}

export type BudgetJob = ReserveJob | SettleJob;

export interface BudgetEvent {
  name: 'ai-tools.budget.warning' | 'ai-tools.budget.exceeded';
  budget: Budget;
  spentMicros: number;
}

export interface BatchOutcome {
  /** why a reservation could not be made, by its id */
  refusals: Map<string, BudgetRefusal>;
  /** to be told once the batch is committed */
  events: BudgetEvent[];
}

const WARN_AT = 0.8;
const TELL_REFUSAL_EVERY_MS = 60_000;

/** 64 bits come as text from some drivers; money that matters here is far below 2^53 millionths. */
const integer = z.coerce.number();
const rowSchema = z.object({
  budget: z.string(),
  spent_micros: integer,
  reserved_micros: integer,
  warned_at: integer.nullable(),
  refusal_told_at: integer.nullable(),
});
export type BudgetRow = z.infer<typeof rowSchema>;

const reservationSchema = z.object({ id: integer, reservation: z.string(), budget: z.string() });
const expiredSchema = z.object({ id: integer, amount_micros: integer });

export const keyOf = ({ scope, tool, month }: Budget): string =>
  scope === 'site' ? `${month}/site` : `${month}/tool/${tool}`;

/** Somebody else has changed a row that we had locked, or it is not there: the batch is to be made again. */
export class StaleBudget extends Error {}

export const createTables = (schema: string | undefined) => {
  const inSchema = (connection: Connection, name: string) =>
    schema ? connection(name).withSchema(schema) : connection(name);
  return {
    budgets: (connection: Connection) => inSchema(connection, BUDGET_TABLES.budgets),
    reservations: (connection: Connection) => inSchema(connection, BUDGET_TABLES.reservations),
  };
};
type Tables = ReturnType<typeof createTables>;

/**
 * Locks the budgets of all jobs, always in the same order, so that no two batches wait for each other; whatever else a
 * batch touches belongs to a budget that it has locked.
 */
const lockBudgets = async (
  transaction: Connection,
  tables: Tables,
  jobs: readonly BudgetJob[],
): Promise<Map<string, BudgetRow>> => {
  const keys = [...new Set(jobs.flatMap(({ budgets }) => budgets.map(keyOf)))].sort();
  // SQLite locks no rows: there, a write that changes nothing keeps other processes from writing
  await tables.budgets(transaction).where({ id: -1 }).update({ spent_micros: 0 });
  const found: unknown[] = await tables
    .budgets(transaction)
    .whereIn('budget', keys)
    .orderBy('budget')
    .forUpdate();
  const rows = found.map((row) => rowSchema.parse(row));
  if (rows.length < keys.length) throw new StaleBudget('A budget has no row.');
  return new Map(rows.map((row) => [row.budget, row]));
};

/** One batch of jobs inside a transaction. Money that comes free goes to those who want it in the same batch. */
export const applyBatch = async (
  transaction: Connection,
  tables: Tables,
  jobs: readonly BudgetJob[],
  now: number,
): Promise<BatchOutcome> => {
  const locked = await lockBudgets(transaction, tables, jobs);
  const rows = new Map([...locked].map(([key, row]) => [key, { ...row }]));
  const rowOf = (budget: Budget): BudgetRow => {
    const row = rows.get(keyOf(budget));
    if (!row) throw new StaleBudget('A budget has no row.');
    return row;
  };
  const events: BudgetEvent[] = [];
  const refusals = new Map<string, BudgetRefusal>();

  const removeReservations = async (ids: readonly number[]) => {
    if (ids.length > 0) await tables.reservations(transaction).whereIn('id', ids).delete();
  };

  const settle = async (settling: readonly SettleJob[]) => {
    if (settling.length === 0) return;
    const found: unknown[] = await tables.reservations(transaction).whereIn(
      'reservation',
      settling.map(({ reservation }) => reservation),
    );
    const open = found.map((row) => ({ ...reservationSchema.parse(row), ...expiredSchema.parse(row) }));
    for (const { reservation, budgets, spentMicros, expiresAt, isRepeated } of settling) {
      for (const budget of budgets) {
        const row = rowOf(budget);
        const held = open.find((one) => one.reservation === reservation && one.budget === row.budget);
        // what is gone before its time was settled by the first try
        if (!held && isRepeated && now < expiresAt) continue;
        // one that was given back by time meanwhile is spent all the same
        row.reserved_micros -= held?.amount_micros ?? 0;
        row.spent_micros += spentMicros;
      }
    }
    await removeReservations(open.map(({ id }) => id));
  };

  const swept = new Set<string>();
  /** Gives back what was set aside by processes that died; true when that was anything. */
  const sweep = async (row: BudgetRow): Promise<boolean> => {
    if (swept.has(row.budget)) return false;
    swept.add(row.budget);
    const found: unknown[] = await tables
      .reservations(transaction)
      .where({ budget: row.budget })
      .where('expires_at', '<=', now);
    const expired = found.map((one) => expiredSchema.parse(one));
    await removeReservations(expired.map(({ id }) => id));
    row.reserved_micros -= expired.reduce((sum, { amount_micros }) => sum + amount_micros, 0);
    return expired.length > 0;
  };

  const fits = ({ spent_micros, reserved_micros }: BudgetRow, { limitMicros }: Budget, amount: number) =>
    spent_micros + reserved_micros + amount <= limitMicros;

  const findFull = async ({ budgets, amountMicros }: ReserveJob): Promise<Budget | null> => {
    for (const budget of budgets) {
      const row = rowOf(budget);
      if (fits(row, budget, amountMicros)) continue;
      if (!(await sweep(row)) || !fits(row, budget, amountMicros)) return budget;
    }
    return null;
  };

  const refuse = ({ reservation }: ReserveJob, budget: Budget) => {
    const row = rowOf(budget);
    refusals.set(reservation, { budget, spentMicros: row.spent_micros });
    if (row.refusal_told_at !== null && now - row.refusal_told_at < TELL_REFUSAL_EVERY_MS) return;
    row.refusal_told_at = now;
    events.push({ name: 'ai-tools.budget.exceeded', budget, spentMicros: row.spent_micros });
  };

  const reserve = async (reserving: readonly ReserveJob[]) => {
    const opened: Record<string, unknown>[] = [];
    for (const job of reserving) {
      const full = await findFull(job);
      if (full) {
        refuse(job, full);
        continue;
      }
      for (const budget of job.budgets) {
        const row = rowOf(budget);
        row.reserved_micros += job.amountMicros;
        opened.push({
          reservation: job.reservation,
          budget: row.budget,
          amount_micros: job.amountMicros,
          expires_at: job.expiresAt,
        });
      }
    }
    if (opened.length > 0) await tables.reservations(transaction).insert(opened);
  };

  const warn = () => {
    for (const budget of jobs.flatMap(({ budgets }) => budgets)) {
      const row = rowOf(budget);
      // of nothing there is no part to warn of
      const isFar = budget.limitMicros > 0 && row.spent_micros >= WARN_AT * budget.limitMicros;
      if (!isFar || row.warned_at !== null) continue;
      row.warned_at = now;
      events.push({ name: 'ai-tools.budget.warning', budget, spentMicros: row.spent_micros });
    }
  };

  /** Only over what was read: should a lock ever not have held, the batch is made again instead of losing money. */
  const save = async () => {
    for (const [key, before] of locked) {
      const { spent_micros, reserved_micros, warned_at, refusal_told_at } = rowSchema.parse(rows.get(key));
      const changed = await tables
        .budgets(transaction)
        .where({ budget: key, spent_micros: before.spent_micros, reserved_micros: before.reserved_micros })
        .update({ spent_micros, reserved_micros, warned_at, refusal_told_at });
      if (changed !== 1) throw new StaleBudget('A budget was changed by somebody else.');
    }
  };

  await settle(jobs.filter((job) => job.kind === 'settle'));
  warn();
  await reserve(jobs.filter((job) => job.kind === 'reserve'));
  await save();
  return { refusals, events };
};
