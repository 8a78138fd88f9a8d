import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { BulkOrder } from '../../../contracts/bulk-runs';
import { toValidationError } from '../document-rules/validation-error';
import type { CompiledTool } from '../engine/compile-tool';
import type { Fault } from '../engine/faults';
import { ToolError } from '../engine/tool-error';
import type { Administrator } from './administrators';
import { refusalOfUse } from './bulk-entries';
import type { FieldUse } from './bulk-entries';
import { findBulkType, findField, findTarget } from './bulk-types';
import type { BulkType } from './bulk-types';
import type { WritableField } from '../../../contracts/content-fields';
import { contentPermissions } from './content-permissions';
import type { ContentPermissions } from './content-permissions';
import { getService } from './get-service';

/** What is ordered, apart from the entries. */
export type Assignment = Omit<BulkOrder, 'document_ids'>;

/** An assignment whose fields the site has, and which the administrator may give. */
export interface CheckedAssignment {
  /** its language settled */
  assignment: Assignment;
  type: BulkType;
  use: FieldUse & { target: WritableField };
  checker: ContentPermissions;
}

const refuse = (faults: Fault[]) => toValidationError('The run cannot be made like this.', faults);

/** The language that is meant; null for types that are not translated. */
const settleLocale = async (
  strapi: Core.Strapi,
  { isLocalized }: BulkType,
  wanted: string | null,
  faults: Fault[],
): Promise<string | null> => {
  if (!isLocalized) return null;
  const locales = strapi.plugin('i18n').service('locales');
  if (wanted === null) return locales.getDefaultLocale();
  const known = await locales.findByCode(wanted);
  if (!known) faults.push({ field: 'locale', message: `There is no language "${wanted}" on this site.` });
  return wanted;
};

/**
 * Checks an assignment against the site and against what the administrator may do with the fields. Throws the host's
 * ValidationError with every fault, those found `before` included, or its PolicyError.
 */
export const checkAssignment = async (
  strapi: Core.Strapi,
  assignment: Assignment,
  administrator: Administrator,
  before: readonly Fault[] = [],
): Promise<CheckedAssignment> => {
  const found = await findBulkType(strapi, assignment.content_type);
  if ('refusal' in found) {
    throw refuse([...before, { field: 'content_type', message: found.refusal }]);
  }
  const { type } = found;

  const faults = [...before];
  const locale = await settleLocale(strapi, type, assignment.locale, faults);
  const reads = Object.entries(assignment.inputs).flatMap(([name, source]) => {
    if (!('field' in source)) return [];
    const field = findField(type, source.field);
    if (!field) {
      faults.push({ field: `inputs.${name}`, message: `"${source.field}" is no field that can be read.` });
    }
    return field ?? [];
  });
  const target = findTarget(type, assignment.target);
  if (!target) {
    faults.push({
      field: 'target',
      message: `"${assignment.target}" is no text of these entries, or of a single component in them.`,
    });
  }
  if (!target || faults.length > 0) throw refuse(faults);

  const checker = contentPermissions(strapi, administrator.ability, type.uid);
  const use = { reads, target };
  const refusal = refusalOfUse(checker, use);
  if (refusal !== null) throw new errors.PolicyError(refusal);
  return { assignment: { ...assignment, locale }, type, use, checker };
};

/** The tool behind a slug, or what is wrong with one that cannot be run any more, such as a provider that is gone. */
const findTool = async (
  strapi: Core.Strapi,
  slug: string,
): Promise<{ tool: CompiledTool | null; fault: Fault | null }> => {
  try {
    return { tool: await getService(strapi, 'tools').find(slug), fault: null };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { tool: null, fault: { field: 'tool', message: error.message } };
  }
};

/** Checks an assignment and its tool. Throws like {@link checkAssignment}. */
export const checkOrder = async (
  strapi: Core.Strapi,
  assignment: Assignment,
  administrator: Administrator,
): Promise<{ checked: CheckedAssignment; tool: CompiledTool }> => {
  // another instance may have changed them
  await getService(strapi, 'settings-in-force').upToDate();
  const { tool, fault } = await findTool(strapi, assignment.tool);
  const noTool = fault ?? {
    field: 'tool',
    message: 'There is no tool with this slug, or it is switched off.',
  };
  const faults = tool?.definition.enabled ? [] : [noTool];
  const checked = await checkAssignment(strapi, assignment, administrator, faults);
  if (!tool) throw refuse([noTool]);
  return { checked, tool };
};
