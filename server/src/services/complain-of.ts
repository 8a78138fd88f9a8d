import type { Core } from '@strapi/types';

/** Tells the host's log that code of the site has failed, which must not break a page. */
export const complainOf =
  (strapi: Core.Strapi, what: string) =>
  (fault: unknown): void => {
    const words = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    strapi.log.error(`[ai-tools] ${what} failed, and is left empty: ${words}`);
  };
