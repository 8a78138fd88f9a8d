import { z } from 'zod';
import type { FinishReason } from '../../../contracts/completion';
import type { ErrorReading, Frame, FramePart, ModelResult, ToolCallPiece, Usage } from './adapter';

/*
 * How OpenAI's chat completions are read. Only reading is shared between kinds that answer this way: what they
 * accept differs exactly where sharing would hurt, so each adapter builds its own request.
 */

const FINISH_REASONS: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
};

export const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
});

const toolCallSchema = z.object({
  id: z.string().nullish(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const toolCallPieceSchema = z.object({
  index: z.number(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});

const responseSchema = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(toolCallSchema).nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: usageSchema.nullish(),
});

// the last chunk of a stream carries the usage and no choice
const chunkSchema = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z.array(
    z.object({
      delta: z.object({
        content: z.string().nullish(),
        refusal: z.string().nullish(),
        tool_calls: z.array(toolCallPieceSchema).nullish(),
      }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: usageSchema.nullish(),
});

// LM Studio, and gateways in front of other servers, write the words only
const errorSchema = z.object({
  error: z.union([
    z.object({ message: z.string().nullish(), code: z.union([z.string(), z.number()]).nullish() }),
    z.string().transform((message) => ({ message, code: null })),
  ]),
});

export const readUsage = (usage: z.infer<typeof usageSchema>): Usage => ({
  prompt: usage.prompt_tokens,
  completion: usage.completion_tokens,
  cached: usage.prompt_tokens_details?.cached_tokens ?? null,
  reasoning: usage.completion_tokens_details?.reasoning_tokens ?? null,
});

/** A provider's own finish reasons, beside OpenAI's. */
type FinishReasons = Record<string, ModelResult['finishReason']>;

const readFinishReason = (
  reason: string | null | undefined,
  own: FinishReasons,
): ModelResult['finishReason'] => FINISH_REASONS[reason ?? ''] ?? own[reason ?? ''] ?? null;

/** The reading of {@link parseChatResponse} for a provider with finish reasons of its own. */
export const parseChatResponseWith =
  (finishReasons: FinishReasons) =>
  (body: unknown): ModelResult => {
    const { id, model, choices, usage } = responseSchema.parse(body);
    const choice = choices[0];
    return {
      id: id ?? null,
      model: model ?? null,
      text: choice?.message.content ?? '',
      toolCalls: (choice?.message.tool_calls ?? []).map((call, index) => ({
        id: call.id ?? `call_${index}`,
        name: call.function.name,
        arguments: call.function.arguments,
      })),
      finishReason: readFinishReason(choice?.finish_reason, finishReasons),
      refusal: choice?.message.refusal ?? null,
      usage: usage ? readUsage(usage) : null,
    };
  };

/** Reads a whole chat completion; throws a ZodError when it is none. */
export const parseChatResponse = parseChatResponseWith({});

/** Reads the error body; `codes` says which of the provider's own codes tell more than the status. */
export const parseChatError = (body: unknown, codes: Record<string, ErrorReading['code']>): ErrorReading => {
  const reading = errorSchema.safeParse(body);
  if (!reading.success) return { message: null, code: null };
  const { message, code } = reading.data.error;
  return { message: message ?? null, code: codes[String(code ?? '')] ?? null };
};

const readPiece = (piece: z.infer<typeof toolCallPieceSchema>): ToolCallPiece => ({
  index: piece.index,
  ...(piece.id && { id: piece.id }),
  ...(piece.function?.name && { name: piece.function.name }),
  ...(piece.function?.arguments && { arguments: piece.function.arguments }),
});

/** Reads one chunk of a stream; `codes` as in {@link parseChatError}. Throws a ZodError when it is none. */
export const parseChatFrame = (
  frame: Frame,
  codes: Record<string, ErrorReading['code']>,
  finishReasons: FinishReasons = {},
): FramePart => {
  if (frame.data === '[DONE]') return { end: true };

  const body: unknown = JSON.parse(frame.data);
  // asked before it is parsed: of a thousand chunks one is an error, and a parse that fails costs most
  if ('error' in Object(body) && errorSchema.safeParse(body).success) {
    return { error: parseChatError(body, codes) };
  }

  const { id, model, choices, usage } = chunkSchema.parse(body);
  const choice = choices[0];
  const finishReason = readFinishReason(choice?.finish_reason, finishReasons);
  return {
    ...(id && { id }),
    ...(model && { model }),
    ...(choice?.delta.content && { text: choice.delta.content }),
    ...(choice?.delta.tool_calls && { toolCalls: choice.delta.tool_calls.map(readPiece) }),
    ...(choice?.delta.refusal && { refusal: choice.delta.refusal }),
    ...(finishReason && { finishReason }),
    ...(usage && { usage: readUsage(usage) }),
  };
};
