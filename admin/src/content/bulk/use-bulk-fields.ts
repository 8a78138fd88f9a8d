import * as React from 'react';
import { unstable_useDocument as useDocument, useDocumentRBAC } from '@strapi/strapi/admin';
import { contentFields, isWritable } from '../../../../contracts/content-fields';

interface BulkFields {
  /** results go to drafts only; a type without them has nothing to fall back to */
  hasDrafts: boolean;
  /** whether the type has a text at all, whoever may change it */
  hasTexts: boolean;
  /** whether this person may change one */
  mayWrite: boolean;
}

/** Whether a run over many entries of a type has anything to write to. Only within the host's list. */
export const useBulkFields = (model: string): BulkFields => {
  // nothing is asked for: the host keeps the schemas of all types
  const { schema, components } = useDocument({ model, collectionType: 'collection-types' }, { skip: true });
  const { canUpdate, canUpdateFields, canUserAction } = useDocumentRBAC('AiToolsBulk', (rights) => rights);
  return React.useMemo(() => {
    const texts = contentFields(schema?.attributes ?? {}, components).filter(isWritable);
    return {
      hasDrafts: schema?.options?.draftAndPublish === true,
      hasTexts: texts.length > 0,
      mayWrite:
        canUpdate === true &&
        texts.some(({ permission }) => canUserAction(permission, canUpdateFields, 'string')),
    };
  }, [schema, components, canUpdate, canUpdateFields, canUserAction]);
};
