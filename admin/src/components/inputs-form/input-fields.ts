import { isJsonObject } from '../../../../contracts/json-object';

type Json = Record<string, unknown>;

/** How one input is typed in; `json` for whatever has no control of its own. */
export type InputKind = 'line' | 'text' | 'choice' | 'boolean' | 'integer' | 'number' | 'json';

export interface InputField {
  name: string;
  kind: InputKind;
  description: string | null;
  required: boolean;
  /** what the server takes when nothing is typed; undefined without a default */
  fallback: unknown;
  /** the allowed values, of a choice */
  choices: readonly unknown[];
  /** such as `date`; null without one */
  format: string | null;
}

/** Up to here a text is a word or a sentence, and one line is room enough. */
const LONGEST_LINE = 120;

/** The one type of a schema; `null` beside it is what leaving the input out means. */
const onlyType = ({ type }: Json): unknown => {
  const types: unknown[] = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : null;
};

const isShort = ({ format, maxLength }: Json): boolean =>
  typeof format === 'string' || (typeof maxLength === 'number' && maxLength <= LONGEST_LINE);

const kindOf = (schema: Json): InputKind => {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return 'choice';
  switch (onlyType(schema)) {
    case 'string':
      return isShort(schema) ? 'line' : 'text';
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'json';
  }
};

/** The fields, with the very ones of before wherever nothing of them has changed, so that only the others are drawn anew. */
export const keepUnchanged = (
  before: readonly InputField[],
  fields: readonly InputField[],
): readonly InputField[] => {
  const known = new Map(before.map((field) => [JSON.stringify(field), field]));
  return fields.map((field) => known.get(JSON.stringify(field)) ?? field);
};

/** The inputs of a schema in its order, each with the control that fits it. Anything may stand in a schema that is being typed. */
export const readInputFields = (schema: Json): InputField[] => {
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).map(([name, value]) => {
    const property = isJsonObject(value) ? value : {};
    return {
      name,
      kind: kindOf(property),
      description: typeof property.description === 'string' ? property.description || null : null,
      // the specification writes it into the property, JSON Schema beside it
      required: required.includes(name) || property.required === true,
      fallback: property.default,
      choices: Array.isArray(property.enum) ? property.enum : [],
      format: typeof property.format === 'string' ? property.format : null,
    };
  });
};
