import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchSite } from './bench-site';
import { ask, unpin } from './child';
import type { Meter } from './measure';
import { distinctHits, distinctPrompts, pluginPath } from './targets';

const delay = z.object({ milliseconds: z.number() });
const WRONG_PASSWORDS = 16;

export interface PasswordsResult {
  /** the longest time in which nothing else could run, in milliseconds: during the checks, and before, with no load */
  longestDelay: number;
  quietDelay: number;
  statuses: string;
}

/** Sixteen wrong passwords at once: what they keep from running. On all cores, since the checks run beside the event loop. */
export const runPasswords = async (site: BenchSite): Promise<PasswordsResult> => {
  unpin(site.child);
  const watch = async (work: () => Promise<unknown>) => {
    await ask(site.child, { question: 'watchEventLoop' }, z.object({}));
    await work();
    return (await ask(site.child, { question: 'longestDelay' }, delay)).milliseconds;
  };
  const statuses: number[] = [];
  const signIn = async (index: number) => {
    const authorization = `Basic ${Buffer.from(`stranger-${index}:wrong`).toString('base64')}`;
    const response = await fetch(`http://127.0.0.1:${site.port}${pluginPath('instant')}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    });
    await response.text();
    statuses.push(response.status);
  };
  await pause(500);
  const quietDelay = await watch(() => pause(1000));
  const longestDelay = await watch(() =>
    Promise.all(Array.from({ length: WRONG_PASSWORDS }, (_, index) => signIn(index))),
  );
  return { longestDelay, quietDelay, statuses: [...new Set(statuses)].join(', ') };
};

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
