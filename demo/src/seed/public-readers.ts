import type { Core } from '@strapi/strapi';

const ACTIONS = ['api::article.article.find', 'api::article.article.findOne'];

/** Lets everybody read what is published, as the visitors of a site do. */
export const seedPublicReaders = async (strapi: Core.Strapi): Promise<void> => {
  const { id: role } = await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } });
  const permissions = strapi.db.query('plugin::users-permissions.permission');
  for (const action of ACTIONS) {
    const permission = { action, role };
    if (!(await permissions.findOne({ where: permission }))) await permissions.create({ data: permission });
  }
};
