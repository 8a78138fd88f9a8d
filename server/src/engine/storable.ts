/**
 * Text that every database takes: PostgreSQL refuses NUL in text, and in JSON also a lone half of a character
 * from outside the basic plane.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Whether every database takes it as it is. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
