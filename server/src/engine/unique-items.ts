import type { ErrorObject, FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';
import { isJsonObject } from '../../../contracts/json-object';

const sorted = (_name: string, value: unknown): unknown =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
    : value;

/** The same text for values that are equal: the order in which an object has its names does not count. */
const toText = (value: unknown): string => JSON.stringify(value, sorted);

/** What is wrong with the items; null when no two of them are equal. */
const findFault = (items: readonly unknown[]): Partial<ErrorObject> | null => {
  const places = new Map<string, number>();
  for (const [place, item] of items.entries()) {
    const text = toText(item);
    const before = places.get(text);
    if (before !== undefined) {
      return {
        message: `must NOT have duplicate items (items ## ${before} and ${place} are identical)`,
        params: { i: place, j: before },
      };
    }
    places.set(text, place);
  }
  return null;
};

/** Too deep for the engine's stack is not to be compared by anybody. */
const findFaultWithin = (items: readonly unknown[]): Partial<ErrorObject> | null => {
  try {
    return findFault(items);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { message: 'must NOT be nested so deeply that its items cannot be compared', params: {} };
  }
};

const validate: SchemaValidateFunction = (isWanted: boolean, items: readonly unknown[]): boolean => {
  const fault = isWanted ? findFaultWithin(items) : null;
  validate.errors = fault ? [{ keyword: 'uniqueItems', ...fault }] : [];
  return fault === null;
};

/**
 * `uniqueItems` in the time that the items take to be read. The library compares each item with each other one, so that
 * a body of a megabyte would hold the process for minutes.
 */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  validate,
};
