import type { Core } from '@strapi/types';
import { z } from 'zod';
import { PLUGIN_ID } from '../../../contracts/plugin-id';

/** As the host keeps it, by name alone or with more that is none of ours. */
const kept = z.union([z.string(), z.looseObject({ name: z.string() })]);
const keptTables = z.array(kept).nullable();

/** The tables that the host makes for the plugin. */
const tablesOf = (strapi: Core.Strapi): string[] =>
  [...strapi.db.metadata.values()]
    .filter(({ uid }) => uid.startsWith(`plugin::${PLUGIN_ID}.`))
    .map(({ tableName }) => tableName);

/**
 * The host drops the tables of a plugin as soon as the site starts without it, be it removed, switched off or not
 * built. It spares the tables on a list of its own, which it reads at every start: ours join the list. Resolves to
 * whether all of them were on it already.
 */
export const keepTables = async (strapi: Core.Strapi): Promise<boolean> => {
  const list = strapi.store({ type: 'core', key: 'persisted_tables' });
  const before = keptTables.parse((await list.get()) ?? null) ?? [];
  const names = before.map((table) => (typeof table === 'string' ? table : table.name));
  const missing = tablesOf(strapi).filter((name) => !names.includes(name));
  if (missing.length === 0) return true;
  await list.set({ value: [...before, ...missing.map((name) => ({ name }))] });
  return false;
};
