import { z } from 'zod';
import type { ToolFieldValues } from '../../../contracts/tool-fields';
import type { ExportedTool } from '../../../contracts/tool-files';

/** What was never set, and what somebody wrote past every rule, is empty. */
const text = z.string().catch('');
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().catch(null);
const object = z.record(z.string(), z.unknown());

const toolFieldsSchema = z.object({
  name: text,
  slug: text,
  description: text,
  provider: text,
  method: text,
  input_schema: object.catch({}),
  prompt_template: text,
  system_instruction: orNull(z.string()),
  model: orNull(z.string()),
  temperature: orNull(z.number()),
  max_tokens: orNull(z.number()),
  top_p: orNull(z.number()),
  top_k: orNull(z.number()),
  stop: orNull(z.array(z.string())),
  functions: orNull(z.array(z.object({ name: z.string(), description: z.string(), parameters: object }))),
  response_schema: orNull(object),
  rate_limit: orNull(z.number()),
  rate_limit_per_caller: orNull(z.number()),
  cache_duration: orNull(z.number()),
  budget_usd: orNull(z.number()),
  fallbacks: orNull(z.array(z.object({ provider: z.string(), model: z.string() }))),
  examples: orNull(z.array(z.object({ name: z.string(), inputs: object }))),
  enabled: z.boolean().catch(true),
});

/** A stored row, or a definition from code, as the builder shows it. */
export const readToolFields = (source: object): ToolFieldValues =>
  toolFieldsSchema.parse(source) satisfies ToolFieldValues;

/** The tool as it stands in a file: without what nobody set. */
export const toExportedTool = (fields: ToolFieldValues): ExportedTool => {
  const { name, slug, description, provider, method, input_schema, prompt_template, enabled, ...options } =
    fields;
  const set = Object.entries(options).filter(([, value]) => value !== null);
  return {
    name,
    slug,
    description,
    provider,
    method,
    input_schema,
    prompt_template,
    ...Object.fromEntries(set),
    enabled,
  };
};
