import type { Core } from '@strapi/types';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Awaitable } from '../engine/awaitable';
import type { CompiledTool } from '../engine/compile-tool';
import { limitsOf } from '../engine/limits-of';
import type { Limit } from '../engine/limits-of';
import type { Admission, Quota } from '../engine/quota';
import type { Caller } from '../engine/run';
import { clearExpiredCounts, openDatabaseLimiter } from '../stores/database-limiter';
import { createFallibleLimiter } from '../stores/fallible-limiter';
import { onceAMinute } from '../stores/once-a-minute';
import { admitRun, lookAtLimits } from '../stores/rate-limits';
import { connectRedisLimiter } from '../stores/redis-limiter';
import type { RedisLimiter } from '../stores/redis-limiter';
import { NO_POINTS_ARE_TOO_MANY, createRunCounter } from '../stores/run-counter';
import type { RunCounter } from '../stores/run-counter';
import { getService } from './get-service';

const WINDOW_SECONDS = 3600;
/**
 * The database's includes the time in which all of its connections are busy with the site's own queries: a site in a
 * rush is no broken store.
 */
const DEADLINE_MS = { memory: 1000, redis: 1000, database: 10_000 };
const CLEAR_EVERY_MS = 300_000;

const WITHOUT_LIMITS: Admission = { quotas: [], refusedBy: null };

const createMemoryLimiter = () =>
  new RateLimiterMemory({ points: NO_POINTS_ARE_TOO_MANY, duration: WINDOW_SECONDS });

/** Holds tools to their runs per hour, over all instances of the site that share the store. */
export const createLimitsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { store, on_failure } = getService(strapi, 'settings').limits;
  const insurance = on_failure === 'allow' && store !== 'memory' ? createMemoryLimiter() : null;
  let redis: RedisLimiter | null = null;
  let clearing: NodeJS.Timeout | null = null;

  const onFailure = onceAMinute((error: unknown) => {
    const meanwhile = insurance ? 'are counted by each instance for itself' : 'are refused';
    strapi.log.warn(
      `[ai-tools] limits.store (${store}) cannot be had, and runs of tools with a limit ${meanwhile}: ` +
        (error instanceof Error ? error.message : String(error)),
    );
  });

  const clearExpired = (): void => {
    // what is left is cleared the next time
    clearExpiredCounts(strapi.db).catch(() => {});
  };

  const inMemory = createMemoryLimiter();
  const open = async (): Promise<RateLimiterAbstract> => {
    switch (store) {
      case 'memory':
        return inMemory;
      case 'redis': {
        const { shared } = getService(strapi, 'redis');
        if (!shared) throw new Error('redis.url is not set');
        redis ??= connectRedisLimiter(shared, WINDOW_SECONDS);
        return redis.open();
      }
      case 'database': {
        const limiter = await openDatabaseLimiter(strapi.db, WINDOW_SECONDS);
        clearing ??= setInterval(clearExpired, CLEAR_EVERY_MS).unref();
        return limiter;
      }
    }
  };
  const createCounter = (openLimiter: () => Promise<RateLimiterAbstract>): RunCounter =>
    createRunCounter({
      store: createFallibleLimiter({ open: openLimiter, deadlineMs: DEADLINE_MS[store], onFailure }),
      insurance,
    });
  const counter = createCounter(open);

  /**
   * SQLite has one connection. Inside a transaction of the site, that is the transaction's, and waiting for another
   * would be waiting for oneself.
   */
  const findCounter = async (): Promise<RunCounter> => {
    if (store !== 'database' || strapi.db.dialect.client !== 'sqlite' || !strapi.db.inTransaction()) {
      return counter;
    }
    const transaction = (await strapi.db.transaction()).get();
    return createCounter(() => openDatabaseLimiter(strapi.db, WINDOW_SECONDS, transaction));
  };

  const admit = async (limits: Limit[]): Promise<Admission> =>
    admitRun(limits, await findCounter(), WINDOW_SECONDS);

  return {
    /** Counts a run against the limits of its tool, and says whether it may go on. */
    admit: (tool: CompiledTool, caller: Caller): Awaitable<Admission> => {
      const limits = limitsOf(tool, caller);
      return limits.length === 0 ? WITHOUT_LIMITS : admit(limits);
    },

    /** What a caller has left of a tool, for answers to calls that were not counted. Never throws. */
    look: async (slug: string, caller: Caller): Promise<Quota[]> => {
      // a tool that cannot be had has no limits to tell of
      const tool = await Promise.resolve(getService(strapi, 'tools').find(slug)).catch(() => null);
      const limits = tool?.definition.enabled ? limitsOf(tool, caller) : [];
      return limits.length === 0 ? [] : lookAtLimits(limits, await findCounter(), WINDOW_SECONDS);
    },

    close: (): void => {
      if (clearing) clearInterval(clearing);
      redis?.close();
    },
  };
};
