import type { ContentRunEvent } from '../../../contracts/content';
import { isJsonObject } from '../../../contracts/json-object';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** As far down as the panel goes by what is there; the rest is our own server's word. */
const isEvent = (value: unknown): value is ContentRunEvent => {
  if (!isJsonObject(value)) return false;
  if (value.type === 'chunk') return isJsonObject(value.chunk) && Array.isArray(value.chunk.choices);
  if (value.type !== 'result' || !isJsonObject(value.result)) return false;
  return isJsonObject(value.result.error) || Array.isArray(value.result.choices);
};

/** One event of the stream; null for its end, and for what a later version may add. */
export const readContentEvent = (data: string): ContentRunEvent | null => {
  const value = parse(data);
  return isEvent(value) ? value : null;
};
