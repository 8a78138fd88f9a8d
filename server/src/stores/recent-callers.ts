import type { Knex } from 'knex';
import type { ToolCallerSummary } from '../../../contracts/tool-admin';

const MAX_CALLERS = 20;

/** Databases give a moment as a Date, as milliseconds or as text. */
const toIso = (value: unknown): string =>
  (value instanceof Date ? value : new Date(typeof value === 'number' ? value : String(value))).toISOString();

const toText = (value: unknown): string | null => (value === null ? null : String(value));

/** Who has run a tool since then, the busiest first. `table` is a query on the log. */
export const readRecentCallers = async (
  table: Knex.QueryBuilder,
  slug: string,
  { since, without }: { since: Date; without: string },
): Promise<ToolCallerSummary[]> => {
  const rows: Record<string, unknown>[] = await table
    .select('source', 'caller_type', 'caller_label')
    .count({ runs: '*' })
    .max({ last_run_at: 'created_at' })
    .where('tool_slug', slug)
    .where('created_at', '>=', since)
    .whereNot('source', without)
    .groupBy('source', 'caller_type', 'caller_label')
    .orderBy('runs', 'desc')
    .limit(MAX_CALLERS);
  return rows.map(({ source, caller_type, caller_label, runs, last_run_at }) => ({
    source: String(source),
    caller_type: String(caller_type),
    caller_label: toText(caller_label),
    runs: Number(runs),
    last_run_at: toIso(last_run_at),
  }));
};
