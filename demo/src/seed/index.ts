import type { Core } from '@strapi/strapi';
import type { Logins } from '../../config/logins';
import { seedAdministrator } from './administrator';
import { seedApiUser } from './api-user';
import { seedArticles } from './articles';
import { seedPublicReaders } from './public-readers';

/** Makes what the demo needs, and mends what was changed since, so that the logins on the screen always work. */
export const seed = async (strapi: Core.Strapi): Promise<void> => {
  const logins = strapi.config.get<Logins>('logins');
  await seedAdministrator(strapi, logins.administrator);
  await seedApiUser(strapi, logins.apiUser);
  await seedPublicReaders(strapi);
  await seedArticles(strapi);
};
