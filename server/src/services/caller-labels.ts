import type { Core, UID } from '@strapi/types';

/** Where the host keeps each kind of caller, and by which names people know one; the first that is there is taken. */
const KINDS: Record<string, { uid: UID.Schema; names: readonly string[] }> = {
  user: { uid: 'plugin::users-permissions.user', names: ['username', 'email'] },
  admin: { uid: 'admin::user', names: ['username', 'email'] },
  'api-token': { uid: 'admin::api-token', names: ['name'] },
};

/**
 * The present names of callers such as `user:5`, asked of the host: the analytics keep none, so that who is deleted is
 * forgotten.
 */
export const findCallerLabels = async (
  strapi: Core.Strapi,
  keys: readonly (string | null)[],
): Promise<Map<string | null, string>> => {
  const labels = new Map<string | null, string>();
  for (const [type, { uid, names }] of Object.entries(KINDS)) {
    const ids = keys.flatMap((key) => {
      const [kind, id = ''] = key?.split(':') ?? [];
      // a site's own code may call itself anything
      return kind === type && /^\d+$/.test(id) ? [id] : [];
    });
    if (ids.length === 0 || !strapi.db.metadata.has(uid)) continue;
    const rows: Record<string, unknown>[] = await strapi.db
      .query(uid)
      .findMany({ where: { id: { $in: ids } }, select: ['id', ...names] });
    for (const row of rows) {
      const label = names.map((name) => row[name]).find((name) => typeof name === 'string' && name !== '');
      if (typeof label === 'string') labels.set(`${type}:${String(row.id)}`, label);
    }
  }
  return labels;
};
