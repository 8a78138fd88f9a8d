const MONTHS = Array.from({ length: 12 }, (_, month) => month);

/** Whether the clocks of an IANA time zone are put back at some time of a year, so that an hour comes twice. */
export const hasDaylightSaving = (zone: string, year: number): boolean => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsets = MONTHS.map(
    (month) =>
      format.formatToParts(Date.UTC(year, month, 1)).find(({ type }) => type === 'timeZoneName')?.value,
  );
  return new Set(offsets).size > 1;
};
