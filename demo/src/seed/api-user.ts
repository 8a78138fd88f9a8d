import type { Core } from '@strapi/strapi';
import type { Logins } from '../../config/logins';

const ROLE_UID = 'plugin::users-permissions.role';
const PERMISSION_UID = 'plugin::users-permissions.permission';
const USER_UID = 'plugin::users-permissions.user';

const ROLE = {
  name: 'AI tools caller',
  description: 'May list and run the AI tools, and nothing else.',
  type: 'ai-tools-caller',
};

const ACTIONS = [
  'plugin::ai-tools.execute.run',
  'plugin::ai-tools.tools.find',
  'plugin::ai-tools.tools.findOne',
];

const seedRole = async (strapi: Core.Strapi): Promise<number> => {
  const roles = strapi.db.query(ROLE_UID);
  const { id: role } =
    (await roles.findOne({ where: { type: ROLE.type } })) ?? (await roles.create({ data: ROLE }));
  const permissions = strapi.db.query(PERMISSION_UID);
  for (const action of ACTIONS) {
    const permission = { action, role };
    if (!(await permissions.findOne({ where: permission }))) await permissions.create({ data: permission });
  }
  return role;
};

/** The user of the REST calls. Only its role lets it run tools; the public and other users may not. */
export const seedApiUser = async (strapi: Core.Strapi, login: Logins['apiUser']): Promise<void> => {
  const role = await seedRole(strapi);
  const users = strapi.plugin('users-permissions').service('user');
  const data = { ...login, provider: 'local', confirmed: true, blocked: false, role };
  const user = await strapi.db.query(USER_UID).findOne({ where: { username: login.username } });
  await (user ? users.edit(user.id, data) : users.add(data));
};
