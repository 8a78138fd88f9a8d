import type { Core } from '@strapi/strapi';
import type { Logins } from '../../config/logins';

export const seedAdministrator = async (
  strapi: Core.Strapi,
  { email, password }: Logins['administrator'],
): Promise<void> => {
  const users = strapi.service('admin::user');
  const administrator = await strapi.db.query('admin::user').findOne({ where: { email } });
  if (!administrator) {
    const role = await strapi.service('admin::role').getSuperAdmin();
    await users.create({ firstname: 'Demo', email, password, isActive: true, roles: [role.id] });
    return;
  }
  const isSame = await strapi.service('admin::auth').validatePassword(password, administrator.password);
  // only when it differs: a new password ends every open session
  if (!isSame) await users.updateById(administrator.id, { password });
};
