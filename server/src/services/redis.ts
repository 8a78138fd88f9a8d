import type { Core } from '@strapi/types';
import { connectRedis } from '../stores/redis';
import type { SharedRedis } from '../stores/redis';
import { createRedisChannels } from '../stores/redis-channels';
import type { RedisChannels } from '../stores/redis-channels';
import { getService } from './get-service';

export interface RedisService {
  /** null on a site without a Redis server */
  shared: SharedRedis | null;
  /** what the instances tell each other; null without a server */
  channels: RedisChannels | null;
  close(): void;
}

/** The Redis server of the configuration. */
export const createRedisService = ({ strapi }: { strapi: Core.Strapi }): RedisService => {
  const { redis } = getService(strapi, 'settings');
  const shared = redis && connectRedis(redis, (message) => strapi.log.warn(`[ai-tools] ${message}`));
  return { shared, channels: shared && createRedisChannels(shared), close: () => shared?.close() };
};
