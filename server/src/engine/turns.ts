import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Keeps long work from holding the event loop: call `rest` between any two of its steps. */
export const createTurns = (mostMs = 3) => {
  let startedAt = performance.now();
  return {
    rest: async (): Promise<void> => {
      if (performance.now() - startedAt < mostMs) return;
      await nextTurn();
      startedAt = performance.now();
    },
  };
};

export type Turns = ReturnType<typeof createTurns>;
