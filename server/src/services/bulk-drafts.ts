import type { Core } from '@strapi/types';
import { readPath } from '../../../contracts/content-fields';
import type { FieldAttributes, FieldComponents } from '../../../contracts/content-fields';
import { isJsonObject } from '../../../contracts/json-object';
import type { JsonObject } from '../../../contracts/json-object';
import { componentsAround, populateOf, withoutIds } from '../engine/bulk-patch';
import { isSameValue } from '../engine/bulk-value';
import type { BulkRunRow, Connection } from '../stores/bulk-rows';
import type { BulkType } from './bulk-types';

/** A run, and the place in its entries that it writes to. */
export interface WriteTarget {
  run: BulkRunRow;
  type: BulkType;
  locale: string | null;
  path: string;
  /** whose name the entry's last change bears */
  editor: number;
}

/** The rows of an entry were replaced between looking for them and locking them. */
export class MovedEntry extends Error {}

/** Populates everything of the component at a path, one level deep. */
const populateAllOf = (path: string): JsonObject => {
  const [step = '', ...rest] = path.split('.');
  return { [step]: { populate: rest.length === 0 ? true : populateAllOf(rest.join('.')) } };
};

/** The ids of the components around the field, and of the entry itself. */
const idsOf = (values: JsonObject, { path }: WriteTarget): unknown[] => [
  ...componentsAround(path).map((around): unknown => Object(readPath(values, around)).id),
  values.id,
];

/** Reads, locks and updates drafts: their rows as they are, whoever may see them. */
export const createDrafts = ({ strapi, schema }: { strapi: Core.Strapi; schema: string | undefined }) => {
  const read = (target: WriteTarget, documentId: string, populate: JsonObject): Promise<JsonObject | null> =>
    strapi.db.query(target.type.uid).findOne({
      where: {
        documentId,
        publishedAt: null,
        ...(target.locale !== null && { locale: target.locale }),
      },
      populate,
    });

  /** The draft of a document with the components around the field; null when there is none. */
  const find = (target: WriteTarget, documentId: string): Promise<JsonObject | null> =>
    read(target, documentId, populateOf([target.path]));

  const tableOf = (uid: string): string => strapi.db.metadata.get(uid).tableName;

  const lockRow = async (transaction: Connection, table: string, id: unknown): Promise<void> => {
    const from = schema ? transaction(table).withSchema(schema) : transaction(table);
    await from.where({ id }).forUpdate().first('id');
  };

  /** The components around the field, with their tables, from the outermost to its own. */
  const componentTables = ({ type, path }: WriteTarget): { path: string; table: string }[] => {
    const components: FieldComponents = { ...strapi.components };
    let attributes: FieldAttributes = strapi.contentType(type.uid).attributes;
    return componentsAround(path).map((around) => {
      const uid = attributes[around.split('.').at(-1) ?? '']?.component ?? '';
      attributes = components[uid]?.attributes ?? {};
      return { path: around, table: tableOf(uid) };
    });
  };

  /**
   * Locks the draft of a document, whose rows are `known`, and reads it; null when there is none. The host writes components before what they
   * are in: who locks the other way round would lock an editor out.
   */
  const lock = async (
    transaction: Connection,
    target: WriteTarget,
    known: JsonObject | null,
    documentId: string,
  ): Promise<JsonObject | null> => {
    if (!known) return null;
    for (const { path, table } of componentTables(target).reverse()) {
      const component = readPath(known, path);
      if (isJsonObject(component)) await lockRow(transaction, table, component.id);
    }
    await lockRow(transaction, tableOf(target.type.uid), known.id);
    const values = await find(target, documentId);
    if (values && !isSameValue(idsOf(values, target), idsOf(known, target))) throw new MovedEntry();
    return values;
  };

  const update = async (target: WriteTarget, documentId: string, data: JsonObject): Promise<void> => {
    await strapi.documents(target.type.uid).update({
      documentId,
      ...(target.locale !== null && { locale: target.locale }),
      data: { ...data, updatedBy: target.editor },
    });
  };

  /** Everything in a component, to be compared. */
  const readComponent = async (target: WriteTarget, documentId: string, path: string): Promise<unknown> =>
    withoutIds(readPath(await read(target, documentId, populateAllOf(path)), path) ?? null);

  return { find, lock, update, readComponent };
};
