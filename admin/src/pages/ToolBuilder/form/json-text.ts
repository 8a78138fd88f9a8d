import { isJsonObject } from '../../../../../contracts/json-object';

export type ReadJson = { value: Record<string, unknown> | null } | { problem: 'no-json' | 'no-object' };

/** A JSON object as somebody types it; null when there is nothing. */
export const readJson = (text: string): ReadJson => {
  if (text.trim() === '') return { value: null };
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? { value } : { problem: 'no-object' };
  } catch {
    return { problem: 'no-json' };
  }
};

export const writeJson = (value: Record<string, unknown> | null): string =>
  value === null ? '' : JSON.stringify(value, null, 2);
