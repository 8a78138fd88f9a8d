import type { Bucket } from '../../../../contracts/analytics';

const MINUTE = 60_000;
export const QUARTER = 15 * MINUTE;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A part of the time line, in milliseconds since 1970; `end` is no longer in it. */
export interface Span {
  start: number;
  end: number;
}

/** The calendar of an IANA time zone. */
export interface Calendar {
  /** The first moment of a date of the calendar; days and months may be out of their range, as with `Date.UTC`. */
  startOfDate(year: number, month: number, day: number): number;
  /** Midnight by midnight, hour by hour and so on, cut at both ends of the span. */
  buckets(span: Span, unit: Bucket): Span[];
  /** As many whole days of the calendar before, when the span is made of such, and otherwise just as long before. */
  before(span: Span): Span;
}

const floorTo = (unit: number, time: number): number => Math.floor(time / unit) * unit;

/** Throws a RangeError for a zone that there is not. */
export const createCalendar = (zone: string): Calendar => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  /** What the clock on the wall shows, as if it were a time of UTC. */
  const wallClock = (time: number): number => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(time)) part[type] = Number(value);
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  const offset = (time: number): number => wallClock(time) - floorTo(1000, time);

  const startOfWallDay = (midnight: number): number => {
    const [before, after] = [offset(midnight - DAY), offset(midnight + DAY)];
    // where clocks change at midnight there may be none, or two: the first moment that is not of the day before
    let start = midnight - Math.max(before, after);
    if (before !== after) while (wallClock(start) < midnight) start += QUARTER;
    return start;
  };

  const startOfDate: Calendar['startOfDate'] = (year, month, day) =>
    startOfWallDay(Date.UTC(year, month - 1, day));

  /** The date that the `steps`th day, week or month after the one of `wall` begins with. */
  const stepFrom = (wall: Date, unit: Exclude<Bucket, 'hour'>, steps: number): number => {
    const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate()];
    if (unit === 'month') return startOfDate(year, month + steps, 1);
    if (unit === 'day') return startOfDate(year, month, day + steps);
    const sinceMonday = (wall.getUTCDay() + 6) % 7;
    return startOfDate(year, month, day - sinceMonday + 7 * steps);
  };

  const startsOf = (span: Span, unit: Exclude<Bucket, 'hour'>): number[] => {
    const wall = new Date(wallClock(span.start));
    const starts: number[] = [];
    for (let steps = 0; ; steps += 1) {
      const start = stepFrom(wall, unit, steps);
      if (start >= span.end) return starts;
      starts.push(start);
    }
  };

  /** An hour begins where the clock shows a full one, and where it is changed. */
  const hoursOfDay = ({ start, end }: Span): number[] => {
    const starts: number[] = [];
    const isOrdinary = offset(start) === offset(end);
    let last = offset(start);
    for (let time = start; time < end; time += isOrdinary ? HOUR : QUARTER) {
      const now = isOrdinary ? last : offset(time);
      if (time === start || now !== last || (time + now) % HOUR === 0) starts.push(time);
      last = now;
    }
    return starts;
  };

  const cut = (starts: readonly number[], span: Span): Span[] =>
    starts
      .map((start, index) => ({
        start: Math.max(start, span.start),
        end: Math.min(starts[index + 1] ?? span.end, span.end),
      }))
      // a date that a zone has skipped has no time in it
      .filter(({ start, end }) => start < end);

  const daysOf = (span: Span): Span[] => {
    const [first] = startsOf(span, 'day');
    const wall = new Date(wallClock(span.end - 1));
    return cut(startsOf(span, 'day'), { start: first ?? span.start, end: stepFrom(wall, 'day', 1) });
  };

  return {
    startOfDate,

    buckets: (span, unit) =>
      cut(unit === 'hour' ? daysOf(span).flatMap(hoursOfDay) : startsOf(span, unit), span),

    before: (span) => {
      const [first, last] = [new Date(wallClock(span.start)), new Date(wallClock(span.end))];
      const isWholeDays = stepFrom(first, 'day', 0) === span.start && stepFrom(last, 'day', 0) === span.end;
      const days = Math.round((last.getTime() - first.getTime()) / DAY);
      const start = isWholeDays ? stepFrom(first, 'day', -days) : span.start - (span.end - span.start);
      return { start, end: span.start };
    },
  };
};
