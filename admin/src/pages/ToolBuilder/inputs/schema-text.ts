import { isJsonObject } from '../../../../../contracts/json-object';
import type { JsonObject } from '../../../../../contracts/json-object';

export type SchemaReading = { value: JsonObject } | { fault: 'syntax' | 'object'; detail: string };

export const writeSchema = (schema: JsonObject): string => JSON.stringify(schema, null, 2);

/** Reads what was typed as a schema: any JSON object, whatever else is wrong with it. */
export const readSchema = (text: string): SchemaReading => {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? { value } : { fault: 'object', detail: '' };
  } catch (error) {
    return { fault: 'syntax', detail: error instanceof Error ? error.message : '' };
  }
};
