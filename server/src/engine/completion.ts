import type { Completion, CompletionChunk, FinishReason } from '../../../contracts/completion';
import type { ModelResult } from '../providers/adapter';
import type { ProviderAnswer, Run } from './run';

const MICROS_PER_DOLLAR = 1_000_000;

const completionId = (run: Run): string => `chatcmpl-${run.request.requestId}`;
const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

// a run that stopped with an error is none; what a provider does not say was an ordinary end
const toFinishReason = (reason: ModelResult['finishReason']): FinishReason =>
  reason === null || reason === 'error' ? 'stop' : reason;

/** The completion as callers receive it, in OpenAI's shape whatever the provider. */
export const toCompletion = (run: Run, { prepared, result }: ProviderAnswer, now: number): Completion => {
  const { prompt = 0, completion = 0 } = result.usage ?? {};
  return {
    id: completionId(run),
    object: 'chat.completion',
    created: inSeconds(run.startedAt),
    model: result.model ?? prepared.call.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: result.text },
        finish_reason: toFinishReason(result.finishReason),
      },
    ],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    meta: {
      request_id: run.request.requestId,
      tool: prepared.tool.slug,
      provider: prepared.provider.id,
      requested_model: run.requestedModel ?? prepared.call.model,
      cached: run.cached,
      attempts: run.attempts,
      latency_ms: now - run.startedAt,
      cost_usd: run.costMicros === null ? null : run.costMicros / MICROS_PER_DOLLAR,
      dropped_parameters: prepared.dropped,
    },
  };
};

/** A piece of text of a streamed answer. */
export const toTextChunk = (run: Run, model: string, text: string, isFirst: boolean): CompletionChunk => ({
  id: completionId(run),
  object: 'chat.completion.chunk',
  created: inSeconds(run.startedAt),
  model,
  choices: [
    { index: 0, delta: { ...(isFirst && { role: 'assistant' }), content: text }, finish_reason: null },
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
