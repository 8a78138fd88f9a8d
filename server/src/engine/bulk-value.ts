import { isJsonObject } from '../../../contracts/json-object';

/** JSON with its keys in order: databases that parse it keep another. Nothing at all is null. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, inner]) => inner !== undefined)
            .sort(([left], [right]) => (left < right ? -1 : 1)),
        )
      : part,
  );

/** Whether a field holds the same, whoever asked whichever database. */
export const isSameValue = (left: unknown, right: unknown): boolean =>
  canonicalJson(left) === canonicalJson(right);
