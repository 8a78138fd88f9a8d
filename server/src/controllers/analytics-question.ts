import { z } from 'zod';
import { BUCKETS, MOST_BUCKETS, MOST_GROUPS, SPLITS } from '../../../contracts/analytics';
import type { FindAnalytics, Split } from '../../../contracts/analytics';
import { toValidationError } from '../document-rules/validation-error';
import type { Question } from '../engine/analytics/answer';
import { createCalendar } from '../engine/analytics/calendar';
import type { Calendar } from '../engine/analytics/calendar';
import type { Filters } from '../engine/analytics/tally';
import { toFaults } from '../engine/faults';
import type { Fault } from '../engine/faults';

const MOST_VALUES = 100;
const EARLIEST_YEAR = 2000;
const LATEST_YEAR = 2100;
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Whatever the bucket: weeks and months are put together from days. */
const MOST_DAYS = MOST_BUCKETS;

const values = z
  .union([z.string(), z.array(z.string()).max(MOST_VALUES, `takes at most ${MOST_VALUES} values`)])
  .transform((given) => [given].flat().map((value) => (value === '' ? null : value)))
  .optional();

const flag = (otherwise: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(otherwise)
    .transform((text) => text === 'true');

const oneOf = <const Name extends string>(names: readonly Name[]) =>
  z.enum(names, `must be one of ${names.join(', ')}`);

const moment = z.string('is missing: a date such as 2026-11-01, or a time such as 2026-11-01T08:00:00Z');

const querySchema = z.object({
  from: moment,
  to: moment,
  zone: z.string().default('UTC'),
  bucket: oneOf(BUCKETS).default('day'),
  split: oneOf(SPLITS).nullish(),
  limit: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(MOST_GROUPS, `must be at most ${MOST_GROUPS}`)
    .default(50),
  compare: flag('false'),
  with_trials: flag('false'),
  tool: values,
  provider: values,
  model: values,
  source: values,
  caller: values,
  status: values,
} satisfies Record<keyof FindAnalytics.Query, z.ZodType>);

const readZone = (zone: string, faults: Fault[]): Calendar => {
  try {
    return createCalendar(zone);
  } catch {
    faults.push({ field: 'zone', message: 'is no IANA time zone, such as Europe/Berlin or UTC.' });
    return createCalendar('UTC');
  }
};

const dateSchema = z.iso.date();
const timeSchema = z.iso.datetime({ offset: true });

const readMoment = (field: 'from' | 'to', text: string, calendar: Calendar, faults: Fault[]): number => {
  const [year = 0, month = 0, day = 0] = text.split('T')[0]?.split('-').map(Number) ?? [];
  const isNear = year >= EARLIEST_YEAR && year <= LATEST_YEAR;
  if (isNear && dateSchema.safeParse(text).success) return calendar.startOfDate(year, month, day);
  if (isNear && timeSchema.safeParse(text).success) return Date.parse(text);
  faults.push({
    field,
    message: `must be a date such as 2026-11-01, or a time with its offset such as 2026-11-01T08:00:00Z, between ${EARLIEST_YEAR} and ${LATEST_YEAR}.`,
  });
  return NaN;
};

const filtersOf = (query: z.output<typeof querySchema>): Filters => {
  const filters: { [Name in Split]?: (string | null)[] } = {};
  for (const split of SPLITS) {
    const wanted = query[split];
    if (wanted) filters[split] = wanted;
  }
  return filters;
};

/** Reads the query of a request; throws the host's ValidationError that names everything that is wrong with it. */
export const readQuestion = (source: unknown): Question => {
  const reading = querySchema.safeParse(source);
  const refuse = (faults: Fault[]) => toValidationError('The analytics cannot be asked like this.', faults);
  if (!reading.success) throw refuse(toFaults(reading.error));
  const { zone, bucket, split, limit, compare, with_trials } = reading.data;
  const faults: Fault[] = [];
  const calendar = readZone(zone, faults);
  const start = readMoment('from', reading.data.from, calendar, faults);
  const end = readMoment('to', reading.data.to, calendar, faults);
  if (end <= start) faults.push({ field: 'to', message: 'must be after from.' });
  if (end - start > MOST_DAYS * DAY_MS) {
    faults.push({ field: 'to', message: `must be at most ${MOST_DAYS} days after from.` });
  } else if (bucket === 'hour' && end - start > MOST_BUCKETS * HOUR_MS) {
    faults.push({
      field: 'bucket',
      message: `makes more than ${MOST_BUCKETS} buckets of this range: ask for a longer bucket or a shorter range.`,
    });
  }
  if (faults.length > 0) throw refuse(faults);
  return {
    span: { start, end },
    zone,
    bucket,
    split: split ?? null,
    limit,
    filters: filtersOf(reading.data),
    compare,
    trials: with_trials,
  };
};
