import { z } from 'zod';
import { PARAMETER_RANGES } from '../../../contracts/parameters';
import { isSlug } from './slug';
import { toolExamplesSchema } from './tool-examples';

const inRange = ({ min, max, integer }: { min: number; max: number; integer: boolean }) => {
  const message = `must be a ${integer ? 'whole ' : ''}number from ${min} to ${max}`;
  return (integer ? z.int(message) : z.number(message)).min(min, message).max(max, message);
};

const NEEDED = 'is needed';

/** Text that has to be there: what is missing, null or empty is all the same to who left it out. */
const needed = z.string({
  error: ({ input }) => (input === undefined || input === null ? NEEDED : undefined),
});

/** One line of text; its column takes 255 characters. */
const text = needed.trim().min(1, NEEDED).max(255, 'must have at most 255 characters');

const wholeFrom = (min: number) => {
  const message = `must be a whole number from ${min}`;
  return z.int(message).min(min, message);
};

const MONEY = 'must be a number from 0';
const MAX_STOP = 4;
const STOP = `must be 1 to ${MAX_STOP} sequences`;

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
  name: needed.regex(
    /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
    'must be 1 to 64 letters, digits, _ and -, and begin with a letter or _',
  ),
  description: z.string(),
  parameters: z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()) }),
});

/** A tool as it is written by hand, in code or in the admin. Field names are the specification's. */
export const toolDefinitionSchema = z.strictObject({
  name: text,
  slug: option(z.string().refine(isSlug, 'must be lowercase words with hyphens, such as content-summarizer')),
  description: needed.trim().min(1, NEEDED),
  provider: text,
  method: text,
  // checked by its own compiler, which knows better words
  input_schema: z.unknown().optional(),
  prompt_template: needed.min(1, NEEDED),
  system_instruction: option(z.string()),
  model: option(text),
  ...parameterFields,
  stop: option(z.array(z.string().min(1, NEEDED)).min(1, STOP).max(MAX_STOP, STOP)),
  functions: option(z.array(functionDeclaration)),
  // checked by its own compiler
  response_schema: option(z.unknown()),
  rate_limit: option(wholeFrom(1)),
  rate_limit_per_caller: option(wholeFrom(1)),
  cache_duration: option(wholeFrom(0)),
  budget_usd: option(z.number(MONEY).min(0, MONEY)),
  fallbacks: option(z.array(z.strictObject({ provider: text, model: text }))),
  examples: option(toolExamplesSchema),
  enabled: option(z.boolean()).transform((enabled) => enabled ?? true),
});

export type ToolDefinition = z.output<typeof toolDefinitionSchema>;
/** A definition as its author may write it, options left out. */
export type ToolDefinitionInput = z.input<typeof toolDefinitionSchema>;

export const TOOL_FIELDS: readonly string[] = Object.keys(toolDefinitionSchema.shape);
