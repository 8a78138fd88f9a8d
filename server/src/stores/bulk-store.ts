import type { Knex } from 'knex';
import { z } from 'zod';
import type { BulkItemState, BulkOrder, BulkState } from '../../../contracts/bulk-runs';
import { createBulkTables, isKnownItem, isKnownRun, readCounts, readItem, readRun } from './bulk-rows';
import type { BulkItemRow, BulkRunRow, Connection, ItemCounts } from './bulk-rows';

const MOST_RUNS = 50;
const MOST_ITEMS = 500;
/** SQLite takes so many values in a statement, and no more. */
const ROWS_PER_INSERT = 100;

/** PostgreSQL and SQLite answer with rows, MySQL with the id alone. */
const insertedSchema = z
  .tuple([z.union([z.coerce.number(), z.object({ id: z.coerce.number() })])])
  .transform(([first]) => (typeof first === 'number' ? first : first.id));

const idSchema = z.object({ id: z.coerce.number() }).transform(({ id }) => id);

const idsOf = async (query: Knex.QueryBuilder): Promise<number[]> => {
  const rows: unknown[] = await query.select('id').orderBy('id');
  return rows.map((row) => idSchema.parse(row));
};

export interface NewRun extends Omit<BulkOrder, 'document_ids'> {
  startedBy: number;
  startedAt: number;
  entries: readonly { documentId: string; label: string }[];
}

export interface RunPatch {
  state?: BulkState;
  actor?: number;
  ended_at?: number | null;
  waits_until?: number | null;
  stopped_because?: string | null;
}

/** Bulk runs and their items, in the site's own database. `connection` is the root of the host's, or a transaction. */
export const createBulkStore = (connection: Connection, schema: string | undefined) => {
  const tables = createBulkTables(schema);

  return {
    /** With its items, or not at all; resolves to its id. */
    create: (run: NewRun): Promise<number> =>
      connection.transaction(async (transaction) => {
        const inserted: unknown = await tables.runs(transaction).insert(
          {
            content_type: run.content_type,
            locale: run.locale,
            tool: run.tool,
            inputs: JSON.stringify(run.inputs),
            target: run.target,
            state: 'running',
            started_by: run.startedBy,
            actor: run.startedBy,
            started_at: run.startedAt,
            cost_micros: 0,
            cost_known: 1,
            lease_beat: 0,
          },
          ['id'],
        );
        const id = insertedSchema.parse(inserted);
        const rows = run.entries.map(({ documentId, label }) => ({
          run: id,
          document_id: documentId,
          label,
          state: 'waiting',
        }));
        for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
          await tables.items(transaction).insert(rows.slice(start, start + ROWS_PER_INSERT));
        }
        return id;
      }),

    find: async (id: number): Promise<BulkRunRow | null> => {
      const row: unknown = await tables.runs(connection).where({ id }).first();
      return isKnownRun(row) ? readRun(row) : null;
    },

    /** The newest first. */
    list: async (contentTypes: readonly string[]): Promise<BulkRunRow[]> => {
      const rows: unknown[] = await tables
        .runs(connection)
        .whereIn('content_type', [...contentTypes])
        .orderBy('id', 'desc')
        .limit(MOST_RUNS);
      return rows.filter(isKnownRun).map(readRun);
    },

    counts: async (runs: readonly number[]): Promise<(run: number) => ItemCounts> => {
      const rows: unknown[] = await tables
        .items(connection)
        .whereIn('run', [...runs])
        .groupBy('run', 'state')
        .select('run', 'state')
        .count({ count: 'id' });
      return (run) => readCounts(rows, run);
    },

    items: async (run: number, state: BulkItemState | null): Promise<BulkItemRow[]> => {
      const rows: unknown[] = await tables
        .items(connection)
        .where({ run, ...(state && { state }) })
        .orderBy('id')
        .limit(MOST_ITEMS);
      return rows.filter(isKnownItem).map(readItem);
    },

    /** The next ones in a state, after the item with this id. */
    itemsAfter: async (
      run: number,
      state: BulkItemState,
      after: number,
      most: number,
    ): Promise<BulkItemRow[]> => {
      const rows: unknown[] = await tables
        .items(connection)
        .where({ run, state })
        .andWhere('id', '>', after)
        .orderBy('id')
        .limit(most);
      return rows.filter(isKnownItem).map(readItem);
    },

    /** Changes a run that is in one of these states; tells whether it was. */
    change: async (id: number, from: readonly BulkState[], patch: RunPatch): Promise<boolean> =>
      (await tables
        .runs(connection)
        .where({ id })
        .whereIn('state', [...from])
        .update(patch)) > 0,

    /** Changes a run that this process has, and that is as it was taken; tells whether it was. */
    changeOwn: async ({ id, state }: BulkRunRow, owner: string, patch: RunPatch): Promise<boolean> =>
      (await tables.runs(connection).where({ id, state, lease_owner: owner }).update(patch)) > 0,

    /**
     * Deletes a few of the runs that ended before a time, and of the items that belong to none; tells how many rows
     * that were. A run goes first: then it cannot be resumed with half of its items.
     */
    deleteSome: async (endedBefore: number, most: number): Promise<number> => {
      const runs = await idsOf(
        tables.runs(connection).whereNotNull('ended_at').andWhere('ended_at', '<', endedBefore).limit(most),
      );
      if (runs.length > 0) {
        return tables.runs(connection).whereIn('id', runs).andWhere('ended_at', '<', endedBefore).delete();
      }
      const items = await idsOf(
        tables.items(connection).whereNotIn('run', tables.runs(connection).select('id')).limit(most),
      );
      return items.length === 0 ? 0 : tables.items(connection).whereIn('id', items).delete();
    },

    /** Changes a run like `change`, and makes its failed items wait again. */
    resume: (id: number, from: readonly BulkState[], patch: RunPatch): Promise<boolean> =>
      connection.transaction(async (transaction) => {
        const changed: number = await tables
          .runs(transaction)
          .where({ id })
          .whereIn('state', [...from])
          .update(patch);
        if (changed === 0) return false;
        const failed = tables.items(transaction).where({ run: id, state: 'failed' });
        await failed.update({ state: 'waiting', error: null });
        return true;
      }),
  };
};
export type BulkStore = ReturnType<typeof createBulkStore>;
