import * as React from 'react';
import { unstable_useDocument as useDocument, useDocumentRBAC } from '@strapi/strapi/admin';
import { contentFields, isWritable } from '../../../../contracts/content-fields';
import type { ContentField, WritableField } from '../../../../contracts/content-fields';

interface BulkFields {
  /** results go to drafts only; a type without them has nothing to fall back to */
  hasDrafts: boolean;
  /** whether the type has a text at all, whoever may change it */
  hasTexts: boolean;
  readable: ContentField[];
  /** where this person may let results go to */
  writable: WritableField[];
}

/** What the host says of a permission: with no field named, all of them are meant. */
const isAmong = (names: readonly string[], { permission }: ContentField): boolean =>
  names.length === 0 || names.includes(permission);

/** The fields of a type that a run over many entries may read and write. Only within the host's list. */
export const useBulkFields = (model: string): BulkFields => {
  // nothing is asked for: the host keeps the schemas of all types
  const { schema, components } = useDocument({ model, collectionType: 'collection-types' }, { skip: true });
  const { canRead, canReadFields, canUpdate, canUpdateFields } = useDocumentRBAC(
    'AiToolsBulk',
    (rights) => rights,
  );
  return React.useMemo(() => {
    const fields = contentFields(schema?.attributes ?? {}, components);
    return {
      hasDrafts: schema?.options?.draftAndPublish === true,
      hasTexts: fields.some(isWritable),
      readable: canRead ? fields.filter((field) => isAmong(canReadFields, field)) : [],
      writable: canUpdate ? fields.filter(isWritable).filter((field) => isAmong(canUpdateFields, field)) : [],
    };
  }, [schema, components, canRead, canReadFields, canUpdate, canUpdateFields]);
};
