import type { Core } from '@strapi/types';

const AFTER_WRITE = /^after(Create|Update|Delete)/;

/**
 * Calls `react` after every write to one of the content types, whichever way it was made: at once, and again when the
 * transaction around it is committed, since whoever looks before that sees the old row. `matters` judges the written
 * row, which is undefined or a count where many were written at once.
 */
export const onWrite = (
  strapi: Core.Strapi,
  uids: readonly string[],
  react: () => void,
  matters: (row: unknown) => boolean = () => true,
): void => {
  strapi.db.lifecycles.subscribe((event) => {
    if (!AFTER_WRITE.test(event.action) || !uids.includes(event.model.uid)) return;
    if (!matters(event.result)) return;
    react();
    // joins the transaction that is open, and opens none
    if (strapi.db.inTransaction()) void strapi.db.transaction(({ onCommit }) => onCommit(react));
  });
};
