import { adminApi } from '@strapi/strapi/admin';

/**
 * The host's own data layer: answers are kept and shared by all pages, and read again when something is changed that
 * they depend on. A file of calls for each resource adds to it. Names of endpoints and tags are shared with the host
 * and all plugins: a second `getSettings` would be dropped, so ours have the plugin in them.
 */
export const aiToolsApi = adminApi.enhanceEndpoints({
  addTagTypes: ['AiToolsProviders', 'AiToolsSettings', 'AiToolsTools'],
});

/** An admin route of the plugin: `route('providers', 'openai')` is /ai-tools/providers/openai. */
export const route = (...parts: string[]): string =>
  ['/ai-tools', ...parts.map(encodeURIComponent)].join('/');
