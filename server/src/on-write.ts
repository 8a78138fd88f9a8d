import type { Core } from '@strapi/types';

const AFTER_WRITE = /^after(Create|Update|Delete)/;

/** Calls `react` after every write to one of the content types, whichever way it was made. */
export const onWrite = (strapi: Core.Strapi, uids: readonly string[], react: () => void): void => {
  strapi.db.lifecycles.subscribe((event) => {
    if (AFTER_WRITE.test(event.action) && uids.includes(event.model.uid)) react();
  });
};
