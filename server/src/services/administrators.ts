import type { Core } from '@strapi/types';
import { z } from 'zod';
import type { Caller } from '../engine/run';

/** Somebody who works in the panel, with what the host lets them do. */
export interface Administrator {
  id: number;
  name: string;
  ability: Ability;
}

/** As much of the host's as is asked here. */
export interface Ability {
  can(action: string, subject?: unknown, field?: string): boolean;
}

const text = z.string().nullish();
const personSchema = z.object({
  id: z.coerce.number(),
  firstname: text,
  lastname: text,
  username: text,
  email: text,
});

const readPerson = (source: unknown): { id: number; name: string } => {
  const { id, firstname, lastname, username, email } = personSchema.parse(source);
  const name = [firstname, lastname].filter(Boolean).join(' ');
  return { id, name: name || username || email || String(id) };
};

export const toAdministrator = (user: unknown, ability: Ability): Administrator => ({
  ...readPerson(user),
  ability,
});

/** An administrator as they are now; null for somebody who is gone or blocked. */
export const findAdministrator = async (strapi: Core.Strapi, id: number): Promise<Administrator | null> => {
  const user = await strapi.db.query('admin::user').findOne({ where: { id }, populate: ['roles'] });
  if (!user || user.isActive !== true || user.blocked === true) return null;
  const ability: Ability = await strapi.service('admin::permission').engine.generateUserAbility(user);
  return toAdministrator(user, ability);
};

/** The present names of administrators, by their id. */
export const findNames = async (
  strapi: Core.Strapi,
  ids: readonly number[],
): Promise<Map<number, string>> => {
  const users: unknown[] = await strapi.db
    .query('admin::user')
    .findMany({ where: { id: { $in: [...new Set(ids)] } } });
  return new Map(users.map(readPerson).map(({ id, name }) => [id, name]));
};

export const toCaller = ({ id, name }: Administrator): Caller => ({
  type: 'admin',
  id: String(id),
  label: name,
  address: null,
});
