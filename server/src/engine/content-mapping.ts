import { z } from 'zod';
import type { ContentMapping, InputSource } from '../../../contracts/content';

const MAX_PATH_LENGTH = 500;
const MAX_NAME_LENGTH = 200;
const MAX_INPUTS = 100;
/** What somebody typed may be a text of some pages, and no more than that is remembered. */
const MAX_MAPPING_LENGTH = 50_000;

/** The path of a field, such as `seo.description` or `quotes.0.words`. */
export const fieldPath = z
  .string()
  .max(MAX_PATH_LENGTH, `must have at most ${MAX_PATH_LENGTH} characters`)
  .regex(/^[\w-]+(\.[\w-]+)*$/, 'must be the path of a field, such as seo.description');

const inputSource = z.custom<InputSource>().superRefine((source, context) => {
  const reading = z
    .union([z.strictObject({ field: fieldPath }), z.strictObject({ value: z.unknown() })])
    .safeParse(source);
  if (!reading.success) context.addIssue('must be { "field": "a.path" } or { "value": … }, and nothing else');
});

/** Where each input of a tool comes from, by its name. */
export const inputSources = z
  .record(z.string().min(1).max(MAX_NAME_LENGTH), inputSource)
  .refine((inputs) => Object.keys(inputs).length <= MAX_INPUTS, `must have at most ${MAX_INPUTS} inputs`);

export const contentMapping = z
  .strictObject({ inputs: inputSources, target: fieldPath.nullable() })
  .refine(
    (mapping) => JSON.stringify(mapping).length <= MAX_MAPPING_LENGTH,
    `must have at most ${MAX_MAPPING_LENGTH} characters, all typed values together`,
  ) satisfies z.ZodType<ContentMapping>;
