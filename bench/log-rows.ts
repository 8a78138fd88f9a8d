import type { Knex } from 'knex';
import schema from '../server/src/content-types/log/schema.json';
import { LOG_TABLE, TIME_INDEX } from '../tests/support/analytics-database';

const DAY_MS = 24 * 3600 * 1000;
const ROWS_PER_INSERT = 250_000;

/*
 * A busy site: a dozen tools, some far more used than others, two models each, three ways to call them, 400 users of
 * whom few run much, one run in twelve answered from the cache, one in twenty an error, latencies with a long tail.
 * SQLite makes the rows itself, which is faster than any driver.
 */
const INSERT = `
  INSERT INTO ${LOG_TABLE} (
    created_at, request_id, tool_slug, tool_name, source, caller_type, caller_id, caller_label, provider, method,
    requested_model, model, status, error_code, error_message, cached, attempts, latency_ms, provider_ms,
    prompt_tokens, completion_tokens, cached_tokens, reasoning_tokens, cost_micros)
  WITH RECURSIVE
    counter(n) AS (SELECT :first UNION ALL SELECT n + 1 FROM counter WHERE n < :last),
    dice AS MATERIALIZED (
      SELECT n, abs(random() % 1000) AS a, abs(random() % 1000) AS b, abs(random() % 1000) AS c,
        abs(random() % 1000) / 1000.0 AS u, abs(random() % 1000) / 1000.0 AS v, abs(random() % 1000) AS w
      FROM counter),
    runs AS (
      SELECT n, a, b, c,
        CAST(12 * u * u AS INTEGER) AS tool,
        CAST(400 * v * v * v AS INTEGER) + 1 AS caller,
        w < 950 AS is_success,
        w < 80 AS is_cached,
        CAST(CASE WHEN w < 80 THEN 1 + b / 100 ELSE 60 + 400 * exp(2.2 * (u + v + b / 1000.0 - 1.5)) END AS INTEGER) AS took,
        CASE WHEN w < 950 THEN NULL WHEN w < 965 THEN 'provider_timeout' WHEN w < 975 THEN 'rate_limit_exceeded'
          WHEN w < 985 THEN 'invalid_input' WHEN w < 993 THEN 'provider_unavailable' ELSE 'content_refused' END AS code
      FROM dice)
  SELECT
    :start + CAST((n - :origin) * :step AS INTEGER), :prefix || n, 'tool-' || tool, 'Tool ' || tool,
    CASE WHEN c < 700 THEN 'rest' WHEN c < 950 THEN 'service' WHEN c < 990 THEN 'shortcode' ELSE 'playground' END,
    CASE WHEN c < 700 THEN 'user' ELSE 'internal' END, CASE WHEN c < 700 THEN caller END, CASE WHEN c < 700 THEN 'user ' || caller END,
    CASE tool % 3 WHEN 0 THEN 'openai' WHEN 1 THEN 'anthropic' ELSE 'mistral' END, 'chat/completions',
    'model-' || (tool % 3) || (a < 800), CASE WHEN is_success THEN 'model-' || (tool % 3) || (a < 800) END,
    CASE WHEN is_success THEN 'success' ELSE 'error' END, code, CASE WHEN code IS NOT NULL THEN 'What went wrong, in a sentence.' END,
    is_cached, CASE WHEN is_cached OR code IN ('rate_limit_exceeded', 'invalid_input') THEN 0 ELSE 1 END,
    took, CASE WHEN is_cached THEN NULL ELSE took - 5 END,
    CASE WHEN is_success THEN 200 + 2 * a END, CASE WHEN is_success THEN 50 + b END, 0, 0,
    CASE WHEN is_cached THEN 0 WHEN is_success AND tool % 3 < 2 THEN 100 + 3 * (a + b) END
  FROM runs`;

interface Period {
  start: number;
  end: number;
  rows: number;
  /** of the request ids */
  prefix: string;
}

const fill = async (knex: Knex, { start, end, rows, prefix }: Period): Promise<void> => {
  for (let first = 1; first <= rows; first += ROWS_PER_INSERT) {
    await knex.raw(INSERT, {
      first,
      last: Math.min(rows, first + ROWS_PER_INSERT - 1),
      origin: 1,
      start,
      step: (end - start) / rows,
      prefix,
    });
  }
};

/** Made when the rows are there, which is faster than keeping them up meanwhile. */
export const createLogIndexes = async (knex: Knex): Promise<void> => {
  for (const { name, columns } of schema.indexes) {
    if (name !== TIME_INDEX) await knex.schema.alterTable(LOG_TABLE, (table) => table.index(columns, name));
  }
};

/** So many rows in the thirty days before `now`, and a tenth of it in the thirty days before those. */
export const generateLogRows = async (knex: Knex, rows: number, now: number): Promise<void> => {
  await knex.raw('PRAGMA synchronous = OFF');
  const middle = now - 30 * DAY_MS;
  await fill(knex, {
    start: middle - 30 * DAY_MS,
    end: middle,
    rows: Math.ceil(rows / 10),
    prefix: 'before-',
  });
  await fill(knex, { start: middle, end: now, rows, prefix: 'run-' });
  await knex.raw('PRAGMA synchronous = FULL');
};
