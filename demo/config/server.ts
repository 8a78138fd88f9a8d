import type { Core } from '@strapi/strapi';
import cronTasks from './cron-tasks';

const server = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
  app: { keys: env.array('APP_KEYS') },
  cron: { enabled: true, tasks: cronTasks },
  logger: { updates: { enabled: false } },
});

export default server;
