import type { Core } from '@strapi/types';
import { TOOL_UID } from '../../../contracts/plugin-id';
import type { ImportTools } from '../../../contracts/tool-files';
import { toValidationError } from '../document-rules/validation-error';
import { planImport, readToolFile } from '../engine/import-plan';
import type { ImportWishes, PlannedStep } from '../engine/import-plan';
import { TOOL_FIELDS } from '../engine/tool-definition';
import { getService } from './get-service';
import { pick } from './pick';

/** What a file does not say of a tool that it replaces, the tool has no longer. */
const UNSET = Object.fromEntries(TOOL_FIELDS.map((field) => [field, null]));

const toData = (definition: Record<string, unknown>): Record<string, unknown> => {
  const { enabled, ...fields } = { ...UNSET, ...pick(definition, TOOL_FIELDS) };
  return { ...fields, enabled: enabled ?? true };
};

/** Tools from a file. */
export const createToolImportService = ({ strapi }: { strapi: Core.Strapi }) => {
  const plan = async (document: unknown, wishes: ImportWishes) => {
    const file = readToolFile(document);
    if ('fault' in file) {
      throw toValidationError('The file cannot be imported.', [{ field: 'document', message: file.fault }]);
    }
    const known = await getService(strapi, 'tool-directory').listSlugs();
    const findProvider = await getService(strapi, 'providers').knownProviders();
    const steps = await planImport(file.tools, {
      known: new Map(
        [...known].map(([slug, { updatedAt, fields }]) => [
          slug,
          { defined_in: updatedAt === null ? ('code' as const) : ('site' as const), name: fields.name },
        ]),
      ),
      wishes,
      findProvider,
    });
    return { steps, idOf: (slug: string) => known.get(slug)?.id };
  };

  const write = async (
    { outcome, definition, result_slug }: PlannedStep,
    idOf: (slug: string) => string | undefined,
  ): Promise<void> => {
    if (definition === null) return;
    const documentId = outcome === 'replace' ? idOf(result_slug ?? '') : undefined;
    const documents = strapi.documents(TOOL_UID);
    if (documentId === undefined) await documents.create({ data: toData(definition) });
    else await documents.update({ documentId, data: toData(definition) });
  };

  return {
    /**
     * Imports every tool of a file, or, with one fault, none. Throws the host's ValidationError for a document that is no
     * file of tools; what is wrong with a tool is told at its step.
     */
    run: async (
      document: unknown,
      { isDryRun, ...wishes }: ImportWishes & { isDryRun: boolean },
    ): Promise<ImportTools.Response['data']> => {
      const { steps, idOf } = await plan(document, wishes);
      const isRefused = steps.some(({ outcome }) => outcome === 'refuse');
      const imports = !isDryRun && !isRefused;
      if (imports) {
        await strapi.db.transaction(async () => {
          for (const step of steps) await write(step, idOf);
        });
      }
      return { imported: imports, steps: steps.map(({ definition: _definition, ...step }) => step) };
    },
  };
};
