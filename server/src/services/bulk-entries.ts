import type { Core } from '@strapi/types';
import type { ContentField } from '../../../contracts/content-fields';
import { isJsonObject } from '../../../contracts/json-object';
import type { JsonObject } from '../../../contracts/json-object';
import { populateOf } from '../engine/bulk-patch';
import type { BulkType } from './bulk-types';
import type { ContentPermissions } from './content-permissions';

/** The draft of an entry in one language. */
export interface Entry {
  /** of its row */
  id: number;
  documentId: string;
  label: string;
  values: JsonObject;
}

/** What a run does to an entry: which fields it reads, and which one it writes. */
export interface FieldUse {
  reads: readonly ContentField[];
  target: ContentField;
}

/** Databases take so many values in one condition, and a site has other things to do meanwhile. */
const ENTRIES_AT_ONCE = 100;
const MOST_LABEL = 255;

/** The host types the parameters by content types that it knows when it is compiled. */
interface Documents {
  findMany(params: object): Promise<unknown[]>;
}

interface PopulateBuilder {
  populateFromQuery(query: object): PopulateBuilder;
  withPopulateOverride(populate: object): PopulateBuilder;
  build(): Promise<JsonObject | undefined>;
}

/** Why an administrator may not do this to any entry; null when it depends on the entry. */
export const refusalOfUse = (checker: ContentPermissions, { reads, target }: FieldUse): string | null => {
  const unread = [...reads, target].find(({ permission }) => !checker.can.read(null, permission));
  if (unread) return `You may not read the field "${unread.path}".`;
  return checker.can.update(null, target.permission) ? null : `You may not edit the field "${target.path}".`;
};

/** Why an administrator may not do this to one entry; null when they may. */
export const refusalOfEntry = (
  checker: ContentPermissions,
  { reads, target }: FieldUse,
  { values }: Entry,
): string | null => {
  const mayRead = [...reads, target].every(({ permission }) => checker.can.read(values, permission));
  if (!mayRead) return 'You may not read this entry.';
  return checker.can.update(values, target.permission) ? null : 'You may not edit this entry.';
};

/** What to read along with an entry: what the conditions of permissions ask for, and the components of the fields. */
const populateFor = async (
  strapi: Core.Strapi,
  checker: ContentPermissions,
  uid: string,
  paths: readonly string[],
): Promise<JsonObject> => {
  const builderOf: (uid: string) => PopulateBuilder = strapi
    .plugin('content-manager')
    .service<Core.Service & ((uid: string) => PopulateBuilder)>('populate-builder');
  const forUpdate = await builderOf(uid)
    .populateFromQuery(await checker.sanitizedQuery.update({}))
    .build();
  const populate = await builderOf(uid)
    .populateFromQuery(await checker.sanitizedQuery.read({}))
    .withPopulateOverride(forUpdate ?? {})
    .withPopulateOverride(populateOf(paths))
    .build();
  return populate ?? {};
};

const labelOf = (values: JsonObject, titleField: string | null): string => {
  const title = titleField === null ? null : values[titleField];
  const text = typeof title === 'string' || typeof title === 'number' ? String(title).trim() : '';
  return (text || String(values.documentId)).slice(0, MOST_LABEL).toWellFormed();
};

/** Reads the drafts of documents in one language, in this order; those without one are left out. */
export const readEntries = async function* (
  strapi: Core.Strapi,
  {
    type,
    locale,
    checker,
    use,
  }: { type: BulkType; locale: string | null; checker: ContentPermissions; use: FieldUse },
  documentIds: readonly string[],
): AsyncGenerator<{ documentId: string; entry: Entry | null }> {
  const { uid, titleField } = type;
  const paths = [...use.reads, use.target].map(({ path }) => path);
  const populate = await populateFor(strapi, checker, uid, paths);
  const documents: Documents = strapi.documents(uid);
  const showsTitle = titleField !== null && checker.can.read(null, titleField);
  for (let start = 0; start < documentIds.length; start += ENTRIES_AT_ONCE) {
    const part = documentIds.slice(start, start + ENTRIES_AT_ONCE);
    const rows = await documents.findMany({
      filters: { documentId: { $in: part } },
      status: 'draft',
      ...(locale !== null && { locale }),
      populate,
    });
    const entries = new Map(
      rows.filter(isJsonObject).map((values) => [
        String(values.documentId),
        {
          id: Number(values.id),
          documentId: String(values.documentId),
          label: labelOf(values, showsTitle ? titleField : null),
          values,
        },
      ]),
    );
    for (const documentId of part) yield { documentId, entry: entries.get(documentId) ?? null };
  }
};
