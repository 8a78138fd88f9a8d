import type { Status } from '../../../contracts/analytics';
import type { ErrorCode } from '../../../contracts/errors';
import type { LogAttempt, LogSummary } from '../../../contracts/logs';
import type { Usage } from '../providers/adapter';
import { totalCost, totalUsage } from './payments';
import { CALLER_TYPES } from './run';
import type { Caller, Run } from './run';
import { storableText } from './storable';
import type { ToolError } from './tool-error';

/** One execution as it is stored. Money is in whole millionths of a dollar; null means not known or not reached. */
export interface LogRow extends Omit<LogSummary, 'created_at'> {
  caller_type: Caller['type'];
  /** `refused`: turned away before it became an execution, for its credentials or its body */
  status: Status;
  error_code: ErrorCode | 'unauthorized' | 'forbidden' | 'payload_too_large' | null;
  timeline: LogAttempt[] | null;
  inputs: unknown;
  output: string | null;
}

/** Callers choose slug and source, and providers their model's name: whatever they say has to fit its column. */
export const toColumn = (text: string, maxLength = 255): string => storableText(text).slice(0, maxLength);

type CallerColumns = Pick<LogRow, 'caller_type' | 'caller_id' | 'caller_label'>;

/** Who ran a tool. Code of a site names callers, too, and nobody may have checked its types: an id may be a number. */
export const toCallerColumns = ({ type, id, label }: Caller): CallerColumns => ({
  caller_type: CALLER_TYPES.find((known) => known === type) ?? 'internal',
  caller_id: id && toColumn(String(id)),
  caller_label: label && toColumn(String(label)),
});

const statusOf = (error: ToolError | null): LogRow['status'] => {
  if (error === null) return 'success';
  return error.code === 'cancelled' ? 'cancelled' : 'error';
};

/** What the caller was told, or, where that was deliberately nothing, what really happened. */
const messageOf = (error: ToolError): string => {
  if (error.code !== 'internal_error' || error.cause === undefined) return error.message;
  return error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : String(error.cause);
};

/** One try says no more than the row itself; a run that pays for a call it has joined may have begun after it. */
const toTimeline = ({ ledger: { tries }, startedAt: runStartedAt }: Run): LogAttempt[] | null =>
  tries.length < 2
    ? null
    : tries.map(({ provider, model, startedAt, endedAt, code }) => ({
        provider,
        model,
        started_ms: Math.max(0, startedAt - runStartedAt),
        ended_ms: Math.max(0, endedAt - runStartedAt),
        code,
      }));

/** Nothing was used for an answer that another run has paid. */
const NO_USAGE: Usage = { prompt: 0, completion: 0, cached: 0, reasoning: 0 };

/** The log row of a run that has ended, with `error` or, when that is null, with a completion. */
export const toLogRow = (run: Run, error: ToolError | null, now: number): LogRow => {
  const { request, tool, answer, cached, ledger } = run;
  const usage = cached ? NO_USAGE : totalUsage(ledger.payments);
  const answeringModel = answer && (answer.result.model ?? answer.model);
  return {
    request_id: run.request.requestId,
    tool_slug: toColumn(request.slug),
    tool_name: tool?.definition.name ?? null,
    source: toColumn(request.source, 64),
    ...toCallerColumns(request.caller),
    provider: answer?.provider ?? ledger.prepared?.provider.id ?? tool?.definition.provider ?? null,
    method: tool?.method ?? null,
    requested_model: run.requestedModel,
    model: answeringModel && toColumn(answeringModel),
    status: statusOf(error),
    error_code: error?.code ?? null,
    error_message: error && storableText(messageOf(error)),
    provider_status: error?.facts.providerStatus ?? null,
    cached,
    attempts: ledger.attempts,
    latency_ms: now - run.startedAt,
    provider_ms: ledger.providerMs,
    prompt_tokens: usage?.prompt ?? null,
    completion_tokens: usage?.completion ?? null,
    cached_tokens: usage?.cached ?? null,
    reasoning_tokens: usage?.reasoning ?? null,
    cost_micros: cached ? 0 : totalCost(ledger.payments),
    timeline: toTimeline(run),
    inputs: run.inputs,
    output: answer?.result.text ?? null,
  };
};
