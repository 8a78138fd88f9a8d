/** Where the host edits an entry, in the language that a run has worked in. */
export const entryAddress = (contentType: string, documentId: string, locale: string | null): string => {
  const language = locale === null ? '' : `?plugins[i18n][locale]=${encodeURIComponent(locale)}`;
  return `/content-manager/collection-types/${contentType}/${documentId}${language}`;
};
