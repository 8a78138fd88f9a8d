import type { Context } from 'koa';
import { z } from 'zod';
import { STATUSES } from '../../../contracts/analytics';
import type { ExportLogs, FindLogs } from '../../../contracts/logs';
import { LOG_SORTS } from '../../../contracts/logs';
import { toValidationError } from '../document-rules/validation-error';
import { toFaults } from '../engine/faults';
import { readCursor } from '../stores/log-cursor';
import type { LogFilter } from '../stores/log-filter';
import type { LogPageQuery } from '../stores/log-pages';

const MOST_ROWS = 200;
const DEFAULT_ROWS = 50;

const word = z.string().min(1).max(255).optional();
const moment = z.iso.datetime({ offset: true, error: 'must be an ISO date and time' }).optional();

const filterShape = {
  tool: word,
  provider: word,
  model: word,
  status: z.enum(STATUSES).optional(),
  code: word,
  source: word,
  caller_type: word,
  caller_id: word,
  cached: z.enum(['true', 'false']).optional(),
  from: moment,
  to: moment,
  text: z.string().trim().max(200).optional(),
  with_trials: z.enum(['true', 'false']).optional(),
};

const pageSchema = z.strictObject({
  ...filterShape,
  sort: z.enum(LOG_SORTS).default('time'),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number')
    .transform(Number)
    .pipe(z.int().min(1).max(MOST_ROWS))
    .default(DEFAULT_ROWS),
  after: z.string().optional(),
  before: z.string().optional(),
  page: z.enum(['first', 'last']).default('first'),
  newer_than: z
    .string()
    .regex(/^\d{1,15}$/, 'is none that this site has told')
    .transform(Number)
    .optional(),
}) satisfies z.ZodType<unknown, FindLogs.Query>;

const exportSchema = z.strictObject({
  ...filterShape,
  format: z.enum(['csv', 'jsonl']),
  order: z.enum(['asc', 'desc']).default('asc'),
}) satisfies z.ZodType<unknown, ExportLogs.Query>;

const SENTENCE = 'The log cannot be asked like this.';

const parse = <Output>(schema: z.ZodType<Output>, ctx: Context): Output => {
  const reading = schema.safeParse(ctx.query);
  if (reading.success) return reading.data;
  throw toValidationError(SENTENCE, toFaults(reading.error));
};

const toMs = (moment: string | undefined): number | null =>
  moment === undefined ? null : Date.parse(moment);

const toFilter = (query: z.output<z.ZodObject<typeof filterShape>>): LogFilter => ({
  tool: query.tool ?? null,
  provider: query.provider ?? null,
  model: query.model ?? null,
  status: query.status ?? null,
  code: query.code ?? null,
  source: query.source ?? null,
  callerType: query.caller_type ?? null,
  callerId: query.caller_id ?? null,
  cached: query.cached === undefined ? null : query.cached === 'true',
  from: toMs(query.from),
  to: toMs(query.to),
  text: query.text || null,
  withTrials: query.with_trials === 'true',
});

/** What is asked of the log: a page, or what has come since. Throws the host's ValidationError. */
export const readPageQuery = (
  ctx: Context,
): LogPageQuery | { filter: LogFilter; newerThan: number; limit: number } => {
  const query = parse(pageSchema, ctx);
  const { sort, order, limit, after, before, page, newer_than } = query;
  const filter = toFilter(query);
  if (newer_than !== undefined) return { filter, newerThan: newer_than, limit };

  const cursor = after ?? before;
  const start = cursor === undefined ? null : readCursor(sort, cursor);
  if (cursor !== undefined && start === null) {
    const field = after === undefined ? 'before' : 'after';
    throw toValidationError(SENTENCE, [{ field, message: 'is no place in this order.' }]);
  }
  const isBackwards = after === undefined && (before !== undefined || page === 'last');
  return { filter, sort, direction: order, limit, start, isBackwards };
};

export const readExportQuery = (ctx: Context) => {
  const query = parse(exportSchema, ctx);
  return { filter: toFilter(query), format: query.format, direction: query.order };
};
