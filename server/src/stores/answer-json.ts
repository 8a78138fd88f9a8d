import { z } from 'zod';
import type { ProviderAnswer } from '../engine/run';

export const usageSchema = z
  .object({
    prompt: z.number(),
    completion: z.number(),
    cached: z.number().nullable(),
    reasoning: z.number().nullable(),
  })
  .nullable();

/** An answer as it is written down; what does not fit was written by another release, or by somebody else. */
export const answerSchema: z.ZodType<ProviderAnswer> = z.object({
  provider: z.string(),
  model: z.string(),
  dropped: z.array(z.string()),
  result: z.object({
    id: z.string().nullable(),
    model: z.string().nullable(),
    text: z.string(),
    toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
    finishReason: z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'error']).nullable(),
    refusal: z.string().nullable(),
    usage: usageSchema,
  }),
  // JSON leaves undefined out
  parsed: z
    .unknown()
    .optional()
    .transform((parsed) => parsed),
});

/** The JSON of a text read by a schema; null for whatever it does not fit. */
export const readJson = <Value>(schema: z.ZodType<Value>, text: string): Value | null => {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};
