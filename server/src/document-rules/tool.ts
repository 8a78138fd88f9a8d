import type { Core, Modules } from '@strapi/types';
import pLimit from 'p-limit';
import { TOOL_UID } from '../../../contracts/plugin-id';
import { compileTool } from '../engine/compile-tool';
import type { Fault } from '../engine/faults';
import { freeSlug, slugFromName } from '../engine/slug';
import { TOOL_FIELDS } from '../engine/tool-definition';
import { getService } from '../services/get-service';
import { pick } from '../services/pick';
import { toValidationError } from './validation-error';

type Row = Record<string, unknown>;

/**
 * Holds the rules of a tool for every way a row is written through the host's document service: it is checked
 * whole, with what is stored and what is new, and gets its slug.
 */
export const createToolRules = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): Modules.Documents.Middleware.Middleware => {
  // one after the other, so that two tools of one name that arrive together do not get one slug
  const inTurn = pLimit(1);

  const chooseSlug = async (
    data: Row,
    stored: Row | null,
    isCopy: boolean,
    faults: Fault[],
  ): Promise<string> => {
    const { isTaken } = getService(strapi, 'tools');
    const documentId = stored && !isCopy ? String(stored.documentId) : undefined;
    if (typeof data.slug === 'string' && data.slug !== '') {
      if (await isTaken(data.slug, documentId)) {
        const free = await freeSlug(data.slug, isTaken);
        faults.push({ field: 'slug', message: `"${data.slug}" is taken; "${free}" is free.` });
      }
      return data.slug;
    }
    if (stored && !isCopy) return String(stored.slug);
    return freeSlug(slugFromName(String(data.name ?? stored?.name ?? '')), isTaken);
  };

  const prepare = async (data: Row, stored: Row | null, isCopy: boolean): Promise<Row> => {
    const faults: Fault[] = [];
    const slug = await chooseSlug(data, stored, isCopy, faults);
    const whole = { ...(stored && pick(stored, TOOL_FIELDS)), ...pick(data, TOOL_FIELDS), slug };
    const outcome = compileTool(whole, await getService(strapi, 'providers').findAdapter());
    if ('faults' in outcome) faults.push(...outcome.faults);
    if (faults.length > 0) throw toValidationError('tool', faults);
    return { ...data, slug };
  };

  return async (context, next) => {
    if (context.uid !== TOOL_UID) return next();
    const { action } = context;
    if (action !== 'create' && action !== 'update' && action !== 'clone') return next();

    return inTurn(async () => {
      const { documentId } = 'documentId' in context.params ? context.params : {};
      const stored: Row | null =
        action === 'create' ? null : await strapi.db.query(TOOL_UID).findOne({ where: { documentId } });
      const { data } = context.params;
      context.params.data = await prepare({ ...data }, stored, action === 'clone');
      const result = await next();
      getService(strapi, 'tools').forget();
      return result;
    });
  };
};
