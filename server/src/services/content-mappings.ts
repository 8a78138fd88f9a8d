import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import { z } from 'zod';
import type { ContentMapping } from '../../../contracts/content';
import { contentMapping } from '../engine/content-mapping';
import { CONTENT_MAPPING_TABLE } from '../stores/content-mapping-models';
import { isTransient } from '../stores/database-faults';
import type { Ability } from './administrators';
import { contentPermissions } from './content-permissions';
import { getService } from './get-service';

const MAX_ATTEMPTS = 5;
const NO_TYPE = 'There is no content type of this name that you may work on.';

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const row = z.object({ tool: z.string(), mapping: z.string().transform(asJson).pipe(contentMapping) });

/** Remembers how each tool was used last on the entries of each type, for everybody who edits them. */
export const createContentMappingsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const table = () => strapi.db.getConnection(CONTENT_MAPPING_TABLE);

  const upsert = async (contentType: string, tool: string, mapping: ContentMapping): Promise<void> => {
    const values = { content_type: contentType, tool, mapping: JSON.stringify(mapping) };
    for (let attempt = 1; ; attempt += 1) {
      try {
        await table().insert(values).onConflict(['content_type', 'tool']).merge(['mapping']);
        return;
      } catch (error) {
        // two that make the same row at once may lock each other out, and one of them has to begin again
        if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
      }
    }
  };

  const mayDo = (deed: 'read' | 'update', contentType: string, ability: Ability): boolean =>
    Object.hasOwn(strapi.contentTypes, contentType) &&
    contentPermissions(strapi, ability, contentType).can[deed]();

  return {
    /**
     * By the slugs of the tools, for somebody who may read entries of the type: throws the host's NotFoundError for
     * others, since what was typed for an input may be as confidential as they are. What a later version has written
     * is left out.
     */
    find: async (contentType: string, ability: Ability): Promise<Record<string, ContentMapping>> => {
      if (!mayDo('read', contentType, ability)) throw new errors.NotFoundError(NO_TYPE);
      const rows: unknown[] = await table().select('tool', 'mapping').where({ content_type: contentType });
      return Object.fromEntries(
        rows.flatMap((found) => {
          const { success, data } = row.safeParse(found);
          return success ? [[data.tool, data.mapping] as const] : [];
        }),
      );
    },

    /**
     * The last one wins. Throws the host's NotFoundError for a type that is not there or that this person may not edit,
     * and for a tool that is not there.
     */
    save: async (
      { contentType, tool, mapping }: { contentType: string; tool: string; mapping: ContentMapping },
      ability: Ability,
    ): Promise<void> => {
      if (!mayDo('update', contentType, ability)) throw new errors.NotFoundError(NO_TYPE);
      if (!(await getService(strapi, 'tools').isTaken(tool))) {
        throw new errors.NotFoundError('There is no tool with this slug.');
      }
      await upsert(contentType, tool, mapping);
    },
  };
};
