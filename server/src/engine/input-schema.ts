import type Ajv from 'ajv';
import type { ValidateFunction } from 'ajv';
import type { InputFault } from '../../../contracts/errors';
import { describeFault } from './input-faults';
import { createAjv, isJsonObject } from './json-schema';
import type { JsonObject } from './json-schema';
import { RESERVED_NAMES } from './prompt-template';

export type Inputs = Record<string, unknown>;

/** Validates a tool's inputs and fills their defaults; the caller's object is left as it is. */
export type InputValidator = (inputs: Inputs) => { inputs: Inputs } | { faults: InputFault[] };

const INPUT_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const FORBIDDEN_NAMES = [...RESERVED_NAMES, '__proto__', 'constructor', 'prototype'];

// a hundred thousand faults in one body help nobody and cost memory
const MAX_FAULTS = 50;

/** Every property of the schema that is an object, under its name. */
const propertiesOf = (schema: JsonObject): [string, JsonObject][] =>
  isJsonObject(schema.properties)
    ? Object.entries(schema.properties).filter((entry): entry is [string, JsonObject] =>
        isJsonObject(entry[1]),
      )
    : [];

/**
 * The specification's dialect as plain JSON Schema: the boolean `required` of a property moves into the array at
 * the top, and inputs that the schema does not name are refused.
 */
const toJsonSchema = (schema: JsonObject): JsonObject => {
  const { $schema: _dialect, ...rest } = schema;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = Object.fromEntries(
    propertiesOf(schema).map(([name, { required: isRequired, ...property }]) => {
      // an array or nothing belongs to a nested object schema and stays
      if (typeof isRequired !== 'boolean') {
        return [name, isRequired === undefined ? property : { ...property, required: isRequired }];
      }
      if (isRequired) required.add(name);
      return [name, property];
    }),
  );
  return { ...rest, properties, required: [...required], additionalProperties: false };
};

/** Faults of the schema as its author wrote it, before ajv has seen it. Each message names the place. */
const findShapeFaults = (schema: JsonObject): string[] => {
  const faults: string[] = [];
  if (schema.type !== 'object') faults.push('"type" must be "object".');
  if (schema.$async !== undefined) faults.push('"$async" is not supported.');
  if (!isJsonObject(schema.properties)) {
    faults.push('"properties" must be an object that maps each input name to its definition.');
    return faults;
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!INPUT_NAME.test(name) || FORBIDDEN_NAMES.includes(name)) {
      faults.push(
        `"${name}" cannot be the name of an input: use letters, digits, "_" and "-", and none of ${FORBIDDEN_NAMES.join(', ')}.`,
      );
    }
    if (!isJsonObject(property)) faults.push(`The definition of "${name}" must be an object.`);
    else if (
      property.type === undefined &&
      !['enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'].some((word) => word in property)
    ) {
      faults.push(`"${name}" needs a "type", such as "string" or "integer".`);
    }
  }
  if (schema.required !== undefined) {
    if (!Array.isArray(schema.required)) faults.push('"required" must be an array of input names.');
    else {
      for (const name of schema.required) {
        if (typeof name !== 'string' || !Object.hasOwn(schema.properties, name)) {
          faults.push(`"required" names ${JSON.stringify(name)}, which is not in "properties".`);
        }
      }
    }
  }
  return faults;
};

/** A default that breaks its own definition would make every run without that input fail. */
const findDefaultFaults = (schema: JsonObject, ajv: Ajv): string[] =>
  propertiesOf(schema).flatMap(([name, property]) => {
    if (!('default' in property)) return [];
    const { definitions, $defs } = schema;
    const { required: isRequired, ...rest } = property;
    const validate = ajv.compile({
      ...(definitions !== undefined && { definitions }),
      ...($defs !== undefined && { $defs }),
      properties: { [name]: typeof isRequired === 'boolean' ? rest : property },
    });
    if (validate({ [name]: property.default })) return [];
    return [
      `The default of "${name}" breaks its own definition: ${validate.errors?.map((error) => describeFault(error, []).message).join(' ')}`,
    ];
  });

/** Callers in process may hand over dates, entries or functions; what counts is what JSON makes of them. */
const cloneJson = (inputs: Inputs): Inputs | null => {
  try {
    return JSON.parse(JSON.stringify(inputs));
  } catch {
    return null;
  }
};

const createValidator = (validate: ValidateFunction, names: readonly string[]): InputValidator => {
  return (inputs) => {
    const filled = cloneJson(inputs);
    if (filled === null) return { faults: [{ input: '', message: 'The inputs cannot be written as JSON.' }] };
    if (validate(filled)) return { inputs: filled };
    return {
      faults: (validate.errors ?? []).slice(0, MAX_FAULTS).map((error) => describeFault(error, names)),
    };
  };
};

export interface CompiledInputSchema {
  names: string[];
  validate: InputValidator;
}

/**
 * Checks an input schema and compiles it. Takes the specification's dialect and all of JSON Schema that ajv
 * knows in draft 7, formats included. Values are never coerced.
 */
export const compileInputSchema = (schema: unknown): CompiledInputSchema | { faults: string[] } => {
  if (!isJsonObject(schema)) return { faults: ['must be a JSON object with "type" and "properties".'] };
  const shapeFaults = findShapeFaults(schema);
  if (shapeFaults.length > 0) return { faults: shapeFaults };

  const ajv = createAjv({ useDefaults: true });
  try {
    const validate = ajv.compile(toJsonSchema(schema));
    const defaultFaults = findDefaultFaults(schema, ajv);
    if (defaultFaults.length > 0) return { faults: defaultFaults };
    const names = propertiesOf(schema).map(([name]) => name);
    return { names, validate: createValidator(validate, names) };
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)] };
  }
};
