import { TEXT_FIELDS } from '../../../contracts/content-values';
import { isJsonObject } from '../../../contracts/json-object';
import type { JsonObject } from '../../../contracts/json-object';

/** What is read of a content type to tell which of an entry's fields are needed. */
export interface EntryModel {
  attributes: Record<string, { type: string; component?: string }>;
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

interface Rules {
  /** which may be in a component, as in `seo.description`; null where the site names none */
  summaryField: string | null;
  isPrivate(name: string): boolean;
  findModel(uid: string): EntryModel | undefined;
}

/** Populates one component in the other; ends where the path leads to none. */
const populateTo = (
  model: EntryModel | undefined,
  [name = '', ...inner]: readonly string[],
  findModel: Rules['findModel'],
): JsonObject => {
  const { type, component = '' } = model?.attributes[name] ?? {};
  if (type !== 'component') return {};
  return { [name]: { populate: populateTo(findModel(component), inner, findModel) } };
};

/**
 * What an entry is summarized from, whatever of it was asked for: a summary must not be another one because somebody
 * asked for less. A private field is none of it, unless the site has named it.
 */
export const needsOf = (model: EntryModel, { summaryField, isPrivate, findModel }: Rules): Needs => {
  const kinds: readonly string[] = TEXT_FIELDS;
  const texts = Object.entries(model.attributes).flatMap(([name, { type }]) =>
    kinds.includes(type) && (name === summaryField || !isPrivate(name)) ? [name] : [],
  );
  const select = hasDrafts(model) ? [...texts, PUBLISHED_AT] : texts;
  const populate = populateTo(model, summaryField?.split('.') ?? [], findModel);
  const isInComponent = Object.keys(populate).length > 0;
  return { select, populate, paths: isInComponent ? [...select, String(summaryField)] : select };
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
