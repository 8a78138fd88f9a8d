import type { Core } from '@strapi/strapi';

/** An editor who saves waits no longer than this; what is missed here is made up for at night. */
const PATIENCE_MS = 10_000;

/** Runs a tool from the site's own code. Null when there is no answer: the article is worth more than its summary. */
export const summarize = async (strapi: Core.Strapi, content: string): Promise<string | null> => {
  const result = await strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool(
      'content-summarizer',
      { content, max_length: 40 },
      { signal: AbortSignal.timeout(PATIENCE_MS) },
    );
  if ('error' in result) {
    strapi.log.warn(`An article stays without a summary: ${result.error.message}`);
    return null;
  }
  return result.choices[0].message.content;
};
