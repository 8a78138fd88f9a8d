import { toText } from './json-object';
import { fits } from './property-type';
import type { PropertyType } from './property-type';

/** What was made of a typed text; `undefined` when it says that there is no value. */
export type Reading = { value: unknown } | { fault: 'integer' | 'number' | 'json' | 'array' | 'object' };

/** A default as text: texts as they are, everything else as JSON. */
export const writeValue = (value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : toText(value);
};

const parse = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

/** Reads a typed text as a value of the type. Empty is no value. */
export const readValue = (text: string, type: PropertyType): Reading => {
  if (type === 'string') return { value: text === '' ? undefined : text };
  if (text.trim() === '') return { value: undefined };
  if (type === 'integer' || type === 'number') {
    const value = Number(text);
    return fits(value, type) ? { value } : { fault: type };
  }
  const parsed = parse(text);
  if (!parsed) return { fault: 'json' };
  if (type === 'boolean') return parsed;
  return fits(parsed.value, type) ? parsed : { fault: type };
};

/** Allowed values, one a line. */
export const writeLines = (values: unknown): string =>
  Array.isArray(values) ? values.map(writeValue).join('\n') : '';

/** Whether lines can say what these values say: blank ones, and those of another type or of several lines, need JSON. */
export const fitsLines = (values: unknown, type: PropertyType): boolean =>
  values === undefined ||
  (Array.isArray(values) &&
    values.every((value) => fits(value, type) && /^[^\n\r]*\S[^\n\r]*$/.test(String(value))));

/** Reads allowed values, one a line, each once. None at all is no restriction. */
export const readLines = (text: string, type: PropertyType): Reading => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const values: unknown[] = [];
  for (const line of lines) {
    const reading = readValue(line, type);
    if ('fault' in reading) return reading;
    if (!values.includes(reading.value)) values.push(reading.value);
  }
  return { value: values.length === 0 ? undefined : values };
};
