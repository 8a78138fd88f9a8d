import type {
  Completion,
  CompletionChunk,
  CompletionMessage,
  FinishReason,
} from '../../../contracts/completion';
import { toUsd } from '../../../contracts/money';
import type { ModelResult } from '../providers/adapter';
import type { CompiledTool } from './compile-tool';
import { totalCost, totalUsage } from './payments';
import type { Piece } from './read-stream';
import type { ProviderAnswer, Run } from './run';

const completionId = (run: Run): string => `chatcmpl-${run.request.requestId}`;
const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

// what a provider does not say was an ordinary end; one that stopped with an error never comes here
const toFinishReason = ({ finishReason, toolCalls }: ModelResult): FinishReason => {
  if (toolCalls.length > 0) return 'tool_calls';
  return finishReason === null || finishReason === 'error' ? 'stop' : finishReason;
};

const toMessage = ({ text, toolCalls }: ModelResult, parsed: unknown): CompletionMessage => ({
  role: 'assistant',
  content: text === '' ? null : text,
  ...(toolCalls.length > 0 && {
    tool_calls: toolCalls.map(({ id, ...call }) => ({ id, type: 'function' as const, function: call })),
  }),
  ...(parsed !== undefined && { parsed }),
});

/** The completion as callers receive it, in OpenAI's shape whatever the provider. */
export const toCompletion = (
  run: Run,
  tool: CompiledTool,
  { provider, model, dropped, result, parsed }: ProviderAnswer,
  now: number,
): Completion => {
  const { payments, attempts } = run.ledger;
  // an answer that was paid before still says what it is made of
  const { prompt = 0, completion = 0 } = (run.cached ? result.usage : totalUsage(payments)) ?? {};
  const cost = run.cached ? 0 : totalCost(payments);
  return {
    id: completionId(run),
    object: 'chat.completion',
    created: inSeconds(run.startedAt),
    model: result.model ?? model,
    choices: [
      {
        index: 0,
        message: toMessage(result, parsed),
        finish_reason: toFinishReason(result),
      },
    ],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    meta: {
      request_id: run.request.requestId,
      tool: tool.slug,
      provider,
      requested_model: run.requestedModel ?? model,
      cached: run.cached,
      attempts,
      latency_ms: now - run.startedAt,
      cost_usd: cost === null ? null : toUsd(cost),
      dropped_parameters: dropped,
    },
  };
};

/** A piece of a streamed answer. */
export const toChunk = (
  run: Run,
  model: string,
  { text, toolCalls }: Piece,
  isFirst: boolean,
): CompletionChunk => ({
  id: completionId(run),
  object: 'chat.completion.chunk',
  created: inSeconds(run.startedAt),
  model,
  choices: [
    {
      index: 0,
      delta: {
        ...(isFirst && { role: 'assistant' }),
        ...(text !== '' && { content: text }),
        ...(toolCalls.length > 0 && {
          tool_calls: toolCalls.map(({ index, id, ...call }) => ({
            index,
            ...(id !== undefined && { id, type: 'function' as const }),
            function: call,
          })),
        }),
      },
      finish_reason: null,
    },
  ],
});

/** The end of a streamed answer: why it ended, what it used and what it cost. */
export const toLastChunk = ({ id, created, model, choices, usage, meta }: Completion): CompletionChunk => ({
  id,
  object: 'chat.completion.chunk',
  created,
  model,
  choices: [{ index: 0, delta: {}, finish_reason: choices[0].finish_reason }],
  usage,
  meta,
});
