import Redis from 'ioredis';
import { onceAMinute } from './once-a-minute';

/** A Redis server that several instances of the site share. */
export interface SharedRedis {
  /** For everything but subscriptions. Fails within half a second while the server cannot be had. */
  commands: Redis;
  /** A connection that only listens, since one that has subscribed takes no other command. */
  subscriber: Redis;
  /** put before every key and channel, so that sites can share a server */
  prefix: string;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 2000;
const COMMAND_TIMEOUT_MS = 500;
const LONGEST_RECONNECT_MS = 1000;
/** A server that is gone says no goodbye, and waiting for it would keep the process alive. */
const DISCONNECT_TIMEOUT_MS = 100;

/**
 * Connects in the background and again whenever the connection is lost. Nothing waits for it: a command without a
 * connection fails at once, and whoever sent it does without.
 */
export const connectRedis = (
  { url, prefix }: { url: string; prefix: string },
  warn: (message: string) => void,
): SharedRedis => {
  const complain = onceAMinute((error: Error) =>
    warn(`Redis cannot be had, and the site does without for the moment: ${error.message}`),
  );
  const connect = (): Redis => {
    const connection = new Redis(url, {
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      // the channels subscribe again themselves; the library's own try, when it is not answered in time, is a rejection
      // that nobody can catch, and the end of the process
      autoResubscribe: false,
      retryStrategy: (attempt) => Math.min(attempt * 50, LONGEST_RECONNECT_MS),
    });
    connection.on('error', complain);
    return connection;
  };
  const commands = connect();
  const subscriber = connect();
  return {
    commands,
    subscriber,
    prefix,
    close: () => {
      commands.disconnect();
      subscriber.disconnect();
    },
  };
};
