/*
 * What `responseJsonSchema` takes of JSON Schema, as declared by the `@google/genai` package 3.1.0.
 */

import { isJsonObject } from '../../../contracts/json-object';

type Schema = Record<string, unknown>;

const rewriteAll = (schemas: unknown): Schema =>
  Object.fromEntries(
    Object.entries(isJsonObject(schemas) ? schemas : {}).map(([name, schema]) => [
      name,
      toGoogleSchema(schema),
    ]),
  );

const rewriteEach = (schemas: unknown): Schema[] =>
  Array.isArray(schemas) ? schemas.map(toGoogleSchema) : [];

/** Draft 7 has its definitions under an older name. */
const rewriteDefinitions = ({ definitions, $defs }: Schema): Schema =>
  definitions || $defs ? { $defs: { ...rewriteAll(definitions), ...rewriteAll($defs) } } : {};

/** Documented for strings and numbers only. */
const rewriteEnum = (values: unknown): Schema =>
  Array.isArray(values) && values.every((value) => typeof value === 'string' || typeof value === 'number')
    ? { enum: values }
    : {};

// with those below, and with references and definitions, the documented subset
const PLAIN_WORDS = [
  '$id',
  '$anchor',
  'type',
  'format',
  'title',
  'description',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'required',
  'propertyOrdering',
];
const REWRITTEN_WORDS = new Map<string, (value: unknown, schema: Schema) => Schema>([
  ...PLAIN_WORDS.map((word): [string, (value: unknown) => Schema] => [word, (value) => ({ [word]: value })]),
  ['enum', rewriteEnum],
  ['const', (value) => rewriteEnum([value])],
  ['properties', (value) => ({ properties: rewriteAll(value) })],
  [
    'additionalProperties',
    (value) => ({ additionalProperties: typeof value === 'boolean' ? value : toGoogleSchema(value) }),
  ],
  ['anyOf', (value) => ({ anyOf: rewriteEach(value) })],
  ['oneOf', (value) => ({ oneOf: rewriteEach(value) })],
  // a tuple of draft 7 has its own word by now, and the word for what comes after it is `items`
  [
    'items',
    (value) =>
      Array.isArray(value) ? { prefixItems: rewriteEach(value) } : { items: toGoogleSchema(value) },
  ],
  ['additionalItems', (value, { items }) => (Array.isArray(items) ? { items: toGoogleSchema(value) } : {})],
]);

/**
 * A schema in the words that Google documents for answers. Any other, such as `pattern` or `allOf`, is left out, so
 * that the model is held to less; the engine checks the answer against the whole schema.
 */
export const toGoogleSchema = (schema: unknown): Schema => {
  if (!isJsonObject(schema)) return {};
  const definitions = rewriteDefinitions(schema);
  // nothing but words with a dollar sign may stand beside a reference
  if (typeof schema.$ref === 'string') {
    return { $ref: schema.$ref.replace(/^#\/definitions\//, '#/$defs/'), ...definitions };
  }
  return Object.entries(schema).reduce(
    (rewritten, [word, value]) => ({ ...rewritten, ...REWRITTEN_WORDS.get(word)?.(value, schema) }),
    definitions,
  );
};
