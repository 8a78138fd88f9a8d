import type { Context } from 'koa';
import type { z } from 'zod';
import { toValidationError } from '../document-rules/validation-error';
import { toFaults } from '../engine/faults';

const read = <Schema extends z.ZodType>(source: unknown, schema: Schema, sentence: string) => {
  const reading = schema.safeParse(source);
  if (reading.success) return reading.data;
  throw toValidationError(sentence, toFaults(reading.error));
};

/** The body as `schema` has it; throws the host's ValidationError with every fault. */
export const readBody = <Schema extends z.ZodType>(ctx: Context, schema: Schema): z.output<Schema> =>
  read(ctx.request.body ?? {}, schema, 'The request cannot be read.');

/** The query string as `schema` has it; throws like {@link readBody}. */
export const readQuery = <Schema extends z.ZodType>(ctx: Context, schema: Schema): z.output<Schema> =>
  read(ctx.query, schema, 'The query cannot be read.');
