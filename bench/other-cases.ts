import { z } from 'zod';
import type { BenchSite } from './bench-site';
import { ask } from './child';
import type { Meter } from './measure';
import { distinctHits, distinctPrompts } from './targets';

const memory = z.object({ rssMib: z.number(), usedMib: z.number() });

type Memory = z.output<typeof memory> & { results: number };

export interface MemoryResult {
  few: Memory;
  many: Memory;
}

/** Of two sites that did the same. */
export interface LogMemoryResult {
  on: Memory;
  off: Memory;
}

const LOGGED_RUNS = 10_000;

/** What a fresh site holds after so many runs, when their rows are written. */
export const runLogMemory = async (site: BenchSite, meter: Meter): Promise<Memory> => {
  await meter.measure('log memory', distinctPrompts(site), { concurrency: 16, requests: LOGGED_RUNS });
  return { results: LOGGED_RUNS, ...(await ask(site.child, { question: 'memory' }, memory)) };
};

/** `results` different ones through a cache of 16 MB, compared with a tenth of them; after garbage collection. */
export const runMemory = async (site: BenchSite, meter: Meter, results: number): Promise<MemoryResult> => {
  const target = distinctHits(site);
  const fillTo = async (total: number, requests: number) => {
    await meter.measure('memory', target, { concurrency: 16, requests });
    return { results: total, ...(await ask(site.child, { question: 'memory' }, memory)) };
  };
  const tenth = Math.round(results / 10);
  const few = await fillTo(tenth, tenth);
  const many = await fillTo(results, results - tenth);
  return { few, many };
};
