import { isJsonObject } from '../../../../../contracts/json-object';

/** The names that a prompt can use, with what their author says of them. */
export const inputsOf = (schema: Record<string, unknown>): { name: string; description: string | null }[] =>
  Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).map(([name, property]) => ({
    name,
    description:
      isJsonObject(property) && typeof property.description === 'string' ? property.description : null,
  }));
