import { randomUUID } from 'node:crypto';
import type { LogRow } from '../../server/src/engine/log-row';

/** The row of a run of which little is known. */
export const logRow = (changes: Partial<LogRow> = {}): LogRow => ({
  request_id: randomUUID(),
  tool_slug: 't',
  tool_name: null,
  source: 'test',
  caller_type: 'internal',
  caller_id: null,
  caller_label: null,
  provider: null,
  method: null,
  requested_model: null,
  model: null,
  status: 'success',
  error_code: null,
  error_message: null,
  provider_status: null,
  cached: false,
  attempts: 1,
  latency_ms: 1,
  provider_ms: null,
  prompt_tokens: null,
  completion_tokens: null,
  cached_tokens: null,
  reasoning_tokens: null,
  cost_micros: null,
  inputs: null,
  timeline: null,
  output: null,
  ...changes,
});
