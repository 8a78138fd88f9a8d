import { isJsonObject } from '../../../contracts/json-object';
import type { JsonObject } from '../../../contracts/json-object';
import { createAjv } from '../engine/json-schema';

type Attributes = Readonly<Record<string, string>>;

/** Makes inputs of attributes; those that the tool has no input for are left out. */
export type ReadAttributes = (attributes: Attributes) => Record<string, unknown>;

const typesOf = (property: JsonObject): unknown[] => [property.type].flat();

/** `a, b` for a list; a text that the schema takes as it is stays one. */
const splitLists = (name: string, text: string, property: JsonObject): [string, unknown] => {
  const types = typesOf(property);
  if (!types.includes('array') || types.includes('string')) return [name, text];
  const items = text.split(',').map((item) => item.trim());
  return [name, items.filter((item) => item !== '')];
};

/**
 * Texts as the types that a tool's schema asks for, by ajv's rules: `60` for a number, `true` for a boolean. What does
 * not fit stays a text, for the run to find fault with.
 */
export const createAttributeReader = (schema: unknown): ReadAttributes => {
  const { properties, definitions, $defs } = isJsonObject(schema) ? schema : {};
  const named = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return [];
    // the specification's boolean, which is none of JSON Schema's words
    const { required, ...rest } = property;
    return [[name, typeof required === 'boolean' ? rest : property] as const];
  });
  const known = new Map(named);
  const coerce = createAjv({ useDefaults: false, coerceTypes: true }).compile({
    ...(definitions !== undefined && { definitions }),
    ...($defs !== undefined && { $defs }),
    properties: Object.fromEntries(known),
  });
  return (attributes) => {
    const inputs = Object.fromEntries(
      Object.entries(attributes).flatMap(([name, text]) => {
        const property = known.get(name);
        return property ? [splitLists(name, text, property)] : [];
      }),
    );
    coerce(inputs);
    return inputs;
  };
};
