import type { JsonObject } from '../../../../../contracts/json-object';

/** An own key: `constructor` is only there when somebody wrote it. */
export const has = (object: JsonObject, key: string): boolean => Object.hasOwn(object, key);

/** The object with one key set, in its place when it is there already, and last when it is new. */
export const withKey = (object: JsonObject, key: string, value: unknown): JsonObject =>
  has(object, key)
    ? Object.fromEntries(Object.entries(object).map((entry) => (entry[0] === key ? [key, value] : entry)))
    : Object.fromEntries([...Object.entries(object), [key, value]]);

export const withoutKey = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

/** One text for each value, whatever its parts are called; the order of keys counts. */
export const toText = (value: unknown): string => JSON.stringify(value) ?? '';
