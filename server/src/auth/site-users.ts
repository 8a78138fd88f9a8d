import type { Core } from '@strapi/types';

export const USER_UID = 'plugin::users-permissions.user';

/** The fields read here of a user of Users & Permissions. */
export interface SiteUser {
  id: number;
  username: string;
  /** null for users who sign in with a third party */
  password: string | null;
  blocked: boolean;
  confirmed: boolean;
  role: { id: number } | null;
}

export interface AuthorisedUser {
  user: SiteUser;
  ability: unknown;
}

/** Users of Users & Permissions, read the way its own sign-in and its own strategy read them. */
export const createSiteUsers = ({ strapi }: { strapi: Core.Strapi }) => {
  const users = () => strapi.db.query(USER_UID);

  const mayEnter = async (user: SiteUser): Promise<boolean> => {
    if (user.blocked) return false;
    const advanced = await strapi
      .store({ type: 'plugin', name: 'users-permissions' })
      .get({ key: 'advanced' });
    const needsConfirmation =
      typeof advanced === 'object' &&
      advanced !== null &&
      'email_confirmation' in advanced &&
      advanced.email_confirmation;
    return !needsConfirmation || user.confirmed;
  };

  return {
    isAvailable: (): boolean => strapi.plugin('users-permissions') !== undefined,

    /** By user name or e-mail address, among those who sign in with a password. */
    findByName: (name: string): Promise<SiteUser | null> =>
      users().findOne({
        where: { provider: 'local', $or: [{ email: name.toLowerCase() }, { username: name }] },
        populate: ['role'],
      }),

    findById: (id: number): Promise<SiteUser | null> =>
      users().findOne({ where: { id }, populate: ['role'] }),

    /** What the user may do; null when the user is blocked, not confirmed, or without a role. */
    authorise: async (user: SiteUser): Promise<AuthorisedUser | null> => {
      if (user.role === null || !(await mayEnter(user))) return null;
      const permissions = strapi.plugin('users-permissions').service('permission');
      const granted: unknown[] = await permissions.findRolePermissions(user.role.id);
      const ability = await strapi.contentAPI.permissions.engine.generateAbility(
        granted.map(permissions.toContentAPIPermission),
      );
      return { user, ability };
    },
  };
};
