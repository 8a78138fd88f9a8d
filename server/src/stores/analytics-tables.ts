import type { Knex } from 'knex';
import { z } from 'zod';
import type { Level, Slot } from '../engine/analytics/cover';
import { ANALYTICS_TABLES } from './analytics-models';
import type { Turns } from '../engine/turns';

/** Whether callers are told apart. */
export type SlotKind = 'slots' | 'callerSlots';
export const SLOT_KINDS = ['slots', 'callerSlots'] as const satisfies SlotKind[];

const integer = z.coerce.number();
const slotSchema = z.object({ starts_at: integer, counted_to: integer, entries: z.string() });
const progressSchema = z.object({ counted_to: integer, checked_to: integer, version: integer });

export interface StoredSlot extends Slot {
  countedTo: number;
  entries: string;
}

export interface Progress {
  /** log rows to this id are counted */
  countedTo: number;
  /** hours that ended by then were compared with the log */
  checkedTo: number;
  version: number;
}

export type SlotWrite = StoredSlot & { kind: SlotKind };

export interface AnalyticsTables {
  progress(): Promise<Progress>;
  /** Those that there are, in no order. */
  read(kind: SlotKind, level: Level, starts: readonly number[]): Promise<StoredSlot[]>;
  /**
   * Writes all of it or nothing, and resolves to false, when anybody has written anything since `before` was read, or
   * is writing now: what is written may rest on anything that was read in between.
   */
  write(
    before: Progress,
    after: Omit<Progress, 'version'>,
    slots: readonly SlotWrite[],
    turns: Turns,
  ): Promise<boolean>;
}

interface TableAccess {
  knex: Knex;
  schema?: string;
}

const NAME = 'log';
const ROWS_PER_INSERT = 4;

type On = (query: Knex.QueryBuilder) => Knex.QueryBuilder;

export const createAnalyticsTables = ({ knex, schema }: TableAccess): AnalyticsTables => {
  const isFile = String(knex.client.config.client) === 'better-sqlite3';
  const table = (name: string): Knex.QueryBuilder => (schema ? knex(name).withSchema(schema) : knex(name));

  const write = async (on: On, ...[before, after, slots, turns]: Parameters<AnalyticsTables['write']>) => {
    const changed = await on(table(ANALYTICS_TABLES.progress))
      .where({ name: NAME, version: before.version })
      .update({
        counted_to: after.countedTo,
        checked_to: after.checkedTo,
        version: before.version + 1,
      });
    if (changed !== 1) return false;
    for (const kind of SLOT_KINDS) {
      const rows = slots
        .filter((slot) => slot.kind === kind)
        .map(({ level, start, countedTo, entries }) => ({
          level,
          starts_at: start,
          counted_to: countedTo,
          entries,
        }));
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        await on(table(ANALYTICS_TABLES[kind]))
          .insert(rows.slice(at, at + ROWS_PER_INSERT))
          .onConflict(['level', 'starts_at'])
          .merge(['counted_to', 'entries']);
        await turns.rest();
      }
    }
    return true;
  };

  /** As for log rows: the driver works in this thread, and is not to wait in it for a locked file. */
  const writeToFile: AnalyticsTables['write'] = async (...order) => {
    const connection = await knex.client.acquireConnection();
    const patience = connection.pragma('busy_timeout', { simple: true });
    try {
      connection.pragma('busy_timeout = 0');
      connection.exec('BEGIN IMMEDIATE');
      const isWritten = await write((query) => query.connection(connection), ...order);
      connection.exec(isWritten ? 'COMMIT' : 'ROLLBACK');
      return isWritten;
    } catch (error) {
      // another process writes into the file
      if (String(Object(error).code).startsWith('SQLITE_BUSY')) return false;
      throw error;
    } finally {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      connection.pragma(`busy_timeout = ${patience}`);
      await knex.client.releaseConnection(connection);
    }
  };

  const writeToServer: AnalyticsTables['write'] = (...order) =>
    knex.transaction((transaction) => write((query) => query.transacting(transaction), ...order));

  const readProgress = async (): Promise<Progress | null> => {
    const row: unknown = await table(ANALYTICS_TABLES.progress).where({ name: NAME }).first();
    if (row === undefined) return null;
    const { counted_to, checked_to, version } = progressSchema.parse(row);
    return { countedTo: counted_to, checkedTo: checked_to, version };
  };

  return {
    progress: async () => {
      const known = await readProgress();
      if (known) return known;
      await table(ANALYTICS_TABLES.progress)
        .insert({ name: NAME, counted_to: 0, checked_to: 0, version: 1 })
        .onConflict('name')
        .ignore();
      return (await readProgress()) ?? { countedTo: 0, checkedTo: 0, version: 1 };
    },

    read: async (kind, level, starts) => {
      if (starts.length === 0) return [];
      const rows: unknown[] = await table(ANALYTICS_TABLES[kind])
        .select('starts_at', 'counted_to', 'entries')
        .where('level', level)
        .whereIn('starts_at', [...starts]);
      return rows.map((row) => {
        const { starts_at, counted_to, entries } = slotSchema.parse(row);
        return { level, start: starts_at, countedTo: counted_to, entries };
      });
    },

    write: isFile ? writeToFile : writeToServer,
  };
};
