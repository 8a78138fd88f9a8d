import type { InputFault } from './errors';
import type { PRESETS } from './presets';

/** As many as a tool keeps. */
export const MOST_EXAMPLES = 20;
/** in characters */
export const LONGEST_EXAMPLE_NAME = 100;

/** A set of inputs that is kept with a tool, to try it with. */
export interface ToolExample {
  name: string;
  /** input names to values */
  inputs: Record<string, unknown>;
}

export interface ToolFunction {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

export interface ToolFallback {
  provider: string;
  model: string;
}

/** Every field of a tool as its author wrote it; the specification's names. Null where nobody set it. */
export interface ToolFieldValues {
  name: string;
  slug: string;
  description: string;
  provider: string;
  method: string;
  input_schema: Record<string, unknown>;
  prompt_template: string;
  system_instruction: string | null;
  model: string | null;
  temperature: number | null;
  max_tokens: number | null;
  top_p: number | null;
  top_k: number | null;
  stop: string[] | null;
  functions: ToolFunction[] | null;
  response_schema: Record<string, unknown> | null;
  /** runs per hour, by all callers together */
  rate_limit: number | null;
  rate_limit_per_caller: number | null;
  /** seconds */
  cache_duration: number | null;
  budget_usd: number | null;
  fallbacks: ToolFallback[] | null;
  examples: ToolExample[] | null;
  enabled: boolean;
}

/**
 * What somebody typed so far. The server takes anything here, and says what is wrong with it. Where a tool is changed,
 * a field that is left out stays as it is, and null takes it away.
 */
export type ToolDraft = { [Field in keyof ToolFieldValues]?: ToolFieldValues[Field] | null };

/** One thing that keeps a tool from being saved. */
export interface ToolFault {
  /** a path such as `temperature`, `fallbacks[0].model` or `examples[1].inputs`; empty for the tool as a whole */
  field: string;
  message: string;
}

/** `site`: made in the admin, or by the site's own code through the document service. `code`: in `config/plugins`, read-only. */
export type ToolOrigin = 'site' | 'code';

/** What was run of a tool in the last 30 days. */
export interface ToolUsage {
  runs: number;
  /** whole millionths of a dollar; null when none of it is known */
  cost_micros: number | null;
}

interface ToolPlace {
  /** the document id of a stored tool; `code:` and the slug for one from code */
  id: string;
  defined_in: ToolOrigin;
  /** as ISO 8601; null for tools from code */
  updated_at: string | null;
  /** why it cannot be run as it is, and what to do about it; null when it can */
  problem: string | null;
}

export interface ToolListEntry extends ToolPlace {
  name: string;
  slug: string;
  description: string;
  provider: {
    id: string;
    /** null when the site has no such provider any more */
    label: string | null;
  };
  method: string;
  /** the model that is asked: the tool's own, or else its provider's; null when the site has no such provider */
  model: string | null;
  enabled: boolean;
  /** in the last thirty days */
  usage: ToolUsage;
}

export const TOOL_SORTS = ['name', 'slug', 'provider', 'updated_at'] as const;
export type ToolSort = (typeof TOOL_SORTS)[number];

/** GET /ai-tools/tools; permission `tools.read` */
export declare namespace ListTools {
  /** all as text in the query string, as any query */
  interface Query {
    /** in name, slug and description, whatever the case; every word of it has to be there */
    search?: string;
    provider?: string;
    enabled?: 'true' | 'false';
    defined_in?: ToolOrigin;
    /** with `:desc` behind it the other way round; `name` unless told */
    sort?: ToolSort | `${ToolSort}:desc`;
    /** from 1 */
    page?: string;
    /** 1 to 1000; 50 unless told */
    pageSize?: string;
  }
  interface Response {
    data: ToolListEntry[];
    /** of what was found; in the words of the host's own lists */
    pagination: { page: number; pageSize: number; pageCount: number; total: number };
    /** of all tools, whatever was searched for: what the filter offers */
    providers: { id: string; label: string | null; tools: number }[];
  }
}

/** What is sent, and where, with everything that the provider adds. */
export interface EffectiveCall {
  provider: { id: string; label: string; kind: string };
  method: string;
  model: string;
  /** `provider` when the tool has no system instruction of its own and the provider's is sent; null when there is none */
  system_instruction_from: 'tool' | 'provider' | null;
  parameters: {
    max_tokens?: number;
    temperature?: number;
    top_p?: number;
    top_k?: number;
    stop?: string[];
  };
  /** what somebody set and this model does not take */
  dropped_parameters: string[];
  /** tokens that prompt and answer share; null when nobody knows */
  context_window: number | null;
  /** why this provider cannot be called, and what to do about it; null when it can */
  problem: string | null;
}

export interface AdminTool extends ToolPlace {
  /** what was written: what the builder edits */
  fields: ToolFieldValues;
  /** what comes of it; null when the site has no such provider */
  effective: EffectiveCall | null;
  /** in the last thirty days */
  usage: ToolUsage;
}

/** GET /ai-tools/tools/:id; permission `tools.read`. 404 when there is none. */
export declare namespace ReadTool {
  interface Params {
    id: string;
  }
  interface Response {
    data: AdminTool;
  }
}

/**
 * POST /ai-tools/tools; permission `tools.create`. Without a slug one is made of the name. 201; 400 with every fault, as
 * the host's ValidationError: `details.errors` is a list of `{ path, message }`, `path` in parts.
 */
export declare namespace CreateTool {
  interface Request {
    tool: ToolDraft;
  }
  interface Response {
    data: AdminTool;
  }
}

/**
 * PUT /ai-tools/tools/:id; permission `tools.update`. 400 as with CreateTool; 403 for a tool from code; 409, a
 * ConflictError with {@link UpdateConflict} as its details, when somebody else changed the tool since it was read.
 */
export declare namespace UpdateTool {
  interface Params {
    id: string;
  }
  interface Request {
    tool: ToolDraft;
    /** `updated_at` of the tool as it was read */
    updated_at: string;
  }
  interface Response {
    data: AdminTool;
  }
}

export interface UpdateConflict {
  /** what the tool is now, to compare with */
  current: AdminTool;
}

/** PUT /ai-tools/tools/:id/enabled; permission `tools.update`. A tool that is broken can be switched off, not on. */
export declare namespace SwitchTool {
  interface Params {
    id: string;
  }
  interface Request {
    enabled: boolean;
  }
  interface Response {
    data: AdminTool;
  }
}

/** POST /ai-tools/tools/:id/duplicate; permission `tools.create`. Takes tools from code as well; the copy is switched off. 201. */
export declare namespace DuplicateTool {
  interface Params {
    id: string;
  }
  interface Response {
    data: AdminTool;
  }
}

/** As many callers as are named. */
export const MOST_CALLERS = 20;

/** Somebody who ran a tool in the last 30 days. */
export interface ToolCallerSummary {
  /** such as `rest`, `service`, `shortcode` or `block` */
  source: string;
  caller_type: string;
  /** null for who has no name, and for all of them unless the person may read the log (`logs.read`) */
  caller_label: string | null;
  runs: number;
  /** as ISO 8601 */
  last_run_at: string;
}

/**
 * GET /ai-tools/tools/:id/dependents; permission `tools.read`. What deleting this tool, or giving it another slug, would
 * break, as far as it can be known: who calls by REST or from code is only seen when it does.
 */
export declare namespace FindToolDependents {
  interface Params {
    id: string;
  }
  interface Response {
    data: {
      slug: string;
      /** true when a tool from code has the same slug, and goes on answering */
      stays_answered: boolean;
      /** what is in the tool's own budget this month; null without one */
      budget: { month: string; spent_usd: number; reserved_usd: number; budget_usd: number } | null;
      /** who ran it in the last 30 days, the busiest first, {@link MOST_CALLERS} at the most; the playground left out */
      callers: ToolCallerSummary[];
      /**
       * Shortcodes and blocks that use the tool, in the newest entries of the types that they are rendered for; of those
       * that the person may read. Null where they are rendered for no type.
       */
      content: { title: string; kind: 'shortcode' | 'block' }[] | null;
    };
  }
}

/** DELETE /ai-tools/tools/:id; permission `tools.delete`. 403 for a tool from code. What is kept of its results goes with it. */
export declare namespace DeleteTool {
  interface Params {
    id: string;
  }
  interface Response {
    data: { id: string; slug: string };
  }
}

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

/** What a template takes from the inputs. */
export interface PlaceholderReport {
  /** names that inputs have */
  known: string[];
  /** names that no input has */
  unknown: string[];
}

/**
 * POST /ai-tools/tools/check; permission `tools.read`. Everything that the builder shows while somebody types, from the
 * rules that saving goes by. Nothing is stored. A draft with faults is an answer too: its status is 200.
 */
export declare namespace CheckTool {
  interface Request {
    tool: ToolDraft;
    /** of the tool that is edited, whose slug is its own; left out for a new one */
    id?: string;
    /** inputs to count the prompt's tokens with; without them the placeholders count as nothing */
    inputs?: Record<string, unknown>;
  }
  interface Response {
    data: {
      /** what keeps the draft from being saved; empty when it can be */
      faults: ToolFault[];
      slug: {
        /** what the tool would get; null as long as it has no name */
        value: string | null;
        is_free: boolean;
        /** the nearest that is free; null as long as it has no name */
        suggestion: string | null;
      };
      placeholders: {
        prompt_template: PlaceholderReport;
        system_instruction: PlaceholderReport;
        /** inputs that neither text uses */
        unused: string[];
      };
      tokens: {
        /** an estimate, as every model counts by itself: prompt, system text, functions and response schema */
        prompt: number;
        /** what is set aside for the answer; null where nobody said */
        answer: number | null;
        /** null when nobody knows */
        context_window: number | null;
        fits: boolean;
      };
      /** null when the provider is unknown */
      effective: EffectiveCall | null;
      /** why `inputs` do not fit the draft's schema; empty without inputs */
      input_faults: InputFault[];
    };
  }
}

/** A provider as a tool's author chooses it. */
export interface ToolProviderChoice {
  id: string;
  label: string;
  kind: string;
  methods: string[];
  /** methods of which a role-marker template of the provider makes one text */
  raw_methods: string[];
  /** the model of tools that name none */
  model: string;
  /** whether somebody gave it a key or a setting; one that needs neither may be there without anybody running it */
  is_set_up: boolean;
  /** why it cannot be called, and what to do about it; null when it can */
  problem: string | null;
}

/** GET /ai-tools/tool-options; permission `tools.read`. What the builder offers. */
export declare namespace FindToolOptions {
  interface Response {
    data: {
      providers: ToolProviderChoice[];
      presets: typeof PRESETS;
      /** both ends included */
      ranges: Record<
        'max_tokens' | 'temperature' | 'top_p' | 'top_k',
        { min: number; max: number; integer: boolean }
      >;
      /** where the site's content API begins, such as `/api`: what a snippet needs to be right */
      api_prefix: string;
    };
  }
}

/** GET /ai-tools/tool-options/:provider/models; permission `tools.read`. As ListModels answers, for what is saved. */
export declare namespace FindToolModels {
  interface Params {
    provider: string;
  }
  // the response is `ListModels.Response`
}
