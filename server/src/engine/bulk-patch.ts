import { readPath } from '../../../contracts/content-fields';
import { isJsonObject } from '../../../contracts/json-object';
import type { JsonObject } from '../../../contracts/json-object';

/** What has to be read along with an entry, so that the fields at these paths are there: their components. */
export const populateOf = (paths: readonly string[]): JsonObject => {
  const populate: JsonObject = {};
  for (const path of paths) {
    let level = populate;
    for (const step of path.split('.').slice(0, -1)) {
      const known = level[step];
      const inner = isJsonObject(known) && isJsonObject(known.populate) ? known.populate : {};
      level[step] = { populate: inner };
      level = inner;
    }
  }
  return populate;
};

/** The components around a field, from the outermost to its own, such as `seo` and `seo.quote`. */
export const componentsAround = (path: string): string[] => {
  const steps = path.split('.').slice(0, -1);
  return steps.map((_step, index) => steps.slice(0, index + 1).join('.'));
};

/** The outermost component on the way to a field that an entry does not have; null when it has them all. */
export const missingComponent = (values: JsonObject, path: string): string | null =>
  componentsAround(path).find((component) => !isJsonObject(readPath(values, component))) ?? null;

/**
 * The least that has to be written to change one field: components by their id with nothing else in them, so that what
 * somebody else has changed beside it stays.
 */
export const patchOf = (values: unknown, path: string, value: unknown): JsonObject => {
  const [step = '', ...rest] = path.split('.');
  if (rest.length === 0) return { [step]: value };
  const component = readPath(values, step);
  const id = isJsonObject(component) && component.id !== undefined ? { id: component.id } : {};
  return { [step]: { ...id, ...patchOf(component, rest.join('.'), value) } };
};

/** Without the ids of rows, which are others for the same content. */
export const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id')
      .map(([key, inner]) => [key, withoutIds(inner)]),
  );
};
