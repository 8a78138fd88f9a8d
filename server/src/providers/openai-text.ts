import { z } from 'zod';
import type { FinishReason } from '../../../contracts/completion';
import type { Frame, FramePart, ModelResult } from './adapter';
import { readUsage, usageSchema } from './openai-chat';

/*
 * OpenAI's older completions, one text in and one text out, which llama.cpp, vLLM and LM Studio still offer. An answer
 * and a chunk of a stream have the same shape.
 */

const FINISH_REASONS: Record<string, FinishReason> = { stop: 'stop', length: 'length' };

const textSchema = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z.array(z.object({ text: z.string(), finish_reason: z.string().nullish() })).min(1),
  usage: usageSchema.nullish(),
});

/** Chat completions come the same way and far more often, and a parse that fails costs more than one that succeeds. */
const mayBeText = (body: unknown): boolean => 'text' in Object(Object(body).choices?.[0]);

/** Reads a text completion; null when the body is something else. */
export const parseTextResponse = (body: unknown): ModelResult | null => {
  if (!mayBeText(body)) return null;
  const reading = textSchema.safeParse(body);
  if (!reading.success) return null;
  const { id, model, choices, usage } = reading.data;
  return {
    id: id ?? null,
    model: model ?? null,
    text: choices[0]?.text ?? '',
    toolCalls: [],
    finishReason: FINISH_REASONS[choices[0]?.finish_reason ?? ''] ?? null,
    refusal: null,
    usage: usage ? readUsage(usage) : null,
  };
};

/** Reads one chunk of a streamed text completion; null when the frame is something else. */
export const parseTextFrame = ({ data }: Frame): FramePart | null => {
  if (data === '[DONE]') return null;
  const reading = parseTextResponse(JSON.parse(data));
  if (reading === null) return null;
  const { id, model, text, finishReason, usage } = reading;
  return {
    ...(id && { id }),
    ...(model && { model }),
    ...(text && { text }),
    ...(finishReason && { finishReason }),
    ...(usage && { usage }),
  };
};
