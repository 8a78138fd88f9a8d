import type { Core } from '@strapi/strapi';
import { summarize } from './summarize';

const ARTICLES_PER_NIGHT = 100;

/**
 * Summarizes the articles that have no summary yet, one after the other. It works on drafts: somebody reads what a model
 * wrote before everybody does.
 */
export const summarizeArticles = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const articles = strapi.documents('api::article.article');
  const waiting = await articles.findMany({
    filters: { content: { $notNull: true }, $or: [{ summary: { $null: true } }, { summary: '' }] },
    limit: ARTICLES_PER_NIGHT,
  });
  for (const { documentId, content } of waiting) {
    const data = { summary: await summarize(strapi, content) };
    if (data.summary) await articles.update({ documentId, data });
  }
};
