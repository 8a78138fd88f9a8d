import { parseArgs } from 'node:util';
import type { z } from 'zod';

/** A field of true and false has no value behind its name. */
const isFlag = (field: z.ZodType): boolean => field.safeParse(true).success && !field.safeParse('1').success;

/**
 * Reads `--name value` for each field of a schema, and `--name` alone for those of true and false. What the schema
 * does not take throws.
 */
export const parseArguments = <Schema extends z.ZodObject<Record<string, z.ZodType>>>(
  schema: Schema,
  args: string[],
): z.output<Schema> => {
  const options: Record<string, { type: 'boolean' | 'string' }> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    options[name] = { type: isFlag(field) ? 'boolean' : 'string' };
  }
  return schema.parse(parseArgs({ args, options }).values);
};
