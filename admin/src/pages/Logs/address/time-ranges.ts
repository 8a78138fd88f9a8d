const HOUR_MS = 3_600_000;

/** Stretches of time up to now, as they stand in the address: a shared view shows the newest rows, whenever it is opened. */
export const TIME_RANGES = ['1h', '24h', 'today', '7d', '30d'] as const;

export type TimeRange = (typeof TIME_RANGES)[number];

const HOURS: Record<Exclude<TimeRange, 'today'>, number> = {
  '1h': 1,
  '24h': 24,
  '7d': 7 * 24,
  '30d': 30 * 24,
};

const midnight = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate());

/** When a range begins, in the time zone of the browser. */
export const beginningOf = (range: TimeRange, now: Date): Date =>
  range === 'today' ? midnight(now) : new Date(now.getTime() - HOURS[range] * HOUR_MS);

const pad = (part: number): string => String(part).padStart(2, '0');

/** A moment as a field for date and time holds it, in the time zone of the browser. */
export const toLocalText = (moment: string | undefined): string => {
  const date = new Date(moment ?? NaN);
  if (Number.isNaN(date.getTime())) return '';
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
};

/** The moment that such a field stands for; undefined while it is not filled in. */
export const fromLocalText = (text: string): string | undefined => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};
