/**
 * Text that every database takes: PostgreSQL refuses NUL in text, and in JSON also a lone half of a character
 * from outside the basic plane.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
