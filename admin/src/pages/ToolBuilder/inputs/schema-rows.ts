import { isJsonObject } from '../../../../../contracts/json-object';
import { has } from './json-object';
import type { JsonObject } from '../../../../../contracts/json-object';

/** An input as a row shows it. */
export interface SchemaRow {
  name: string;
  /** as it stands in the schema, which may be anything */
  property: unknown;
  isRequired: boolean;
}

const SHOWN_OF_SCHEMA = ['type', 'properties', 'required'];

export const propertiesOf = (schema: JsonObject): JsonObject =>
  isJsonObject(schema.properties) ? schema.properties : {};

/** The specification marks what is required at the top of the schema or inside the property; both count. */
export const isRequired = (schema: JsonObject, name: string): boolean => {
  const { required } = schema;
  if (Array.isArray(required) && required.includes(name)) return true;
  const properties = propertiesOf(schema);
  const property = has(properties, name) ? properties[name] : null;
  return isJsonObject(property) && property.required === true;
};

/** The inputs of a schema, in its order. */
export const readRows = (schema: JsonObject): SchemaRow[] =>
  Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    property,
    isRequired: isRequired(schema, name),
  }));

/** Whether inputs can be added: not where `properties` holds something that is no list of inputs. */
export const takesRows = (schema: JsonObject): boolean =>
  schema.properties === undefined || isJsonObject(schema.properties);

/** Keys of the schema that no row shows. */
export const unseenKeys = (schema: JsonObject): string[] =>
  Object.keys(schema).filter((key) => !SHOWN_OF_SCHEMA.includes(key));

/** A JavaScript object has such names first, in the order of numbers, whatever order they were written in. */
export const isPlacedByNumber = (name: string): boolean =>
  /^(0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;

/** The first free one of `input`, `input_2`, `input_3` … */
export const freeName = (schema: JsonObject, wanted: string): string => {
  const properties = propertiesOf(schema);
  if (!has(properties, wanted)) return wanted;
  let count = 2;
  while (has(properties, `${wanted}_${count}`)) count += 1;
  return `${wanted}_${count}`;
};
