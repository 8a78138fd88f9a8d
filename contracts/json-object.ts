export type JsonObject = Record<string, unknown>;

/** Whether a value is what JSON calls an object: neither null nor a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
