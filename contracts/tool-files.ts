import type { ToolOrigin } from './tool-admin';
import type { ToolFault, ToolFieldValues } from './tool-fields';

/** A tool as it is exported: options that nobody set are left out. */
export type ExportedTool = Pick<
  ToolFieldValues,
  'name' | 'slug' | 'description' | 'provider' | 'method' | 'input_schema' | 'prompt_template' | 'enabled'
> & { [Field in keyof ToolFieldValues]?: NonNullable<ToolFieldValues[Field]> };

export const EXPORT_FORMAT = 'ai-tools';
export const EXPORT_VERSION = 1;

/** The file. It holds neither keys nor providers. */
export interface ToolExport {
  format: typeof EXPORT_FORMAT;
  version: typeof EXPORT_VERSION;
  tools: ExportedTool[];
}

/** POST /ai-tools/tools/export; permission `tools.read`. POST, because a list of 500 ids fits no address. */
export declare namespace ExportTools {
  interface Request {
    /** every tool when left out */
    ids?: string[];
  }
  interface Response {
    data: ToolExport;
  }
}

/** What becomes of a tool whose slug the site has already. */
export const IMPORT_CONFLICT_CHOICES = ['skip', 'replace', 'rename'] as const;
export type ImportConflictChoice = (typeof IMPORT_CONFLICT_CHOICES)[number];

export interface ImportStep {
  /** its place in the file, from 0 */
  index: number;
  name: string | null;
  /** the slug that the file asks for, or that follows from the name */
  slug: string | null;
  /** whose slug it is already: another tool's of this site, or of this file; null when it is free */
  conflict: { with: ToolOrigin | 'file'; name: string } | null;
  outcome: 'create' | 'skip' | 'replace' | 'rename' | 'refuse';
  /** the slug that the tool gets; null for what is skipped or refused */
  result_slug: string | null;
  /** with `refuse` */
  faults: ToolFault[];
}

/**
 * POST /ai-tools/tools/import; permission `tools.create`, and `tools.update` to replace. All or nothing: with one fault
 * nothing is imported, and the answer, a 200 all the same, has `imported: false` and the faults at their steps.
 */
export declare namespace ImportTools {
  interface Request {
    /** a {@link ToolExport}, a list of tools, or a single tool such as the specification's example */
    document: unknown;
    /** `skip` unless told. A tool from code cannot be replaced: it is then refused. */
    on_conflict?: ImportConflictChoice;
    /** for single slugs; wins over `on_conflict` */
    choices?: Record<string, ImportConflictChoice>;
    /** tells what would happen, and does nothing */
    dry_run?: boolean;
  }
  interface Response {
    data: {
      imported: boolean;
      steps: ImportStep[];
    };
  }
}
