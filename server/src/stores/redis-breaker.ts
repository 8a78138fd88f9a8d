import { setTimeout as pause } from 'node:timers/promises';
import type { SharedRedis } from './redis';

/** Does something with Redis; resolves to null, and never rejects, when it cannot be had. */
export type TryRedis = <Result>(work: () => Promise<Result>) => Promise<Result | null>;

const TRY_AGAIN_MS = 1000;

/**
 * After a failure Redis is left alone until it answers again, which is tried beside the runs and not by one of them: a
 * server that hangs costs the runs of one moment half a second, and the next ones nothing.
 */
export const createRedisBreaker = ({ commands }: SharedRedis): TryRedis => {
  let isDown = false;

  const waitForRecovery = async (): Promise<void> => {
    while (commands.status !== 'end') {
      await pause(TRY_AGAIN_MS, undefined, { ref: false });
      try {
        await commands.ping();
        isDown = false;
        return;
      } catch {
        // not yet
      }
    }
  };

  return async (work) => {
    if (isDown) return null;
    try {
      return await work();
    } catch {
      if (!isDown) {
        isDown = true;
        void waitForRecovery();
      }
      return null;
    }
  };
};
