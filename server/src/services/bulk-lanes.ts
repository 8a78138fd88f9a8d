import { setTimeout as pause } from 'node:timers/promises';

/** Waits, unless the signal aborts first. */
export const waitUnlessAborted = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  // an abort ends the pause
  await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {});
};

/** Hands out what `load` finds, one after the other, to several who ask at once; null when there is nothing left. */
export const createQueue = <Item>(
  load: (last: Item | null) => Promise<Item[]>,
): (() => Promise<Item | null>) => {
  const waiting: Item[] = [];
  let last: Item | null = null;
  let loading: Promise<void> | null = null;

  const fill = async (): Promise<void> => {
    const found = await load(last);
    last = found.at(-1) ?? last;
    waiting.push(...found);
  };

  return async () => {
    if (waiting.length === 0) {
      await (loading ??= fill().finally(() => {
        loading = null;
      }));
    }
    return waiting.shift() ?? null;
  };
};
