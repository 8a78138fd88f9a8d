import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { BulkItemState } from '../../../contracts/bulk-runs';
import { readPath } from '../../../contracts/content-fields';
import type { ErrorBody } from '../../../contracts/errors';
import type { JsonObject } from '../../../contracts/json-object';
import { missingComponent, patchOf } from '../engine/bulk-patch';
import { isSameValue } from '../engine/bulk-value';
import { createBulkTables } from '../stores/bulk-rows';
import type { BulkItemRow, BulkRunRow, Connection, FieldRecord } from '../stores/bulk-rows';
import { isTransient } from '../stores/database-faults';
import { MovedEntry, createDrafts } from './bulk-drafts';
import type { WriteTarget } from './bulk-drafts';

/** The run was stopped, or another instance has it, or has done this item: whoever learns of it leaves it alone. */
export class LostRun extends Error {}

const MOST_ATTEMPTS = 5;
const PAUSE_MS = 50;

/** What an answer cost, in millionths of a dollar; null when nobody knows. */
export type Cost = number | null;

export interface ItemPatch {
  state: BulkItemState;
  error?: ErrorBody | null;
  before?: FieldRecord;
  written?: FieldRecord;
}

interface WriterOptions {
  strapi: Core.Strapi;
  schema: string | undefined;
  /** the process, as the lease of a run names it */
  owner: string;
}

/**
 * Writes to entries. Each write is one transaction with the mark on its item, and only while this process has the run;
 * it locks what it compares, in the order in which the host writes it, so that nobody's edit is written over.
 */
export const createBulkWriter = ({ strapi, schema, owner }: WriterOptions) => {
  const tables = createBulkTables(schema);
  const drafts = createDrafts({ strapi, schema });

  /**
   * Whoever was in the way is gone at the next attempt. What `before` reads is read outside of the transaction: MySQL
   * reads everything else in one as it was at the first look.
   */
  const transact = async <Known, Result>(
    before: () => Promise<Known>,
    work: (transaction: Connection, known: Known) => Promise<Result>,
  ): Promise<Result> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const known = await before();
        return await strapi.db.transaction(({ trx }) => work(trx, known));
      } catch (error) {
        const mayRetry = error instanceof MovedEntry || isTransient(error);
        if (attempt === MOST_ATTEMPTS || !mayRetry) throw error;
        await pause(Math.random() * PAUSE_MS * attempt, undefined, { ref: false });
      }
    }
  };

  const lockRun = async (transaction: Connection, { id, state }: BulkRunRow): Promise<void> => {
    const row: unknown = await tables
      .runs(transaction)
      .where({ id, state, lease_owner: owner })
      .forUpdate()
      .first('id');
    if (!row) throw new LostRun();
  };

  const mark = async (transaction: Connection, item: BulkItemRow, patch: ItemPatch): Promise<void> => {
    const { state, error, before, written } = patch;
    const marked: number = await tables
      .items(transaction)
      .where({ id: item.id, state: item.state })
      .update({
        state,
        error: error ? JSON.stringify(error) : null,
        ...(before && { before: JSON.stringify(before) }),
        ...(written && { written: JSON.stringify(written) }),
      });
    if (marked === 0) throw new LostRun();
  };

  const count = async (transaction: Connection, { id }: BulkRunRow, cost: Cost): Promise<void> => {
    if (cost === null) await tables.runs(transaction).where({ id }).update({ cost_known: 0 });
    else if (cost > 0) await tables.runs(transaction).where({ id }).increment('cost_micros', cost);
  };

  /** Runs `work` on the locked draft, in one transaction with what becomes of the item. */
  const onEntry = async <Result>(
    target: WriteTarget,
    item: BulkItemRow,
    work: (transaction: Connection, values: JsonObject | null) => Promise<Result>,
  ): Promise<Result> =>
    transact(
      () => drafts.find(target, item.document_id),
      async (transaction, known) => {
        await lockRun(transaction, target.run);
        return work(transaction, await drafts.lock(transaction, target, known, item.document_id));
      },
    );

  return {
    /** Counts what an answer has cost that nothing else becomes of. */
    count: async (run: BulkRunRow, cost: Cost): Promise<void> => {
      if (cost !== 0)
        await transact(
          async () => null,
          (transaction) => count(transaction, run, cost),
        );
    },

    /** Marks an item that nothing is written for. */
    settle: (run: BulkRunRow, item: BulkItemRow, patch: ItemPatch, cost: Cost): Promise<void> =>
      transact(
        async () => null,
        async (transaction) => {
          await lockRun(transaction, run);
          await count(transaction, run, cost);
          await mark(transaction, item, patch);
        },
      ),

    /** Writes a value where the field still holds what it held when it was read. Resolves to the item's new state. */
    write: (
      target: WriteTarget,
      item: BulkItemRow,
      { read, value, cost }: { read: unknown; value: unknown; cost: Cost },
    ): Promise<'written' | 'changed' | 'gone'> =>
      onEntry(target, item, async (transaction, values) => {
        if (!values) return 'gone';
        await count(transaction, target.run, cost);
        const current = readPath(values, target.path) ?? null;
        if (!isSameValue(current, read)) {
          await mark(transaction, item, { state: 'changed' });
          return 'changed';
        }
        const missing = missingComponent(values, target.path);
        await drafts.update(target, item.document_id, patchOf(values, target.path, value));
        // as the database has it, and as the site's own rules may have changed it
        const written = await drafts.find(target, item.document_id);
        const record: FieldRecord = {
          value: readPath(written, target.path) ?? null,
          ...(missing !== null && {
            made: { path: missing, content: await drafts.readComponent(target, item.document_id, missing) },
          }),
        };
        await mark(transaction, item, { state: 'written', before: { value: current }, written: record });
        return 'written';
      }),

    /** Puts back what was there, where the field still holds what the run wrote. Resolves to the item's new state. */
    undo: (target: WriteTarget, item: BulkItemRow): Promise<'undone' | 'kept'> =>
      onEntry(target, item, async (transaction, values) => {
        const { before, written } = item;
        if (!values || !before || !written || !isSameValue(readPath(values, target.path), written.value)) {
          await mark(transaction, item, { state: 'kept' });
          return 'kept';
        }
        const { made } = written;
        const isAsMade =
          made && isSameValue(await drafts.readComponent(target, item.document_id, made.path), made.content);
        const patch = isAsMade
          ? patchOf(values, made.path, null)
          : patchOf(values, target.path, before.value);
        await drafts.update(target, item.document_id, patch);
        await mark(transaction, item, { state: 'undone' });
        return 'undone';
      }),
  };
};
export type BulkWriter = ReturnType<typeof createBulkWriter>;
