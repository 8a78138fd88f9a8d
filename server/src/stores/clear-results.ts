import type { SharedRedis } from './redis';

/** Keys that are looked at in one go: what the server does in between is not held up. */
const SLICE = 500;

const escapeGlob = (text: string): string => text.replace(/[\\*?[\]]/g, '\\$&');

const unlinkBelow = async (
  { commands, prefix }: SharedRedis,
  kind: string,
  slug: string | null,
): Promise<void> => {
  const pattern = `${escapeGlob(prefix)}${kind}:${slug === null ? '' : `${slug}:`}*`;
  let cursor = '0';
  do {
    const [next, keys] = await commands.scan(cursor, 'MATCH', pattern, 'COUNT', SLICE);
    if (keys.length > 0) await commands.unlink(...keys);
    cursor = next;
  } while (cursor !== '0');
};

/**
 * Drops what all instances keep of a tool, null for all of them. The locks go first: what is under way cannot be stored without its own. Rejects
 * when Redis cannot be had.
 */
export const clearSharedResults = async (redis: SharedRedis, slug: string | null): Promise<void> => {
  await unlinkBelow(redis, 'flight', slug);
  await unlinkBelow(redis, 'result', slug);
};
