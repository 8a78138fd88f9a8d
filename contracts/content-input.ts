import { isJsonObject } from './json-object';
import type { JsonObject } from './json-object';

/** The name of the input that takes a text, where a tool has one of it. */
const USUAL_NAME = 'content';

const takesText = (property: unknown): boolean =>
  isJsonObject(property) && [property.type].flat().includes('string');

/** The input of a tool that takes the text to work on: `content`, or else the first required one that is a text. */
export const contentInputOf = ({ properties, required }: JsonObject): string | null => {
  if (!isJsonObject(properties)) return null;
  if (Object.hasOwn(properties, USUAL_NAME)) return USUAL_NAME;
  const names = Array.isArray(required) ? required : [];
  const isRequired = ([name, property]: [string, unknown]): boolean =>
    names.includes(name) || (isJsonObject(property) && property.required === true);
  const found = Object.entries(properties).find((entry) => isRequired(entry) && takesText(entry[1]));
  return found ? found[0] : null;
};
