import type { SharedRedis } from './redis';

export interface RedisChannels {
  /** `listen` gets each message; `onGap` is told whenever messages may have been missed, and once at the beginning. */
  listen(channel: string, listen: (message: string) => void, onGap?: () => void): void;
}

/** Listens on channels of the server, again after every new connection: what was said in between is lost. */
export const createRedisChannels = ({ subscriber, prefix }: SharedRedis): RedisChannels => {
  const listeners = new Map<string, { listen(message: string): void; onGap?(): void }>();

  const subscribe = async (names: readonly string[]): Promise<void> => {
    if (names.length === 0) return;
    try {
      await subscriber.subscribe(...names);
      for (const name of names) listeners.get(name)?.onGap?.();
    } catch {
      // deaf on a connection that looks alive would be worst: start anew, and come back here when it is ready
      if (subscriber.status === 'ready') subscriber.disconnect(true);
    }
  };

  subscriber.on('ready', () => void subscribe([...listeners.keys()]));
  subscriber.on('message', (name: string, message: string) => listeners.get(name)?.listen(message));

  return {
    listen: (channel, listen, onGap) => {
      const name = `${prefix}${channel}`;
      listeners.set(name, { listen, onGap });
      if (subscriber.status === 'ready') void subscribe([name]);
    },
  };
};
