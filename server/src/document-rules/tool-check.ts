import type { Core } from '@strapi/types';
import type { CheckTool } from '../../../contracts/tool-check';
import { compileTool } from '../engine/compile-tool';
import type { Fault } from '../engine/faults';
import { freeSlug, isSlug, slugFromName } from '../engine/slug';
import { getService } from '../services/get-service';

type Row = Record<string, unknown>;

export const takenSlug = (slug: string, free: string): Fault => ({
  field: 'slug',
  message: `"${slug}" is taken; "${free}" is free.`,
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What a tool is checked with, whether it is about to be saved or somebody still types. */
export const createToolCheck = ({ strapi }: { strapi: Core.Strapi }) => {
  const isTaken = (slug: string) => getService(strapi, 'tools').isTaken(slug);

  return {
    /** What is wrong with a whole tool; its slug may yet be another tool's. */
    findFaults: async (whole: Row): Promise<Fault[]> => {
      const outcome = compileTool(whole, await getService(strapi, 'providers').knownProviders());
      return 'faults' in outcome ? outcome.faults : [];
    },

    /** The slug that a tool would get. `stored` is what it has been until now; null for a new one. */
    previewSlug: async (
      whole: Row,
      stored: Row | null,
    ): Promise<CheckTool.Response['data']['slug'] & { fault: Fault | null }> => {
      const byHand = textOf(whole.slug);
      if (stored && (byHand === '' || byHand === stored.slug)) {
        return { value: String(stored.slug), is_free: true, suggestion: String(stored.slug), fault: null };
      }
      const name = textOf(whole.name);
      if (byHand === '') {
        const slug = name === '' ? null : await freeSlug(slugFromName(name), isTaken);
        return { value: slug, is_free: true, suggestion: slug, fault: null };
      }
      const isFree = isSlug(byHand) && !(await isTaken(byHand));
      const suggestion = isFree ? byHand : await freeSlug(slugFromName(byHand), isTaken);
      return {
        value: byHand,
        is_free: isFree,
        suggestion,
        // one that is no slug at all is the definition's own fault
        fault: isFree || !isSlug(byHand) ? null : takenSlug(byHand, suggestion),
      };
    },
  };
};
