import type Ajv from 'ajv';
import type { ValidateFunction } from 'ajv';
import type { InputFault } from '../../../contracts/errors';
import { FORBIDDEN_INPUT_NAMES, isInputName } from '../../../contracts/input-names';
import { describeFault } from './input-faults';
import { isJsonObject } from '../../../contracts/json-object';
import { createAjv } from './json-schema';
import type { JsonObject } from '../../../contracts/json-object';
import type { Fault } from './faults';

export type Inputs = Record<string, unknown>;

/** Validates a tool's inputs and fills their defaults; the caller's object is left as it is. */
export type InputValidator = (inputs: Inputs) => { inputs: Inputs } | { faults: InputFault[] };

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

const fault = (message: string, field = ''): Fault => ({ field, message });
const propertyFault = (name: string, message: string, key?: string): Fault =>
  fault(message, `properties.${name}${key === undefined ? '' : `.${key}`}`);

const findPropertyFaults = (name: string, property: unknown): Fault[] => {
  const faults: Fault[] = [];
  if (!isInputName(name)) {
    faults.push(
      propertyFault(
        name,
        `"${name}" cannot be the name of an input: use letters, digits, "_" and "-", and none of ${FORBIDDEN_INPUT_NAMES.join(', ')}.`,
        'name',
      ),
    );
  }
  if (!isJsonObject(property)) {
    faults.push(propertyFault(name, `The definition of "${name}" must be an object.`));
  } else if (
    property.type === undefined &&
    !['enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'].some((word) => word in property)
  ) {
    faults.push(propertyFault(name, `"${name}" needs a "type", such as "string" or "integer".`, 'type'));
  }
  return faults;
};

/** Faults of the schema as its author wrote it, before ajv has seen it. Each message names the place. */
const findShapeFaults = (schema: JsonObject): Fault[] => {
  const faults: Fault[] = [];
  if (schema.type !== 'object') faults.push(fault('"type" must be "object".'));
  if (schema.$async !== undefined) faults.push(fault('"$async" is not supported.'));
  const { properties, required } = schema;
  if (!isJsonObject(properties)) {
    faults.push(fault('"properties" must be an object that maps each input name to its definition.'));
    return faults;
  }
  faults.push(
    ...Object.entries(properties).flatMap(([name, property]) => findPropertyFaults(name, property)),
  );
  if (required !== undefined && !Array.isArray(required)) {
    faults.push(fault('"required" must be an array of input names.'));
  }
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name !== 'string' || !Object.hasOwn(properties, name)) {
      faults.push(fault(`"required" names ${JSON.stringify(name)}, which is not in "properties".`));
    }
  }
  return faults;
};

/** One input alone, with what it may refer to. */
const aloneOf = (schema: JsonObject, name: string, property: JsonObject): JsonObject => {
  const { definitions, $defs } = schema;
  const { required: isRequired, ...rest } = property;
  return {
    ...(definitions !== undefined && { definitions }),
    ...($defs !== undefined && { $defs }),
    properties: { [name]: typeof isRequired === 'boolean' ? rest : property },
  };
};

/** A default that breaks its own definition would make every run without that input fail. */
const findDefaultFaults = (schema: JsonObject, ajv: Ajv): Fault[] =>
  propertiesOf(schema).flatMap(([name, property]) => {
    if (!('default' in property)) return [];
    const validate = ajv.compile(aloneOf(schema, name, property));
    if (validate({ [name]: property.default })) return [];
    const reasons = validate.errors?.map((error) => describeFault(error, []).message).join(' ');
    return [propertyFault(name, `The default of "${name}" breaks its own definition: ${reasons}`, 'default')];
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Finds the inputs that make a schema impossible to compile; the schema itself when none of them does. */
const locateFault = (error: unknown, schema: JsonObject): Fault[] => {
  const located = propertiesOf(schema).flatMap(([name, property]) => {
    try {
      // an instance of its own: one that has met a broken schema is not to be asked again
      createAjv({ useDefaults: true }).compile(aloneOf(schema, name, property));
      return [];
    } catch (reason) {
      return [propertyFault(name, messageOf(reason))];
    }
  });
  return located.length > 0 ? located : [fault(messageOf(error))];
};

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
 * knows in draft 7, formats included. Values are never coerced. The field of a fault is a path within the schema.
 */
export const compileInputSchema = (schema: unknown): CompiledInputSchema | { faults: Fault[] } => {
  if (!isJsonObject(schema))
    return { faults: [fault('must be a JSON object with "type" and "properties".')] };
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
    return { faults: locateFault(error, schema) };
  }
};
