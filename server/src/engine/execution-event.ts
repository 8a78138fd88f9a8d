import type { ExecutionEventPayload, SiteEvent } from '../../../contracts/events';
import { toUsd } from '../../../contracts/money';
import type { LogRow } from './log-row';
import type { ToolError } from './tool-error';

/** Tells the site of something that has happened. Neither waits for those who listen nor throws. */
export type Tell = (event: SiteEvent) => void;

const toPayload = (row: LogRow): ExecutionEventPayload => ({
  request_id: row.request_id,
  tool: row.tool_slug,
  source: row.source,
  caller_type: row.caller_type,
  caller_id: row.caller_id,
  provider: row.provider,
  model: row.model,
  cached: row.cached,
  attempts: row.attempts,
  latency_ms: row.latency_ms,
  prompt_tokens: row.prompt_tokens,
  completion_tokens: row.completion_tokens,
  cost_usd: row.cost_micros === null ? null : toUsd(row.cost_micros),
});

/** What the site is told of a run. Error messages stay out: they may quote what somebody typed. */
export const toExecutionEvent = (row: LogRow, error: ToolError | null): SiteEvent => {
  const payload = toPayload(row);
  if (error === null) return { name: 'ai-tools.execution.completed', payload };
  return {
    name: 'ai-tools.execution.failed',
    payload: { ...payload, code: error.code, provider_status: row.provider_status },
  };
};
