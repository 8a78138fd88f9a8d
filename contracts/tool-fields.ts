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
