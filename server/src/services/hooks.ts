import type { Core } from '@strapi/types';
import { createHooks } from '../engine/hooks';
import type { HookRegistry } from '../engine/hooks';

/**
 * The site's own code around each run, whichever way the run came in; see docs/extending.md.
 *
 * @example
 * const remove = strapi.plugin('ai-tools').service('hooks').beforeExecute(({ tool, inputs }) => {
 *   if (tool === 'translator') return { inputs: { ...inputs, language: 'de' } };
 * });
 */
export const createHooksService = ({ strapi }: { strapi: Core.Strapi }): HookRegistry =>
  createHooks({
    complain: (error) => {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      strapi.log.error(`[ai-tools] an afterExecute hook failed: ${words}`);
    },
  });
