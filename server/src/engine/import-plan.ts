import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { EXPORT_FORMAT, EXPORT_VERSION } from '../../../contracts/tool-files';
import type { ToolOrigin } from '../../../contracts/tool-admin';
import type { ImportConflictChoice, ImportStep } from '../../../contracts/tool-files';
import { compileTool } from './compile-tool';
import type { FindKnownProvider } from './compile-tool';
import type { Fault } from './faults';
import { isJsonObject } from '../../../contracts/json-object';
import type { JsonObject } from '../../../contracts/json-object';
import { freeSlug, isSlug, slugFromName } from './slug';

const MAX_TOOLS = 1000;

/** A tool that the site has already. */
export interface KnownTool {
  defined_in: ToolOrigin;
  name: string;
}

export interface ImportWishes {
  onConflict: ImportConflictChoice;
  /** by slug */
  choices: ReadonlyMap<string, ImportConflictChoice>;
}

/** A step, and what it writes. */
export interface PlannedStep extends ImportStep {
  /** null for what is skipped or refused */
  definition: JsonObject | null;
}

const exportHead = z.object({ format: z.literal(EXPORT_FORMAT), version: z.literal(EXPORT_VERSION) });

/** The tools of a file: of an export, of a list, or the one that the file is. */
export const readToolFile = (document: unknown): { tools: unknown[] } | { fault: string } => {
  if (Array.isArray(document)) return within(document);
  if (!isJsonObject(document)) return { fault: 'must be an exported file, a list of tools or a tool.' };
  if (!('tools' in document)) return { tools: [document] };
  if (!exportHead.safeParse(document).success) {
    return {
      fault: `must have "format": "${EXPORT_FORMAT}" and "version": ${EXPORT_VERSION}; this version of the plugin reads no other.`,
    };
  }
  return Array.isArray(document.tools) ? within(document.tools) : { fault: '"tools" must be a list.' };
};

const within = (tools: unknown[]): { tools: unknown[] } | { fault: string } =>
  tools.length <= MAX_TOOLS ? { tools } : { fault: `must hold ${MAX_TOOLS} tools at the most.` };

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Two tools of one file that ask for the same slug are a conflict as well; replacing the first would lose it. */
const conflictOf = (
  slug: string,
  known: ReadonlyMap<string, KnownTool>,
  planned: ReadonlyMap<string, string>,
): ImportStep['conflict'] => {
  const before = planned.get(slug);
  if (before !== undefined) return { with: 'file', name: before };
  const there = known.get(slug);
  return there ? { with: there.defined_in, name: there.name } : null;
};

const cannotReplace = ({ with: origin, name }: NonNullable<ImportStep['conflict']>): Fault => ({
  field: 'slug',
  message:
    origin === 'code'
      ? `The tool "${name}" comes from code and cannot be replaced here. Choose to skip or to rename.`
      : `The tool "${name}" of this file has the same slug, and one of them can have it. Choose to skip or to rename.`,
});

/** What would become of every tool of a file. Nothing is done yet. */
export const planImport = async (
  tools: readonly unknown[],
  {
    known,
    wishes,
    findProvider,
  }: { known: ReadonlyMap<string, KnownTool>; wishes: ImportWishes; findProvider: FindKnownProvider },
): Promise<PlannedStep[]> => {
  /** slugs that steps before have taken, with the names of their tools */
  const planned = new Map<string, string>();
  const isTaken = async (slug: string) => known.has(slug) || planned.has(slug);

  const plan = async (tool: unknown, index: number): Promise<PlannedStep> => {
    if (!isJsonObject(tool)) {
      const faults = [{ field: '', message: 'A tool must be a JSON object.' }];
      const nothing = { name: null, slug: null, conflict: null, result_slug: null, definition: null };
      return { index, ...nothing, outcome: 'refuse', faults };
    }
    const name = textOf(tool.name);
    const slug = textOf(tool.slug) ?? (name === null ? null : slugFromName(name));
    const conflict = slug === null ? null : conflictOf(slug, known, planned);
    const choice = wishes.choices.get(slug ?? '') ?? wishes.onConflict;
    const step = { index, name, slug, conflict };
    if (conflict && choice === 'skip') {
      return { ...step, outcome: 'skip', result_slug: null, faults: [], definition: null };
    }

    const isRenamed = conflict !== null && choice === 'rename';
    const result = slug !== null && isSlug(slug) && isRenamed ? await freeSlug(slug, isTaken) : slug;
    const definition = { ...tool, slug: result };
    const outcome = compileTool(definition, findProvider);
    const faults = 'faults' in outcome ? outcome.faults : [];
    if (conflict && choice === 'replace' && conflict.with !== 'site') faults.push(cannotReplace(conflict));
    if (faults.length > 0 || result === null) {
      return { ...step, outcome: 'refuse', result_slug: null, faults, definition: null };
    }
    planned.set(result, name ?? '');
    return {
      ...step,
      outcome: conflict ? choice : 'create',
      result_slug: result,
      faults: [],
      definition,
    };
  };

  const steps: PlannedStep[] = [];
  for (const [index, tool] of tools.entries()) {
    // to compile a schema takes milliseconds, and a file may hold hundreds
    await nextTurn();
    steps.push(await plan(tool, index));
  }
  return steps;
};
