/**
 * Text that every database takes: PostgreSQL refuses NUL in text, and in JSON also a lone half of a character
 * from outside the basic plane.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** JSON that every database takes, keys included. */
export const storableJson = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [storableText(key), storableJson(entry)]),
  );
};
