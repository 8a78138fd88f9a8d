import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { withoutNeighbours } from '../engine/neighbours';
import { createReuse } from '../engine/reuse';
import { clearSharedResults } from '../stores/clear-results';
import { createResultMemory } from '../stores/result-memory';
import { createRedisNeighbours } from '../stores/shared-flights-redis';
import { getService } from './get-service';

/** How often clearing is tried again while Redis cannot be had. */
const TRY_AGAIN_MS = 1000;

/** What is kept of the tools that have a cache duration. */
export const createResultsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { max_bytes } = getService(strapi, 'settings-in-force').current().cache;
  const { shared, channels } = getService(strapi, 'redis');
  const memory = createResultMemory(max_bytes, () => performance.now());
  const neighbours = shared && channels ? createRedisNeighbours(shared, channels) : withoutNeighbours;
  const flights = createReuse({ memory, neighbours });

  /** The slug's results are dropped in this process; those that are under way will not be kept. */
  const forget = (slug: string | null): number => {
    flights.forget(slug);
    return memory.forget(slug);
  };

  const clearElsewhere = async (slug: string | null): Promise<boolean> => {
    try {
      if (shared) await clearSharedResults(shared, slug);
    } catch {
      return false;
    }
    // only now: what was read before may have been kept again
    return getService(strapi, 'changes').announce({ what: 'results', slug });
  };

  const waiting = new Set<string | null>();
  const clearElsewhereLater = async (slug: string | null): Promise<void> => {
    if (waiting.has(slug)) return;
    waiting.add(slug);
    do await pause(TRY_AGAIN_MS, undefined, { ref: false });
    while (shared?.commands.status !== 'end' && !(await clearElsewhere(slug)));
    waiting.delete(slug);
  };

  return {
    reuse: flights.reuse,
    forget,
    kept: memory.size,
    resize: memory.resize,

    /**
     * Drops what is kept of a tool, null for all of them, on all instances. Says how many results that were in this process, and whether the
     * other instances are through as well; when Redis cannot be had, they follow when it is back.
     *
     * @example
     * const { dropped } = await strapi.plugin('ai-tools').service('results').clear('content-summarizer');
     */
    clear: async (slug: string | null): Promise<{ dropped: number; everywhere: boolean }> => {
      const dropped = forget(slug);
      const everywhere = await clearElsewhere(slug);
      if (!everywhere) void clearElsewhereLater(slug);
      return { dropped, everywhere };
    },
  };
};
