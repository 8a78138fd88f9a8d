import { z } from 'zod';
import { dialectOf, otherConditions, timeCondition } from './log-filter';
import type { LogFilter } from './log-filter';
import type { LogSource } from './log-pages';
import type { LogReading } from './log-rows';

/** So many are looked at; after a longer pause, whoever follows the log asks again. */
const MOST_AT_ONCE = 10_000;

const last = z.object({ id: z.coerce.number().nullable() }).optional();
const identified = z.object({ id: z.coerce.number() });

/** The id of the row that was written last; 0 in an empty log. */
export const findNewest = async ({ from }: LogSource): Promise<number> => {
  const row: unknown = await from().max({ id: 'id' }).first();
  return last.parse(row)?.id ?? 0;
};

/**
 * The rows that were written after the one with the id `after`, in that order: rows come later than they are old, so
 * that looking for newer ones by time would miss some. `newest` is where to go on.
 */
export const queryArrivals = async <Row>(
  source: LogSource,
  { filter, after, limit }: { filter: LogFilter; after: number; limit: number },
  { columns, read }: LogReading<Row>,
): Promise<{ rows: Row[]; newest: number; isComplete: boolean }> => {
  const dialect = dialectOf(source.knex);
  const newest = await findNewest(source);
  const end = Math.min(newest, after + MOST_AT_ONCE);
  const since = source.from().where('id', '>', after).andWhere('id', '<=', end).limit(MOST_AT_ONCE);
  const stored: unknown[] = await source.knex
    .from(since.as('since'))
    .modify(timeCondition(filter, dialect))
    .modify(otherConditions(filter, dialect))
    .select('id', ...columns)
    .orderBy('id')
    .limit(limit);
  const isFull = stored.length === limit;
  return {
    rows: stored.map(read),
    newest: isFull ? identified.parse(stored.at(-1)).id : end,
    isComplete: !isFull && end === newest,
  };
};
