import type { SiteOptions } from './site';

export const ARTICLE = 'api::article.article';
export const SEO = 'shared.seo';
export const QUOTE = 'shared.quote';

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const localized = { pluginOptions: { i18n: { localized: true } } };

const api = (kind: 'controllers' | 'routes' | 'services', factory: string) => ({
  [`src/api/article/${kind}/article.js`]: `module.exports = require('@strapi/strapi').factories.${factory}('${ARTICLE}');\n`,
});

/** A type with every kind of text, components at any depth, drafts and translations: what editors have. */
const files: Record<string, string> = {
  'src/api/article/content-types/article/schema.json': json({
    kind: 'collectionType',
    collectionName: 'articles',
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options: { draftAndPublish: true },
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      title: { type: 'string', ...localized },
      content: { type: 'richtext', ...localized },
      summary: { type: 'text', ...localized },
      story: { type: 'blocks', ...localized },
      secret: { type: 'text', private: true, ...localized },
      seo: { type: 'component', component: SEO, ...localized },
      quotes: { type: 'component', component: QUOTE, repeatable: true, ...localized },
      sections: { type: 'dynamiczone', components: [SEO, QUOTE], ...localized },
    },
  }),
  'src/components/shared/seo.json': json({
    collectionName: 'components_shared_seo',
    info: { displayName: 'Seo' },
    attributes: {
      description: { type: 'text' },
      quote: { type: 'component', component: QUOTE },
    },
  }),
  'src/components/shared/quote.json': json({
    collectionName: 'components_shared_quotes',
    info: { displayName: 'Quote' },
    attributes: { words: { type: 'richtext' }, body: { type: 'blocks' } },
  }),
  ...api('controllers', 'createCoreController'),
  ...api('routes', 'createCoreRouter'),
  ...api('services', 'createCoreService'),
};

/** A site whose editors write articles; `options` are those of any site. */
export const withArticles = (options: SiteOptions = {}): SiteOptions => ({
  ...options,
  files: { ...files, ...options.files },
});
