import { once } from 'node:events';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { SharedRedis } from './redis';
import { NO_POINTS_ARE_TOO_MANY } from './run-counter';

export interface RedisLimiter {
  open(): Promise<RateLimiterAbstract>;
  close(): void;
}

/**
 * A limiter in Redis. On a connection of its own, without the deadline of the shared one: that also ends a command
 * when this process was too busy to read the answer, and a run that is counted and then counted elsewhere is a run
 * too many.
 */
export const connectRedisLimiter = (
  { commands, prefix }: SharedRedis,
  windowSeconds: number,
): RedisLimiter => {
  const connection = commands.duplicate({ commandTimeout: undefined });
  // the shared connection complains about the same server
  connection.on('error', () => {});
  const limiter = new RateLimiterRedis({
    storeClient: connection,
    keyPrefix: `${prefix}limits`,
    points: NO_POINTS_ARE_TOO_MANY,
    duration: windowSeconds,
  });
  return {
    open: async () => {
      if (connection.status !== 'ready') await once(connection, 'ready');
      return limiter;
    },
    close: () => connection.disconnect(),
  };
};
