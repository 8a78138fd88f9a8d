import { STATUSES } from '../../../../../contracts/analytics';
import { ERRORS } from '../../../../../contracts/errors';
import type { LogSummary } from '../../../../../contracts/logs';
import { CALLER_TYPES, SOURCES } from '../table/known-values';

/** What a filter is chosen for. A caller is `user:5` here, as in the analytics, and two parts of the address. */
export const FILTER_FIELDS = [
  'tool',
  'provider',
  'model',
  'status',
  'code',
  'source',
  'cached',
  'caller',
] as const;

export type FilterField = (typeof FILTER_FIELDS)[number];

/** Codes of calls that were turned away before anything was run. */
export const REFUSAL_CODES = ['unauthorized', 'forbidden', 'payload_too_large'] as const;

const isText = (value: string | null): value is string => value !== null && value !== '';

export const callerKey = ({
  caller_type: type,
  caller_id: id,
}: Pick<LogSummary, 'caller_type' | 'caller_id'>): string => (id === null ? type : `${type}:${id}`);

/** The two parts of a caller that is written as one; a type alone stands for all callers of it. */
export const toCallerFilter = (key: string): { caller_type: string | null; caller_id: string | null } => {
  const [type = '', ...rest] = key.split(':');
  const id = rest.join(':');
  return { caller_type: type || null, caller_id: id || null };
};

const SEEN: Record<FilterField, (run: LogSummary) => string | null> = {
  tool: (run) => run.tool_slug,
  provider: (run) => run.provider,
  model: (run) => run.model,
  status: () => null,
  code: (run) => run.error_code,
  source: (run) => run.source,
  cached: () => null,
  caller: callerKey,
};

const KNOWN: Partial<Record<FilterField, readonly string[]>> = {
  status: STATUSES,
  code: [...Object.keys(ERRORS), ...REFUSAL_CODES],
  source: SOURCES,
  cached: ['true', 'false'],
  caller: CALLER_TYPES,
};

/** What is offered for a field: what there can be, what the site has, and what stands in the rows on the page. */
export const filterChoices = (
  field: FilterField,
  { ofSite, runs }: { ofSite: readonly string[]; runs: readonly LogSummary[] },
): string[] => {
  const seen = runs.map(SEEN[field]).filter(isText).sort();
  return [...new Set([...(KNOWN[field] ?? []), ...ofSite, ...seen])];
};
