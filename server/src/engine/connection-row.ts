import type { ConnectionFailure, ConnectionResult } from '../../../contracts/connection';
import type { ErrorCode } from '../../../contracts/errors';
import { TEST_CONNECTION_SOURCE } from '../../../contracts/logs';
import { toCallerColumns, toColumn } from './log-row';
import type { LogRow } from './log-row';
import type { Caller } from './run';
import { storableText } from './storable';

/** What a run would have failed with. */
const CODES = {
  not_configured: 'provider_not_configured',
  connection_failed: 'provider_unavailable',
  endpoint_not_allowed: 'provider_not_configured',
  wrong_key: 'provider_auth_failed',
  model_not_found: 'model_not_found',
  out_of_memory: 'provider_unavailable',
  slow: 'provider_timeout',
  unexpected_answer: 'invalid_provider_response',
  provider_failed: 'provider_error',
} as const satisfies Record<ConnectionFailure, ErrorCode>;

export interface ConnectionTest {
  requestId: string;
  providerId: string;
  /** null where it was refused before there was one */
  model: string | null;
  caller: Caller;
  /** how many have been sent */
  requests: number;
  isCancelled: boolean;
}

/** The log row of a connection test, which is a run of no tool. */
export const toConnectionRow = (test: ConnectionTest, result: ConnectionResult): LogRow => ({
  request_id: test.requestId,
  tool_slug: '',
  tool_name: null,
  source: TEST_CONNECTION_SOURCE,
  ...toCallerColumns(test.caller),
  provider: toColumn(test.providerId),
  method: null,
  requested_model: test.model && toColumn(test.model),
  model: result.ok ? toColumn(result.model) : null,
  status: result.ok ? 'success' : test.isCancelled ? 'cancelled' : 'error',
  error_code: result.ok ? null : test.isCancelled ? 'cancelled' : CODES[result.failure],
  error_message: result.ok ? null : storableText(result.message),
  provider_status: null,
  cached: false,
  attempts: test.requests,
  latency_ms: result.latency_ms,
  provider_ms: result.latency_ms,
  prompt_tokens: null,
  completion_tokens: null,
  cached_tokens: null,
  reasoning_tokens: null,
  cost_micros: null,
  timeline: null,
  inputs: null,
  output: null,
});
