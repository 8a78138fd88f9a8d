/** How the admin addresses a tool: a colon is in no document id, so that none is taken for the other. */
const CODE_PREFIX = 'code:';

export const idFromCode = (slug: string): string => CODE_PREFIX + slug;

/** The slug of a tool from code; null when the id is a document's. */
export const slugFromCodeId = (id: string): string | null =>
  id.startsWith(CODE_PREFIX) ? id.slice(CODE_PREFIX.length) : null;
