/** A day of the calendar, such as `2026-11-05`. */
export type Day = string;

/** The first day and the last one, both of them in it. */
export interface Days {
  first: Day;
  last: Day;
}

const DAY_MS = 24 * 3600 * 1000;
const QUARTER_MS = 15 * 60 * 1000;

/** As the server takes them. */
const EARLIEST: Day = '2000-01-01';
const LATEST: Day = '2100-12-30';

// days are counted in UTC, where each has as many hours; what a zone makes of them is the server's work
const toTime = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (time: number): Day => new Date(time).toISOString().slice(0, 10);

export const isDay = (text: string | null): text is Day =>
  text !== null &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(toTime(text)) &&
  toDay(toTime(text)) === text &&
  text >= EARLIEST &&
  text <= LATEST;

/** What the calendar of a zone says at a moment. */
export const dayIn = (zone: string, time: number): Day => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time);
  const part = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
};

export const addDays = (day: Day, days: number): Day => toDay(toTime(day) + days * DAY_MS);

/** How many days there are from the first to the last. */
export const countDays = ({ first, last }: Days): number =>
  Math.round((toTime(last) - toTime(first)) / DAY_MS) + 1;

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

/**
 * What the server is asked for: whole days, and of today what there has been of it, so that the time before is just as
 * long. The end is a full quarter of an hour, which is what is counted in; within it, the same question is the same.
 */
export const toMoments = ({ first, last }: Days, zone: string, now: number): { from: string; to: string } => {
  const today = dayIn(zone, now);
  const isUnderWay = first <= today && today <= last;
  const nextQuarter = (Math.floor(now / QUARTER_MS) + 1) * QUARTER_MS;
  return { from: first, to: isUnderWay ? new Date(nextQuarter).toISOString() : addDays(last, 1) };
};

/** So many days, the last of them today. */
export const lastDays = (count: number, zone: string, now: number): Days => {
  const today = dayIn(zone, now);
  return { first: addDays(today, 1 - count), last: today };
};
