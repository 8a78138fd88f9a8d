import type { ResultKey } from './result-key';
import type { PreparedCall, ProviderAnswer } from './run';

/** An answer that somebody has paid before. */
export interface KeptAnswer {
  answer: ProviderAnswer;
  ageMs: number;
  /** how long it may still be given */
  remainingMs: number;
}

/** Answers in the memory of this process. Nothing here throws: a cache that fails is one that knows nothing. */
export interface ResultMemory {
  find(key: ResultKey): KeptAnswer | null;
  keep(key: ResultKey, kept: KeptAnswer): void;
}

/**
 * How long the answer of a fallback is kept at the most: long enough that a crowd does not pay it again and again, and
 * short enough that the tool's own provider is asked again soon.
 */
const FALLBACK_MS = 60_000;

/** Cut short, refused or stopped by a fault: the next run may fare better. Errors and empty answers never come here. */
const isComplete = ({ result }: ProviderAnswer): boolean =>
  result.refusal === null &&
  (result.finishReason === 'stop' || result.finishReason === 'tool_calls' || result.finishReason === null);

/** How long an answer to this call may be given again, in milliseconds; 0 for one that is not kept. */
export const keepingTime = (answer: ProviderAnswer, { tool, provider, call }: PreparedCall): number => {
  if (!isComplete(answer)) return 0;
  const duration = (tool.definition.cache_duration ?? 0) * 1000;
  const isOwn = answer.provider === provider.id && answer.model === call.model;
  return isOwn ? duration : Math.min(duration, FALLBACK_MS);
};
