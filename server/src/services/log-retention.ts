import { randomInt } from 'node:crypto';
import type { Core } from '@strapi/types';
import { z } from 'zod';
import { LOG_UID } from '../../../contracts/plugin-id';
import { faultCode } from '../stores/database-faults';
import { dialectOf } from '../stores/log-filter';
import { deleteExpired } from '../stores/log-retention';
import { getService } from './get-service';

const JOB = 'ai-tools.logs.retention';
const DAY_MS = 86_400_000;

const ids = z.array(z.object({ id: z.coerce.number() }));

/** Deletes what is older than the site wants to keep it: log rows, and bulk runs with their entries. */
export const createLogRetentionService = ({ strapi }: { strapi: Core.Strapi }) => {
  const ending = new AbortController();
  let running: Promise<number> | null = null;

  /**
   * Leaves what the analytics have not counted. Two instances may choose the same rows: the second one deletes none of
   * them, and goes on.
   */
  const deleteSome = async (time: Date, counted: number, most: number): Promise<number> => {
    const { tableName } = strapi.db.metadata.get(LOG_UID);
    const from = () => strapi.db.getConnection(tableName);
    const { toTime } = dialectOf(strapi.db.connection);
    const expired = ids.parse(
      await from()
        .select('id')
        .where('created_at', '<', toTime(time.getTime()))
        .andWhere('id', '<=', counted)
        .orderBy('created_at')
        .limit(most),
    );
    if (expired.length === 0) return 0;
    await from()
      .whereIn(
        'id',
        // in one order, so that no two instances hold what the other one waits for
        expired.map(({ id }) => id).sort((left, right) => left - right),
      )
      .delete();
    return expired.length;
  };

  const run = async (): Promise<number> => {
    const settings = getService(strapi, 'settings-in-force');
    await settings.upToDate();
    const time = new Date(Date.now() - settings.current().logs.retention_days * DAY_MS);
    const counted = await getService(strapi, 'analytics').rolledUpTo();
    const warn = (message: string) => strapi.log.warn(`[ai-tools] ${message}`);
    const { signal } = ending;
    const deleted = await deleteExpired({
      deleteSome: (most) => deleteSome(time, counted, most),
      warn,
      signal,
    });
    await deleteExpired({
      // their rows have what was in the fields that they wrote to
      deleteSome: (most) => getService(strapi, 'bulk-runs').deleteSome(time.getTime(), most),
      warn,
      signal,
    });
    return deleted;
  };

  const deleteNow = (): Promise<number> =>
    (running ??= run().finally(() => {
      running = null;
    }));

  return {
    /** Every night, at a minute of this instance's own between two and five o'clock. */
    start: (): void => {
      // the host runs jobs of plugins also where `server.cron.enabled` is not set, which is about the site's own
      strapi.cron.add({
        [JOB]: {
          task: async () => {
            await deleteNow().catch((error) => {
              strapi.log.warn(`[ai-tools] old log rows could not be deleted (${faultCode(error)})`);
            });
          },
          options: { rule: `${randomInt(60)} ${randomInt(60)} ${randomInt(2, 5)} * * *` },
        },
      });
    },

    /**
     * Deletes what is too old now; tells how many rows that were.
     *
     * @example
     * const rows = await strapi.plugin('ai-tools').service('log-retention').deleteNow();
     */
    deleteNow,

    /** Leaves the rest for another night. */
    close: async (): Promise<void> => {
      ending.abort();
      strapi.cron.remove(JOB);
      await running?.catch(() => {});
    },
  };
};
