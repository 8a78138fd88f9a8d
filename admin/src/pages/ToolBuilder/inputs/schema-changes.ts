import { isJsonObject } from '../../../../../contracts/json-object';
import { has, withKey } from './json-object';
import type { JsonObject } from '../../../../../contracts/json-object';
import { isPlacedByNumber, isRequired, propertiesOf } from './schema-rows';

/** What is needed to put a removed input back where it was. */
export interface RemovedInput {
  name: string;
  property: unknown;
  index: number;
  /** its places in the array of required names, which may name it twice */
  required: number[];
}

const withProperties = (schema: JsonObject, entries: [string, unknown][]): JsonObject =>
  withKey(schema, 'properties', Object.fromEntries(entries));

/** Adds an input at the end, a text; what an empty schema lacks is added with it. */
export const addInput = (schema: JsonObject, name: string): JsonObject => {
  const whole = has(schema, 'type') ? schema : { type: 'object', ...schema };
  return withProperties(whole, [...Object.entries(propertiesOf(whole)), [name, { type: 'string' }]]);
};

/** Replaces the definition of an input, in its place. */
export const changeProperty = (schema: JsonObject, name: string, property: unknown): JsonObject =>
  withKey(schema, 'properties', withKey(propertiesOf(schema), name, property));

/** Gives an input another name, which has to be free; it keeps its place and stays required if it is. */
export const renameInput = (schema: JsonObject, from: string, to: string): JsonObject => {
  if (from === to) return schema;
  const renamed = withProperties(
    schema,
    Object.entries(propertiesOf(schema)).map(([name, property]) => [name === from ? to : name, property]),
  );
  const { required } = schema;
  if (!Array.isArray(required) || !required.includes(from)) return renamed;
  return withKey(
    renamed,
    'required',
    required.map((name: unknown) => (name === from ? to : name)),
  );
};

/** Moves an input to another place; names that are numbers stay first, as in every JavaScript object. */
export const moveInput = (schema: JsonObject, name: string, to: number): JsonObject => {
  const entries = Object.entries(propertiesOf(schema));
  const from = entries.findIndex(([other]) => other === name);
  const [entry] = entries.splice(from, 1);
  if (from === -1 || !entry || from === to || isPlacedByNumber(name)) return schema;
  entries.splice(to, 0, entry);
  return withProperties(schema, entries);
};

/** Takes an input out; {@link restoreInput} puts it back. */
export const removeInput = (
  schema: JsonObject,
  name: string,
): { schema: JsonObject; removed: RemovedInput } => {
  const entries = Object.entries(propertiesOf(schema));
  const index = entries.findIndex(([other]) => other === name);
  const left = withProperties(schema, entries.toSpliced(index, 1));
  const names: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const required = names.flatMap((other, place) => (other === name ? [place] : []));
  return {
    schema:
      required.length === 0
        ? left
        : withKey(
            left,
            'required',
            names.filter((other) => other !== name),
          ),
    removed: { name, property: entries[index]?.[1], index, required },
  };
};

/** Puts an input back where it was, under its name, or under `name` when that is taken by now. */
export const restoreInput = (schema: JsonObject, removed: RemovedInput, name = removed.name): JsonObject => {
  const entries = Object.entries(propertiesOf(schema));
  const restored = withProperties(schema, entries.toSpliced(removed.index, 0, [name, removed.property]));
  if (removed.required.length === 0) return restored;
  const names: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return withKey(
    restored,
    'required',
    removed.required.reduce((list, place) => list.toSpliced(place, 0, name), names),
  );
};

/**
 * Marks an input as required, or not. An input with a mark of its own keeps that form; another one goes into the array
 * at the top, unless there is something else in its place.
 */
export const setRequired = (schema: JsonObject, name: string, wanted: boolean): JsonObject => {
  if (isRequired(schema, name) === wanted) return schema;
  const property = propertiesOf(schema)[name];
  const hasOwnMark = isJsonObject(property) && typeof property.required === 'boolean';
  const { required } = schema;
  const hasNoArray = required !== undefined && !Array.isArray(required);

  const marked =
    isJsonObject(property) && (hasOwnMark || (hasNoArray && wanted))
      ? changeProperty(schema, name, withKey(property, 'required', wanted))
      : schema;
  if (marked !== schema && wanted) return marked;
  if (hasNoArray) return marked;
  const names: unknown[] = required ?? [];
  if (wanted) return withKey(marked, 'required', [...names, name]);
  if (!names.includes(name)) return marked;
  return withKey(
    marked,
    'required',
    names.filter((other) => other !== name),
  );
};
