import { z } from 'zod';
import { readJson } from './answer-json';
import type { SharedRedis } from './redis';
import type { RedisChannels } from './redis-channels';

/** What the other instances have to forget. */
const changeSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('tools') }),
  z.object({ what: z.literal('providers') }),
  z.object({ what: z.literal('settings') }),
  /** the kept results of one tool, null for those of all */
  z.object({ what: z.literal('results'), slug: z.string().nullable() }),
]);

export type Change = z.output<typeof changeSchema>;

export interface ChangeNotices {
  /** Resolves to whether the notice is on its way; without it, the others find out by themselves within seconds. */
  send(change: Change): Promise<boolean>;
}

/**
 * Tells the other instances what has changed, and hears it from them. `onGap` is told when notices may have been missed.
 */
export const createChangeNotices = (
  { commands, prefix }: SharedRedis,
  channels: RedisChannels,
  { onChange, onGap }: { onChange(change: Change): void; onGap(): void },
): ChangeNotices => {
  const CHANNEL = 'changes';
  channels.listen(
    CHANNEL,
    (message) => {
      const change = readJson(changeSchema, message);
      // a release with notices that this one does not know: better to forget too much
      if (change) onChange(change);
      else onGap();
    },
    onGap,
  );
  return {
    send: async (change) => {
      try {
        await commands.publish(`${prefix}${CHANNEL}`, JSON.stringify(change));
        return true;
      } catch {
        return false;
      }
    },
  };
};
