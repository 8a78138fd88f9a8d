import { setTimeout as pause } from 'node:timers/promises';
import { between, shuffled } from './random';
import type { Random } from './random';

/** What is made to fail. */
export const TARGETS = ['provider', 'database', 'redis'] as const;
export type FaultTarget = (typeof TARGETS)[number];

/** One thing that can go wrong, and is put right again. */
export interface Fault {
  what: string;
  begin(): unknown;
  end(): unknown;
}

/** A fault that was there, and when, in milliseconds since 1970. */
export interface FaultWindow {
  target: FaultTarget;
  what: string;
  from: number;
  /** null while it is there */
  to: number | null;
}

/** How long a target is well, and how long it is not, in seconds. */
export interface FaultPace {
  well: readonly [number, number];
  unwell: readonly [number, number];
}

/**
 * Faults of one target, in random order and of random length, none twice before each was there once. Resolves when the
 * time is up, with the target well again, and not before each was there: those that a slow machine has had no time for
 * follow each other then, as short as they may be.
 */
export const injectFaults = async (
  target: FaultTarget,
  faults: readonly Fault[],
  options: {
    random: Random;
    pace: FaultPace;
    seconds: number;
    signal: AbortSignal;
    windows: FaultWindow[];
  },
): Promise<void> => {
  const { random, pace, seconds, signal, windows } = options;
  const endsAt = Date.now() + seconds * 1000;
  const wait = (range: readonly [number, number]) => {
    const asked = between(random, ...range) * 1000;
    return pause(Math.max(0, Math.min(asked, endsAt - Date.now())), undefined, { signal });
  };
  for (let isFirstRound = true; faults.length > 0; isFirstRound = false) {
    for (const { what, begin, end } of shuffled(random, faults)) {
      await wait(pace.well);
      if (Date.now() >= endsAt && !isFirstRound) return;
      const window: FaultWindow = { target, what, from: Date.now(), to: null };
      windows.push(window);
      try {
        await begin();
        await wait(pace.unwell);
        const shortest = window.from + pace.unwell[0] * 1000 - Date.now();
        if (isFirstRound && shortest > 0) await pause(shortest, undefined, { signal });
      } finally {
        await end();
        window.to = Date.now();
      }
    }
  }
};

/** Whether a fault of a target was there between two moments, or had ended less than `aftermathMs` before. */
export const wasUnwell = (
  windows: readonly FaultWindow[],
  target: FaultTarget,
  { startedAt, endedAt }: { startedAt: number; endedAt: number },
  aftermathMs: number,
  what?: (name: string) => boolean,
): boolean =>
  windows.some(
    (window) =>
      window.target === target &&
      window.from <= endedAt &&
      (window.to === null || window.to + aftermathMs >= startedAt) &&
      (what === undefined || what(window.what)),
  );
