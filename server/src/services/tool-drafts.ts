import type { Core } from '@strapi/types';
import type { CheckTool } from '../../../contracts/tool-check';
import { createToolCheck } from '../document-rules/tool-check';
import { describeDraft } from '../engine/describe-draft';
import type { Fault } from '../engine/faults';
import { getService } from './get-service';

type Row = Record<string, unknown>;

export interface CheckedDraft {
  /** the draft over what is stored, with its slug */
  whole: Row;
  faults: Fault[];
  slug: CheckTool.Response['data']['slug'];
}

/** Tools that somebody still types. Nothing here stores any of it. */
export const createToolDraftsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const check = createToolCheck({ strapi });

  /** A draft as it would be saved, and what keeps it from it; `id` is of the tool that it changes. */
  const settle = async (draft: Row, id: string | null): Promise<CheckedDraft> => {
    const stored: Row | null =
      id === null ? null : { ...(await getService(strapi, 'tool-directory').mustFind(id)).fields };
    const typed = { ...stored, ...draft };
    const { fault, ...slug } = await check.previewSlug(typed, stored);
    const whole = { ...typed, slug: slug.value };
    const faults = await check.findFaults(whole);
    return { whole, faults: fault ? [fault, ...faults] : faults, slug };
  };

  return {
    settle,
    previewSlug: check.previewSlug,

    /** What the builder shows beside a draft; with a fault of the draft it still answers. */
    check: async (
      draft: Row,
      { id, inputs }: { id: string | null; inputs: Row | null },
    ): Promise<CheckTool.Response['data']> => {
      const { whole, faults, slug } = await settle(draft, id);
      const findProvider = await getService(strapi, 'providers').knownProviders();
      return {
        faults: faults.map(({ field, message }) => ({ field, message })),
        slug,
        ...describeDraft(whole, { findProvider, inputs }),
      };
    },
  };
};
