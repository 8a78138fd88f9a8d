import type { EffectiveCall } from './tool-check';
import type { ToolDraft, ToolFieldValues } from './tool-fields';

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
