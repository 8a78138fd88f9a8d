import type { Core } from '@strapi/types';
import { TOOL_UID } from '../../../contracts/plugin-id';
import type { AdminTool } from '../../../contracts/tool-admin';
import { toValidationError } from '../document-rules/validation-error';
import { TOOL_FIELDS } from '../engine/tool-definition';
import { getService } from './get-service';
import { pick } from './pick';

type Row = Record<string, unknown>;

const MAX_NAME = 255;
const COPY = ' (copy)';

const nameOfCopy = (name: string): string => name.slice(0, MAX_NAME - COPY.length) + COPY;

/** The columns of a draft; a switch that nobody touched is on. */
const toData = (draft: Row): Row => {
  const data = pick(draft, TOOL_FIELDS);
  return 'enabled' in data ? { ...data, enabled: data.enabled ?? true } : data;
};

/**
 * Tools as an administrator makes and changes them, through the document service, whose rules have the last word.
 * Throws the host's ValidationError with every fault at once.
 */
export const createToolWritesService = ({ strapi }: { strapi: Core.Strapi }) => {
  const directory = () => getService(strapi, 'tool-directory');
  const documents = () => strapi.documents(TOOL_UID);

  /** A draft that can be saved, with its slug. */
  const requireValid = async (draft: Row, id: string | null): Promise<Row> => {
    const { whole, faults } = await getService(strapi, 'tool-drafts').settle(draft, id);
    if (faults.length > 0) throw toValidationError('The tool cannot be saved.', faults);
    return whole;
  };

  const create = async (draft: Row): Promise<AdminTool> => {
    // as the check reads it, which found no fault in the space around it
    const byHand = typeof draft.slug === 'string' ? draft.slug.trim() || null : draft.slug;
    const whole = await requireValid(draft, null);
    // a slug made of the name is left to the rules, which keep two tools that arrive together apart
    const { documentId } = await documents().create({ data: toData({ ...whole, slug: byHand }) });
    return directory().read(documentId);
  };

  /** Whether nobody has changed the tool since; keeps it from being changed until the transaction ends. */
  const holdUnchanged = async (documentId: string, updatedAt: string, trx: unknown): Promise<boolean> => {
    const rows: Row[] = await strapi.db
      .queryBuilder(TOOL_UID)
      .select(['id', 'updatedAt'])
      .where({ documentId })
      .transacting(trx)
      .forUpdate()
      .execute();
    return rows.some((row) => new Date(String(row.updatedAt)).toISOString() === updatedAt);
  };

  return {
    create,

    /**
     * Changes a stored tool; a field that is left out stays, null takes it away. Changes nothing, and resolves to the
     * tool as it is now under `conflict`, when somebody else has changed it since it was read.
     */
    update: async (
      id: string,
      draft: Row,
      updatedAt: string,
    ): Promise<{ tool: AdminTool } | { conflict: AdminTool }> => {
      await directory().mustFindStored(id);
      const isHeld = await strapi.db.transaction(async ({ trx }) => {
        if (!(await holdUnchanged(id, updatedAt, trx))) return false;
        const { slug } = await requireValid(draft, id);
        await documents().update({ documentId: id, data: toData({ ...draft, slug }) });
        return true;
      });
      const tool = await directory().read(id);
      return isHeld ? { tool } : { conflict: tool };
    },

    /** Switches a stored tool on, when it is valid, or off. */
    setEnabled: async (id: string, enabled: boolean): Promise<AdminTool> => {
      await directory().mustFindStored(id);
      const data: Row = { enabled };
      await documents().update({ documentId: id, data });
      return directory().read(id);
    },

    /** Makes a copy under a name and a slug of its own, which nobody calls yet: it is switched off. */
    duplicate: async (id: string): Promise<AdminTool> => {
      const { fields } = await directory().mustFind(id);
      return create({ ...fields, name: nameOfCopy(fields.name), slug: null, enabled: false });
    },

    /** Deletes a stored tool, and what is kept of its results. */
    remove: async (id: string): Promise<{ id: string; slug: string }> => {
      const { slug } = (await directory().mustFindStored(id)).fields;
      await documents().delete({ documentId: id });
      await getService(strapi, 'results').clear(slug);
      return { id, slug };
    },
  };
};
