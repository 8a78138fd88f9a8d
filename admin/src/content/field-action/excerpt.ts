import { textOfField } from '../../../../contracts/content-values';

const LONGEST = 180;

/** The beginning of a value in one line; the empty string for an empty one. */
export const excerptOf = (value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const line = textOfField(value).trim().replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed().trimEnd()}…` : line;
};
