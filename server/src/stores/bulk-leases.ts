import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { ACTIVE_STATES } from '../engine/bulk-transitions';
import { createBulkTables } from './bulk-rows';
import type { Connection } from './bulk-rows';

/** How long a process may be silent before another takes its runs over. */
const DEAD_AFTER_MS = 15_000;
const MOST_CANDIDATES = 20;

const candidate = z.object({
  id: z.coerce.number(),
  lease_owner: z.string().nullable(),
  lease_beat: z.coerce.number(),
});

interface Seen {
  owner: string;
  beat: number;
  at: number;
}

export interface LeaseOptions {
  connection: Connection;
  schema: string | undefined;
  /** unique to this process */
  owner: string;
  /** milliseconds of a clock that only goes forward */
  now?: () => number;
  deadAfterMs?: number;
}

/**
 * Who works on which run. The owner raises a number as long as it lives; others take over when they have seen the same
 * one for long enough by their own clock, so that nobody's clock has to be right.
 */
export const createBulkLeases = (options: LeaseOptions) => {
  const { connection, owner, now = () => performance.now(), deadAfterMs = DEAD_AFTER_MS } = options;
  const tables = createBulkTables(options.schema);
  const runs = () => tables.runs(connection);
  const seen = new Map<number, Seen>();

  const isDead = ({ id, lease_owner, lease_beat }: z.output<typeof candidate>): boolean => {
    // its own, which it could not give back
    if (lease_owner === null || lease_owner === owner) return true;
    const known = seen.get(id);
    if (known?.owner === lease_owner && known.beat === lease_beat) return now() - known.at >= deadAfterMs;
    seen.set(id, { owner: lease_owner, beat: lease_beat, at: now() });
    return false;
  };

  const take = async ({ id, lease_owner, lease_beat }: z.output<typeof candidate>): Promise<boolean> => {
    const taken: number = await runs()
      .where({ id, lease_owner, lease_beat })
      .whereIn('state', [...ACTIVE_STATES])
      .update({ lease_owner: owner, lease_beat: lease_beat + 1 });
    return taken > 0;
  };

  return {
    /**
     * Takes at most so many runs that nobody works on and that need not wait, oldest first; `busy` are those that this
     * process works on.
     */
    takeFree: async (most: number, busy: readonly number[]): Promise<number[]> => {
      if (most <= 0) return [];
      const rows: unknown[] = await runs()
        .select('id', 'lease_owner', 'lease_beat')
        .whereIn('state', [...ACTIVE_STATES])
        .whereNotIn('id', [...busy])
        .where((isDue) => {
          void isDue.whereNull('waits_until').orWhere('waits_until', '<=', Date.now());
        })
        .orderBy('id')
        .limit(MOST_CANDIDATES);
      const candidates = rows.map((row) => candidate.parse(row));
      for (const id of seen.keys()) if (!candidates.some((one) => one.id === id)) seen.delete(id);
      const taken: number[] = [];
      for (const one of candidates) {
        if (taken.length === most) break;
        if (isDead(one) && (await take(one))) taken.push(one.id);
      }
      return taken;
    },

    /** Tells whether the run is still this process's, and still to be worked on. */
    beat: async (id: number): Promise<boolean> => {
      const beaten: number = await runs()
        .where({ id, lease_owner: owner })
        .whereIn('state', [...ACTIVE_STATES])
        .increment('lease_beat', 1);
      return beaten > 0;
    },

    release: async (id: number): Promise<void> => {
      await runs().where({ id, lease_owner: owner }).update({ lease_owner: null });
    },
  };
};
export type BulkLeases = ReturnType<typeof createBulkLeases>;
