import { z } from 'zod';
import { PARAMETER_RANGES } from '../../../contracts/parameters';
import { isSlug } from './slug';
import { toolExamplesSchema } from './tool-examples';

const inRange = ({ min, max, integer }: { min: number; max: number; integer: boolean }) => {
  const message = `must be a ${integer ? 'whole ' : ''}number from ${min} to ${max}`;
  return (integer ? z.int(message) : z.number(message)).min(min, message).max(max, message);
};

/** One line of text; its column takes 255 characters. */
const text = z.string().trim().min(1).max(255);

/** An absent option and one that is null are the same: nobody set it. */
const option = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

export const parameterFields = {
  max_tokens: option(inRange(PARAMETER_RANGES.max_tokens)),
  temperature: option(inRange(PARAMETER_RANGES.temperature)),
  top_p: option(inRange(PARAMETER_RANGES.top_p)),
  top_k: option(inRange(PARAMETER_RANGES.top_k)),
};

const functionDeclaration = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/),
  description: z.string(),
  parameters: z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()) }),
});

/** A tool as it is written by hand, in code or in the admin. Field names are the specification's. */
export const toolDefinitionSchema = z.strictObject({
  name: text,
  slug: option(z.string().refine(isSlug, 'must be lowercase words with hyphens, such as content-summarizer')),
  description: z.string().trim().min(1),
  provider: text,
  method: text,
  // checked by its own compiler, which knows better words
  input_schema: z.unknown().optional(),
  prompt_template: z.string().min(1),
  system_instruction: option(z.string()),
  model: option(text),
  ...parameterFields,
  stop: option(z.array(z.string().min(1)).min(1).max(4)),
  functions: option(z.array(functionDeclaration)),
  // checked by its own compiler
  response_schema: option(z.unknown()),
  rate_limit: option(z.int().min(1)),
  rate_limit_per_caller: option(z.int().min(1)),
  cache_duration: option(z.int().min(0)),
  budget_usd: option(z.number().min(0)),
  fallbacks: option(z.array(z.strictObject({ provider: text, model: text }))),
  examples: option(toolExamplesSchema),
  enabled: option(z.boolean()).transform((enabled) => enabled ?? true),
});

export type ToolDefinition = z.output<typeof toolDefinitionSchema>;
/** A definition as its author may write it, options left out. */
export type ToolDefinitionInput = z.input<typeof toolDefinitionSchema>;

export const TOOL_FIELDS: readonly string[] = Object.keys(toolDefinitionSchema.shape);
