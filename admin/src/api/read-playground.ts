import { isJsonObject } from '../../../contracts/json-object';
import type { PlaygroundEvent } from '../../../contracts/playground';
import type { ToolFault } from '../../../contracts/tool-fields';

/** Why a draft was not run at all. */
export interface Refusal {
  /** the server's own words; null when it had none for us */
  sentence: string | null;
  /** the faults of the draft; empty when it was refused for another reason, such as a missing permission */
  faults: ToolFault[];
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** As far down as the pages go by what is there; the rest is our own server's word. */
const isEvent = (value: unknown): value is PlaygroundEvent => {
  if (!isJsonObject(value)) return false;
  switch (value.type) {
    case 'prompt':
      return isJsonObject(value.prompt) && typeof value.prompt.prompt === 'string';
    case 'chunk':
      return isJsonObject(value.chunk) && Array.isArray(value.chunk.choices);
    case 'result':
      return isJsonObject(value.result) && Array.isArray(value.result.exchanges);
    default:
      return false;
  }
};

/** One event of the stream; null for its end, and for what a later version may add. */
export const readEvent = (data: string): PlaygroundEvent | null => {
  const value = parse(data);
  return isEvent(value) ? value : null;
};

const readFault = (value: unknown): ToolFault[] => {
  if (!isJsonObject(value) || typeof value.message !== 'string') return [];
  return [{ field: Array.isArray(value.path) ? value.path.join('.') : '', message: value.message }];
};

/** The host's envelope of an error. */
export const readRefusal = (body: string): Refusal => {
  const value = parse(body);
  const error = isJsonObject(value) && isJsonObject(value.error) ? value.error : {};
  const details = isJsonObject(error.details) ? error.details : {};
  return {
    sentence: typeof error.message === 'string' ? error.message : null,
    faults: Array.isArray(details.errors) ? details.errors.flatMap(readFault) : [],
  };
};
