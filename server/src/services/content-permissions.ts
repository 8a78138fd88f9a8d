import type { Core } from '@strapi/types';
import type { Ability } from './administrators';

/** As much of the host's permission checker as is used here. */
export interface ContentPermissions {
  can: { read(entry?: unknown, field?: string): boolean; update(entry?: unknown, field?: string): boolean };
  sanitizedQuery: { read(query: object): Promise<object>; update(query: object): Promise<object> };
  /** whether it depends on the entry */
  requiresEntity: { read(): boolean };
}

/** Asks the host what an administrator may do with entries of a type: the very same checker as its Content Manager. */
export const contentPermissions = (strapi: Core.Strapi, ability: Ability, uid: string): ContentPermissions =>
  strapi.plugin('content-manager').service('permission-checker').create({ userAbility: ability, model: uid });
