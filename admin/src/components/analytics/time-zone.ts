/** The time zone of the person at the panel; that of everybody where the browser does not tell. */
export const timeZone = (): string => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && zone !== 'Etc/Unknown' ? zone : 'UTC';
};
