import type { Knex } from 'knex';
import { HOUR } from '../engine/analytics/calendar';
import { slotAt } from '../engine/analytics/cover';
import { createAnalyticsReader } from './analytics-reader';
import type { AnalyticsReader } from './analytics-reader';
import { createAnalyticsRows } from './analytics-rows';
import { createRollUp } from './analytics-roll-up';
import type { RollUp } from './analytics-roll-up';
import { createAnalyticsTables } from './analytics-tables';

export interface AnalyticsStore extends AnalyticsReader {
  rollUp: RollUp;
  /** Log rows to this id are counted, and may be deleted; those after it may not. */
  rolledUpTo(): Promise<number>;
  /**
   * Counts every hour anew that the log still has all rows of, from the first one on; resolves to how many that were.
   * An hour of which rows are gone stays as it is.
   */
  rebuild(): Promise<number>;
}

export interface AnalyticsStoreOptions {
  knex: Knex;
  schema?: string;
  logTable: string;
  now?: () => number;
  settleMs?: number;
}

/**
 * On a server, a row that has its id may not be committed yet; the log writer's statements end after three seconds,
 * whatever happens.
 */
const SETTLE_MS = 10_000;

export const createAnalyticsStore = (options: AnalyticsStoreOptions): AnalyticsStore => {
  const { knex, schema, logTable, now = Date.now } = options;
  const isSqlite = String(knex.client.config.client) === 'better-sqlite3';
  const { settleMs = isSqlite ? 0 : SETTLE_MS } = options;
  const tables = createAnalyticsTables({ knex, schema });
  const rows = createAnalyticsRows(
    () => (schema ? knex(logTable).withSchema(schema) : knex(logTable)),
    isSqlite,
  );
  const rollUp = createRollUp({ tables, rows, now, settleMs });

  return {
    ...createAnalyticsReader({ tables, rows }),
    rollUp,

    rolledUpTo: async () => (await tables.progress()).countedTo,

    rebuild: async () => {
      const oldest = await rows.oldestTime();
      if (oldest === null) return 0;
      let recounted = 0;
      for (let hour = slotAt(HOUR, oldest).start; hour <= now(); hour += HOUR) {
        if (await rollUp.recount(hour)) recounted += 1;
      }
      return recounted;
    },
  };
};
