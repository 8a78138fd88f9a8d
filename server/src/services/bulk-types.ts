import type { Core, UID } from '@strapi/types';
import { contentTypes } from '@strapi/utils';
import { contentFields, isWritable } from '../../../contracts/content-fields';
import type { ContentField, WritableField } from '../../../contracts/content-fields';

/** A content type, as far as bulk runs go. */
export interface BulkType {
  uid: UID.ContentType;
  isLocalized: boolean;
  /** those of the entry itself and of single components */
  fields: ContentField[];
  /** the field that entries are called by, where it is text */
  titleField: string | null;
}

const isContentType = (strapi: Core.Strapi, uid: string): uid is UID.ContentType =>
  Object.hasOwn(strapi.contentTypes, uid);

const findTitleField = async (strapi: Core.Strapi, uid: UID.ContentType): Promise<string | null> => {
  const contentType = strapi.contentType(uid);
  const service = strapi.plugin('content-manager').service('content-types');
  const { settings } = await service.findConfiguration(contentType);
  const attribute = contentType.attributes[String(settings?.mainField)];
  return attribute && contentTypes.isScalarAttribute(attribute) ? String(settings.mainField) : null;
};

/** Why results cannot be written to entries of a content type; or what is to be known of it. */
export const findBulkType = async (
  strapi: Core.Strapi,
  uid: string,
): Promise<{ type: BulkType } | { refusal: string }> => {
  if (!isContentType(strapi, uid) || !/^(api|plugin)::/.test(uid)) {
    return { refusal: 'There is no content type of this name.' };
  }
  const contentType = strapi.contentType(uid);
  if (!contentTypes.hasDraftAndPublish(contentType)) {
    return {
      refusal:
        'Entries of this type have no drafts, and results are written to drafts only. Switch on draft & publish for it.',
    };
  }
  const isLocalized: boolean =
    strapi.plugin('i18n')?.service('content-types').isLocalizedContentType(contentType) ?? false;
  return {
    type: {
      uid,
      isLocalized,
      fields: contentFields(contentType.attributes, { ...strapi.components }),
      titleField: await findTitleField(strapi, uid),
    },
  };
};

/** The field at a path; null where there is none that a tool can read. */
export const findField = ({ fields }: BulkType, path: string): ContentField | null =>
  fields.find((field) => field.path === path) ?? null;

/** The field at a path; null where there is none that a tool can write to. */
export const findTarget = (type: BulkType, path: string): WritableField | null => {
  const field = findField(type, path);
  return field && isWritable(field) ? field : null;
};
