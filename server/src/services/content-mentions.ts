import type { Core, UID } from '@strapi/types';
import type { FindToolDependents } from '../../../contracts/tool-admin';
import { TEXT_FIELDS } from '../../../contracts/content-values';
import { mentionsIn, wordsOfMentions } from '../content/find-mentions';
import type { Mention, MentionRules } from '../content/find-mentions';
import { findInNewestRows } from '../stores/newest-rows';
import type { Ability } from './administrators';
import { contentPermissions } from './content-permissions';
import { getService } from './get-service';

type Found = NonNullable<FindToolDependents.Response['data']['content']>;

/** Rows of each type: an entry has one for its draft, one for what is published, and as many for each language. */
const NEWEST = 2000;
const MOST_ROWS = 100;
const MOST_FOUND = 50;

interface Field {
  name: string;
  type: string;
  column: string;
}

const parse = (value: unknown, { type }: Field): unknown => {
  if (type !== 'blocks' || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // no blocks, and so none that name a tool
    return null;
  }
};

/** Where the site's content uses a tool. */
export const createContentMentionsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const isContentType = (uid: string): uid is UID.ContentType => Object.hasOwn(strapi.contentTypes, uid);

  /** The text fields of the type itself: components have tables of their own. */
  const fieldsOf = (uid: UID.ContentType): Field[] => {
    const kinds: readonly string[] = TEXT_FIELDS;
    const { attributes } = strapi.contentType(uid);
    return Object.entries(strapi.db.metadata.get(uid).columnToAttribute).flatMap(([column, name]) => {
      const type = attributes[name]?.type;
      return type && kinds.includes(type) && name !== 'documentId' && name !== 'locale'
        ? [{ name, type, column }]
        : [];
    });
  };

  const findIn = async (uid: UID.ContentType, rules: MentionRules, ability: Ability): Promise<Found> => {
    const { can, sanitizedQuery } = contentPermissions(strapi, ability, uid);
    if (!can.read()) return [];
    const fields = fieldsOf(uid).filter(({ name }) => can.read(null, name));
    if (fields.length === 0) return [];
    const columns = fields.map(({ column }) => column);
    const { tableName } = strapi.db.metadata.get(uid);
    const rows = await findInNewestRows(
      {
        knex: strapi.db.connection,
        from: () => strapi.db.getConnection(tableName),
        client: strapi.db.dialect.client,
      },
      {
        columns: ['id', 'document_id', ...columns],
        searched: columns,
        words: wordsOfMentions(rules),
        newest: NEWEST,
        limit: MOST_ROWS,
      },
    );
    // a role may be for some entries only, such as one's own, or for some languages
    const { where } = strapi.get('query-params').transform(uid, await sanitizedQuery.read({}));
    const readable = await strapi.db.query(uid).findMany({
      select: ['id'],
      where: { $and: [{ id: { $in: rows.map(({ id }) => id) } }, where ?? {}] },
    });
    const isReadable = new Set(readable.map(({ id }) => id));
    const titleColumn = fields.find(({ type }) => type === 'string')?.column ?? 'document_id';
    const found = new Map<string, { title: string; kind: Mention }>();
    for (const row of rows.filter(({ id }) => isReadable.has(id))) {
      const id = String(row.document_id);
      const kinds = fields.flatMap((field) => mentionsIn(parse(row[field.column], field), rules));
      for (const kind of kinds) found.set(`${kind} ${id}`, { title: String(row[titleColumn] ?? id), kind });
    }
    return [...found.values()];
  };

  return {
    /**
     * The shortcodes and blocks that use the tool, in the entries of the types that they are rendered for, as far as this
     * person may read them. Looks at the newest of them, so that no site is too large. Null where there are no such types.
     */
    find: async (slug: string, ability: Ability): Promise<Found | null> => {
      const { types, summary_tool: summaryTool } = getService(strapi, 'settings').content;
      const uids = Object.keys(types).filter(isContentType);
      if (uids.length === 0) return null;
      const rules = {
        slug,
        isDefault: slug === summaryTool,
        isShortcode: (name: string) => getService(strapi, 'shortcodes').isShortcode(name),
      };
      const found: Found = [];
      for (const uid of uids) {
        if (found.length >= MOST_FOUND) break;
        found.push(...(await findIn(uid, rules, ability)));
      }
      return found.slice(0, MOST_FOUND);
    },
  };
};
