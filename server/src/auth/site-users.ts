import type { Core } from '@strapi/types';
import { z } from 'zod';

const USER_UID = 'plugin::users-permissions.user';

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

/** What the host makes hashes with where the site says nothing else. */
const DEFAULT_ROUNDS = 10;

const attributes = z.object({
  password: z.object({ encryption: z.object({ rounds: z.coerce.number().int().min(4).max(31) }) }),
});

/** Users of Users & Permissions, read the way its own sign-in and its own strategy read them. */
export const createSiteUsers = ({ strapi }: { strapi: Core.Strapi }) => {
  const users = () => strapi.db.query(USER_UID);

  const needsConfirmation = async (): Promise<boolean> => {
    const advanced = await strapi
      .store({ type: 'plugin', name: 'users-permissions' })
      .get({ key: 'advanced' });
    return Boolean(Object(advanced).email_confirmation);
  };

  const mayEnter = async (user: SiteUser): Promise<boolean> =>
    !user.blocked && (user.confirmed || !(await needsConfirmation()));

  return {
    isAvailable: (): boolean => strapi.plugin('users-permissions') !== undefined,

    /** What the site makes the hashes of its passwords with, as a power of two. */
    hashRounds: (): number => {
      const reading = attributes.safeParse(strapi.contentTypes[USER_UID]?.attributes);
      return reading.success ? reading.data.password.encryption.rounds : DEFAULT_ROUNDS;
    },

    /**
     * By user name or e-mail address, among those who may enter with a password. The others are left out by the
     * database: to the last query, nothing is done for them that is not done for a user who does not exist.
     */
    findByName: async (name: string): Promise<Pick<SiteUser, 'id' | 'password'> | null> => {
      const conditions = [
        { $or: [{ email: name.toLowerCase() }, { username: name }] },
        { $or: [{ blocked: false }, { blocked: { $null: true } }] },
        ...((await needsConfirmation()) ? [{ confirmed: true }] : []),
      ];
      return users().findOne({
        select: ['id', 'password'],
        where: { provider: 'local', role: { id: { $notNull: true } }, $and: conditions },
      });
    },

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
