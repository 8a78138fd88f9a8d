import type { Schema, Struct } from '@strapi/strapi';

// as `strapi ts:generate-types` writes it, for the one type whose fields the code reads
interface Article extends Struct.CollectionTypeSchema {
  collectionName: 'articles';
  info: { singularName: 'article'; pluralName: 'articles'; displayName: 'Article' };
  options: { draftAndPublish: true };
  attributes: {
    title: Schema.Attribute.String & Schema.Attribute.Required;
    content: Schema.Attribute.RichText;
    story: Schema.Attribute.Blocks;
    summary: Schema.Attribute.Text;
  };
}

declare module '@strapi/strapi' {
  export namespace Public {
    interface ContentTypeSchemas {
      'api::article.article': Article;
    }
  }
}
