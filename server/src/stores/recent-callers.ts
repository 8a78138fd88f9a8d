import type { Knex } from 'knex';
import { MOST_CALLERS } from '../../../contracts/tool-admin';
import type { ToolCallerSummary } from '../../../contracts/tool-admin';

/** Databases give a moment as a Date, as milliseconds or as text. */
const toIso = (value: unknown): string =>
  (value instanceof Date ? value : new Date(typeof value === 'number' ? value : String(value))).toISOString();

const toText = (value: unknown): string | null => (value === null ? null : String(value));

interface CallersQuestion {
  since: Date;
  /** a source that is left out */
  without: string;
  /** whether callers are told apart by name */
  withNames: boolean;
}

/** Who has run a tool since then, the busiest first. `table` is a query on the log. */
export const readRecentCallers = async (
  table: Knex.QueryBuilder,
  slug: string,
  { since, without, withNames }: CallersQuestion,
): Promise<ToolCallerSummary[]> => {
  const columns = ['source', 'caller_type', ...(withNames ? ['caller_label'] : [])];
  const rows: Record<string, unknown>[] = await table
    .select(columns)
    .count({ runs: '*' })
    .max({ last_run_at: 'created_at' })
    .where('tool_slug', slug)
    .where('created_at', '>=', since)
    .whereNot('source', without)
    .groupBy(columns)
    .orderBy('runs', 'desc')
    .limit(MOST_CALLERS);
  return rows.map(({ source, caller_type, caller_label = null, runs, last_run_at }) => ({
    source: String(source),
    caller_type: String(caller_type),
    caller_label: toText(caller_label),
    runs: Number(runs),
    last_run_at: toIso(last_run_at),
  }));
};
