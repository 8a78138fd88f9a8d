import { z } from 'zod';
import type { LogDetails, LogSummary } from '../../../contracts/logs';

const text = z.string().nullable();
const number = z.coerce.number();
/** `coerce` would take null for zero */
const maybeNumber = z.union([z.null(), number]);

/** Databases hold times as dates or as milliseconds, and yes and no as such or as 1 and 0. */
const time = z.union([z.date(), number]).transform((value) => new Date(value).toISOString());
const flag = z.union([z.boolean(), number]).transform(Boolean);

/** JSON comes parsed from some drivers, and as its text from others. */
const json = z.unknown().transform((value): unknown => {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
});

const summaryShape = {
  request_id: z.string(),
  created_at: time,
  tool_slug: z.string(),
  tool_name: text,
  source: z.string(),
  caller_type: z.string(),
  caller_id: text,
  caller_label: text,
  provider: text,
  method: text,
  requested_model: text,
  model: text,
  status: z.string(),
  error_code: text,
  error_message: text,
  provider_status: maybeNumber,
  cached: flag,
  attempts: number,
  latency_ms: number,
  provider_ms: maybeNumber,
  prompt_tokens: maybeNumber,
  completion_tokens: maybeNumber,
  cached_tokens: maybeNumber,
  reasoning_tokens: maybeNumber,
  cost_micros: maybeNumber,
};
const summarySchema = z.object(summaryShape) satisfies z.ZodType<LogSummary>;
const attempt = z.object({
  provider: z.string(),
  model: z.string(),
  started_ms: z.number(),
  ended_ms: z.number(),
  code: text,
});

const detailsSchema = z.object({
  ...summaryShape,
  timeline: json.pipe(z.array(attempt).nullable()),
  inputs: json,
  output: text,
}) satisfies z.ZodType<LogDetails>;

/** What is read of a row, and how. */
export interface LogReading<Row> {
  columns: readonly string[];
  read(row: unknown): Row;
}

export const LOG_SUMMARY: LogReading<LogSummary> = {
  columns: Object.keys(summaryShape),
  read: (row) => summarySchema.parse(row),
};

export const LOG_DETAILS: LogReading<LogDetails> = {
  columns: Object.keys(detailsSchema.shape),
  read: (row) => detailsSchema.parse(row),
};
