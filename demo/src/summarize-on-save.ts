import type { Core, Modules } from '@strapi/strapi';
import { summarize } from './summarize';

/** On an update, a summary that is not sent is one that stays as it is. */
const lacksSummary = (action: string, data: Record<string, unknown>): boolean =>
  data.summary === '' || data.summary === null || (action === 'create' && data.summary === undefined);

/** Fills the summary of an article that is saved without one. */
export const summarizeOnSave =
  (strapi: Core.Strapi): Modules.Documents.Middleware.Middleware =>
  async (context, next) => {
    if (context.uid !== 'api::article.article') return next();
    if (context.action !== 'create' && context.action !== 'update') return next();

    const data: Record<string, unknown> = context.params.data ?? {};
    const { content } = data;
    if (typeof content === 'string' && content !== '' && lacksSummary(context.action, data)) {
      // before next(): behind it a transaction is open, and a database must not wait for a model
      data.summary = await summarize(strapi, content);
    }
    return next();
  };
