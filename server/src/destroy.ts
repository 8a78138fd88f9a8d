import type { Core } from '@strapi/types';
import { getService } from './services/get-service';

export const destroy = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  // while its calls can still be ended, and what they have brought can be written
  await getService(strapi, 'bulk-runs').close();
  getService(strapi, 'transport').close();
  getService(strapi, 'limits').close();
  // while there is a database
  await getService(strapi, 'log-retention').close();
  await getService(strapi, 'analytics').close();
  await getService(strapi, 'budgets').close();
  await getService(strapi, 'logs').close();
  getService(strapi, 'redis').close();
};
