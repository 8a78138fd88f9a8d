import { z } from 'zod';
import type { Knex } from 'knex';
import type { Span } from '../engine/analytics/calendar';
import type { CountedRow } from '../engine/analytics/cube';

const text = z.string().nullable();
const integer = z.coerce.number();
const optionalInteger = z.coerce.number().nullable();

/** As the drivers bring it: 64 bits as text, times as numbers or dates, yes and no as 1 and 0. */
const rowSchema = z.object({
  id: integer,
  created_at: z.coerce.date().transform((date) => date.getTime()),
  tool_slug: z.string(),
  provider: text,
  model: text,
  source: z.string(),
  caller_type: z.string(),
  caller_id: text,
  status: z.string(),
  error_code: text,
  cached: z.coerce.boolean(),
  attempts: integer,
  latency_ms: integer,
  prompt_tokens: optionalInteger,
  completion_tokens: optionalInteger,
  cached_tokens: optionalInteger,
  reasoning_tokens: optionalInteger,
  cost_micros: optionalInteger,
}) satisfies z.ZodType<CountedRow>;

const COLUMNS = Object.keys(rowSchema.shape);

const newestSchema = z.object({ newest: integer.nullable(), oldest: z.coerce.date().nullable() }).partial();
const countSchema = z.object({ rows: integer });

export interface AnalyticsRows {
  /** the highest id; 0 for an empty log */
  newestId(): Promise<number>;
  /** when the run of the oldest row ended; null for an empty log */
  oldestTime(): Promise<number | null>;
  /** rows with higher ids, in the order of ids */
  after(id: number, most: number, upTo?: number): Promise<CountedRow[]>;
  /** rows of a span, those with ids up to `upTo`, that come after this one in the order of time */
  within(span: Span, upTo: number, last: CountedRow | null, most: number): Promise<CountedRow[]>;
  countWithin(span: Span, upTo: number): Promise<number>;
}

/** The log, as far as the analytics read it. */
export const createAnalyticsRows = (from: () => Knex.QueryBuilder, isSqlite: boolean): AnalyticsRows => {
  const toTime = (time: number): number | Date => (isSqlite ? time : new Date(time));
  const parse = (rows: unknown[]): CountedRow[] => rows.map((row) => rowSchema.parse(row));

  const inSpan = ({ start, end }: Span, upTo: number): Knex.QueryBuilder =>
    from()
      .where('created_at', '>=', toTime(start))
      .where('created_at', '<', toTime(end))
      .where('id', '<=', upTo);

  return {
    newestId: async () => newestSchema.parse(await from().max({ newest: 'id' }).first()).newest ?? 0,

    oldestTime: async () => {
      const { oldest } = newestSchema.parse(await from().min({ oldest: 'created_at' }).first());
      return oldest?.getTime() ?? null;
    },

    after: async (id, most, upTo) => {
      const rows = from().select(COLUMNS).where('id', '>', id).orderBy('id').limit(most);
      return parse(await (upTo === undefined ? rows : rows.where('id', '<=', upTo)));
    },

    within: async (span, upTo, last, most) => {
      const rows = inSpan(span, upTo).select(COLUMNS).orderBy('created_at').orderBy('id').limit(most);
      if (last) {
        const time = toTime(last.created_at);
        rows.whereRaw('(created_at > ? or (created_at = ? and id > ?))', [time, time, last.id]);
      }
      return parse(await rows);
    },

    countWithin: async (span, upTo) =>
      countSchema.parse(await inSpan(span, upTo).count({ rows: '*' }).first()).rows,
  };
};
