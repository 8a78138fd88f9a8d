import type { Core, Modules } from '@strapi/types';
import { TOOL_UID } from '../../../contracts/plugin-id';
import type { Fault } from '../engine/faults';
import { freeSlug, slugFromName } from '../engine/slug';
import { TOOL_FIELDS } from '../engine/tool-definition';
import { getService } from '../services/get-service';
import { pick } from '../services/pick';
import { createToolCheck, takenSlug } from './tool-check';
import { toValidationError } from './validation-error';

type Row = Record<string, unknown>;

/** What is broken must at least be possible to stop. */
const onlySwitchesOff = (data: Row): boolean => {
  const changes = pick(data, TOOL_FIELDS);
  return changes.enabled === false && Object.keys(changes).length === 1;
};

/**
 * Holds the rules of a tool for every way a row is written through the host's document service: it is checked
 * whole, with what is stored and what is new, and gets its slug.
 */
export const createToolRules = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): Modules.Documents.Middleware.Middleware => {
  // slugs on their way into the database: two tools of one name that arrive together must not get one slug
  const claimed = new Set<string>();

  /** Looks and claims without a pause in between; false when the slug is somebody else's. */
  const claim = async (slug: string): Promise<boolean> => {
    if ((await getService(strapi, 'tools').isTaken(slug)) || claimed.has(slug)) return false;
    claimed.add(slug);
    return true;
  };

  const claimFree = (slug: string): Promise<string> =>
    freeSlug(slug, async (candidate) => !(await claim(candidate)));

  /** The slug to store, claimed unless the tool has it already. */
  const chooseSlug = async (
    data: Row,
    stored: Row | null,
    faults: Fault[],
  ): Promise<{ slug: string; release(): void }> => {
    const byHand = typeof data.slug === 'string' && data.slug !== '' ? data.slug : null;
    if (stored && (byHand === null || byHand === stored.slug)) {
      return { slug: String(stored.slug), release: () => {} };
    }
    if (byHand === null) {
      const slug = await claimFree(slugFromName(String(data.name ?? '')));
      return { slug, release: () => claimed.delete(slug) };
    }
    if (await claim(byHand)) return { slug: byHand, release: () => claimed.delete(byHand) };

    faults.push(takenSlug(byHand, await freeSlug(byHand, getService(strapi, 'tools').isTaken)));
    return { slug: byHand, release: () => {} };
  };

  const check = createToolCheck({ strapi });

  return async (context, next) => {
    if (context.uid !== TOOL_UID) return next();
    const { action } = context;
    if (action !== 'create' && action !== 'update' && action !== 'clone') return next();

    const { documentId } = 'documentId' in context.params ? context.params : {};
    const stored: Row | null =
      action === 'create' ? null : await strapi.db.query(TOOL_UID).findOne({ where: { documentId } });
    const data: Row = { ...context.params.data };
    if (stored && action === 'update' && onlySwitchesOff(data)) return next();
    const whole = { ...(stored && pick(stored, TOOL_FIELDS)), ...pick(data, TOOL_FIELDS) };

    const faults: Fault[] = [];
    // a copy is a new tool: it takes everything from the old one but its slug
    const isCopy = action === 'clone';
    const { slug, release } = await chooseSlug(
      isCopy ? { ...data, name: whole.name } : data,
      isCopy ? null : stored,
      faults,
    );
    try {
      faults.push(...(await check.findFaults({ ...whole, slug })));
      if (faults.length > 0) throw toValidationError('The tool cannot be saved.', faults);
      data.slug = slug;
      context.params.data = data;
      return await next();
    } finally {
      release();
      getService(strapi, 'tools').forget();
    }
  };
};
