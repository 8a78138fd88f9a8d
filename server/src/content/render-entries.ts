import { TEXT_FIELDS } from '../../../contracts/content-values';
import { isJsonObject } from '../../../contracts/json-object';
import type { JsonObject } from '../../../contracts/json-object';

/** What is read of a content type to tell which of an entry's fields are needed. */
export interface EntryModel {
  attributes: Record<string, { type: string }>;
  options?: { draftAndPublish?: boolean };
}

/** What must be known of an entry to render in it. */
export interface Needs {
  /** fields of its own */
  select: string[];
  /** the way to a field in a component, as the host's query engine takes it */
  populate: JsonObject;
  /** all of it, by path */
  paths: string[];
}

const PUBLISHED_AT = 'publishedAt';

const hasDrafts = (model: EntryModel): boolean => model.options?.draftAndPublish === true;

const populateTo = (components: readonly string[]): JsonObject => {
  const [component, ...inner] = components;
  if (component === undefined) return {};
  return { [component]: inner.length > 0 ? { populate: populateTo(inner) } : true };
};

/**
 * What an entry is summarized from, whatever of it was asked for: a summary must not be another one because somebody
 * asked for less. A private field is none of it, unless the site has named it.
 */
export const needsOf = (
  model: EntryModel,
  { summaryField, isPrivate }: { summaryField: string | null; isPrivate(name: string): boolean },
): Needs => {
  const kinds: readonly string[] = TEXT_FIELDS;
  const texts = Object.keys(model.attributes).filter(
    (name) =>
      kinds.includes(model.attributes[name]?.type ?? '') && (name === summaryField || !isPrivate(name)),
  );
  const select = hasDrafts(model) ? [...texts, PUBLISHED_AT] : texts;
  const components = summaryField?.split('.').slice(0, -1) ?? [];
  const [first = ''] = components;
  if (!Object.hasOwn(model.attributes, first)) return { select, populate: {}, paths: select };
  return { select, populate: populateTo(components), paths: [...select, String(summaryField)] };
};

/** Whether something is known at a path, be it that there is nothing. */
const isKnownAt = (value: unknown, [key, ...rest]: readonly string[]): boolean => {
  if (key === undefined || value === null) return true;
  return isJsonObject(value) && Object.hasOwn(value, key) && isKnownAt(value[key], rest);
};

/** Whether the answer has all that must be known of an entry. */
export const isEnough = (fields: JsonObject, { paths }: Needs): boolean =>
  paths.every((path) => isKnownAt(fields, path.split('.')));

/** Whether an entry is published, or of a type that knows no drafts; what is not known to be published is a draft. */
export const isPublished = (model: EntryModel, fields: JsonObject): boolean =>
  !hasDrafts(model) || (fields[PUBLISHED_AT] !== null && fields[PUBLISHED_AT] !== undefined);
