import { z } from 'zod';
import type { FinishReason } from '../../../contracts/completion';
import type { ErrorReading, FramePart, ModelCall, ProviderAdapter, ToolCallPiece, Usage } from './adapter';
import { mistralHeaders, mistralModels } from './mistral-models';

/*
 * https://docs.mistral.ai/api, as declared by its openapi.yaml of 2026-08-21 and the `@mistralai/mistralai` package
 * 2.7.0. It looks like OpenAI's chat completions and is not: the body is closed, so that one field too many is a
 * 422, a content may be an array, and errors are not nested. Hence nothing is shared with openai-chat.ts.
 */

const FINISH_REASONS: Record<string, FinishReason | 'error'> = {
  stop: 'stop',
  length: 'length',
  model_length: 'length',
  tool_calls: 'tool_calls',
  error: 'error',
};

// words of `code`, as documented, or of `type`: in practice `code` is a number that says the same, or null
const ERROR_CODES: Record<string, ErrorReading['code']> = {
  unknown_model: 'model_not_found',
  // answered with 400
  invalid_model: 'model_not_found',
  // a 403 that is not about the key: the subscription does not include the model
  tier_not_allowed: 'provider_error',
  authentication_error: 'provider_auth_failed',
  rate_limited: 'provider_unavailable',
  rate_limit_error: 'provider_unavailable',
};

const cachedSchema = z.object({ cached_tokens: z.number().nullish() }).nullish();

const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  // three spellings of one number
  num_cached_tokens: z.number().nullish(),
  prompt_tokens_details: cachedSchema,
  prompt_token_details: cachedSchema,
  completion_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
});

const contentSchema = z
  .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().nullish() }))])
  .nullish();

// the documented default of an absent id is this word, which is none
const callIdSchema = z
  .string()
  .nullish()
  .transform((id) => (id === 'null' ? null : id));

// a JSON string or the object itself, as documented
const argumentsSchema = z
  .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
  .nullish();

const toolCallSchema = z.object({
  id: callIdSchema,
  function: z.object({ name: z.string(), arguments: argumentsSchema }),
});

/*
 * Mistral's own models send each call whole and without an index; those it relays send pieces, of which only the first
 * has an id and a name, and the others an empty one (github.com/anomalyco/opencode/issues/49692, and the recorded
 * streams of the `@ai-sdk/mistral` package). A piece with neither index nor name belongs nowhere.
 */
const toolCallPieceSchema = z
  .object({
    index: z.number().nullish(),
    id: callIdSchema,
    function: z.object({ name: z.string().nullish(), arguments: argumentsSchema }),
  })
  .refine((piece) => typeof piece.index === 'number' || piece.function.name, 'a piece of no known call');

const responseSchema = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        message: z.object({ content: contentSchema, tool_calls: z.array(toolCallSchema).nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: usageSchema.nullish(),
});

const chunkSchema = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z.array(
    z.object({
      delta: z.object({ content: contentSchema, tool_calls: z.array(toolCallPieceSchema).nullish() }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: usageSchema.nullish(),
});

const detailSchema = z.union([
  z.string(),
  z
    .array(z.object({ loc: z.array(z.union([z.string(), z.number()])).nullish(), msg: z.string() }))
    // the faults also quote what was sent; only where and what is passed on
    .transform((faults) => faults.map(({ loc, msg }) => (loc ? `${loc.join('.')}: ${msg}` : msg)).join('; ')),
]);

const errorSchema = z.union([
  z.object({
    message: z.union([z.string(), z.object({ detail: detailSchema }).transform(({ detail }) => detail)]),
    type: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
  }),
  // what stands before the API answers like this, with a wrong key for instance
  z.object({ detail: detailSchema }).transform(({ detail }) => ({ message: detail, type: null, code: null })),
]);

/** Null when the body is no error. */
const readError = (body: unknown): ErrorReading | null => {
  const reading = errorSchema.safeParse(body);
  if (!reading.success) return null;
  const { message, type, code } = reading.data;
  // “Prompt contains 300000 tokens …, too large for model with 131072 maximum context length”, a 400 whose code
  // says no more than that the request is invalid
  if (/maximum context length/i.test(message)) return { message, code: 'context_window_exceeded' };
  return { message, code: ERROR_CODES[String(code ?? '')] ?? ERROR_CODES[type ?? ''] ?? null };
};

const readUsage = (usage: z.infer<typeof usageSchema>): Usage => ({
  prompt: usage.prompt_tokens,
  completion: usage.completion_tokens,
  cached:
    usage.num_cached_tokens ??
    usage.prompt_tokens_details?.cached_tokens ??
    usage.prompt_token_details?.cached_tokens ??
    null,
  reasoning: usage.completion_tokens_details?.reasoning_tokens ?? null,
});

/** Thinking and references are chunks of other types. */
const readText = (content: z.infer<typeof contentSchema>): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');

/** A call without an index is a whole one. */
const readPiece = ({ index, id, function: call }: z.infer<typeof toolCallPieceSchema>): ToolCallPiece => ({
  index: index ?? null,
  ...(id && { id }),
  ...(call.name && { name: call.name }),
  ...(call.arguments && { arguments: call.arguments }),
});

/**
 * Mistral's own client closes every object before it asks for strictness, and requires no property. What becomes of
 * an open one is not documented.
 */
const isClosed = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties, additionalProperties }: Record<string, unknown> = { ...schema };
  const isOfObjects = properties !== undefined || [type].flat().includes('object');
  return !(isOfObjects && additionalProperties !== false) && Object.values(schema).every(isClosed);
};

const buildBody = (call: ModelCall) => {
  const { max_tokens, temperature, top_p, stop } = call.parameters;
  // with temperature 0 any other top_p is a 400, and has no effect:
  // github.com/devoxx/DevoxxGenieIDEAPlugin/issues/338
  const allowedTopP = temperature === 0 ? 1 : top_p;
  return {
    model: call.model,
    messages: [
      ...(call.system === null ? [] : [{ role: 'system', content: call.system }]),
      { role: 'user', content: call.prompt },
    ],
    ...(max_tokens !== undefined && { max_tokens }),
    ...(temperature !== undefined && { temperature }),
    ...(allowedTopP !== undefined && { top_p: allowedTopP }),
    ...(stop !== undefined && { stop }),
    ...(call.functions.length > 0 && {
      tools: call.functions.map((declaration) => ({ type: 'function', function: declaration })),
    }),
    ...(call.responseSchema && {
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          schema: call.responseSchema,
          strict: isClosed(call.responseSchema),
        },
      },
    }),
    // no stream_options: the schema does not have it, whatever the guide says, and usage comes without asking
    ...(call.stream && { stream: true }),
  };
};

export const mistral: ProviderAdapter = {
  kind: 'mistral',
  label: 'Mistral AI',
  comesWithPlugin: true,
  methods: ['chat/completions'],
  rawMethods: [],
  selfHosted: false,
  defaultTimeoutMs: 60_000,
  needsKey: true,
  keyConstants: ['MISTRAL_API_KEY'],
  defaultEndpoint: 'https://api.mistral.ai',
  defaultModel: 'mistral-small-latest',
  framing: 'sse',
  retries: 'usual',
  price: null,
  sampling: {
    never: ['top_k'],
    // the vendor's names of its own models; fine-tuned ones are unknown
    families: [
      {
        models: /^((open-)?(mistral|mixtral)|ministral|magistral|codestral|devstral|pixtral|voxtral)-/,
        refuses: [],
      },
    ],
  },

  takesFunctions: () => true,
  // every model but this one, as documented: github.com/BerriAI/litellm/issues/12012
  structuredOutput: (model) => (/codestral-mamba/.test(model) ? 'asked' : 'shown'),

  buildRequest: (call, account) => ({
    method: 'POST',
    url: `${account.endpoint}/v1/chat/completions`,
    headers: mistralHeaders(account),
    body: buildBody(call),
  }),

  parseResponse(body) {
    const { id, model, choices, usage } = responseSchema.parse(body);
    const choice = choices[0];
    return {
      id: id ?? null,
      model: model ?? null,
      text: readText(choice?.message.content),
      toolCalls: (choice?.message.tool_calls ?? []).map(({ id, function: call }, index) => ({
        id: id ?? `call_${index}`,
        name: call.name,
        arguments: call.arguments ?? '{}',
      })),
      finishReason: FINISH_REASONS[choice?.finish_reason ?? ''] ?? null,
      // this API has no word for a refusal
      refusal: null,
      usage: usage ? readUsage(usage) : null,
    };
  },

  parseFrame({ data }): FramePart {
    if (data === '[DONE]') return { end: true };

    const body: unknown = JSON.parse(data);
    const error = readError(body);
    if (error) return { error };

    const { id, model, choices, usage } = chunkSchema.parse(body);
    const choice = choices[0];
    const text = readText(choice?.delta.content);
    const finishReason = FINISH_REASONS[choice?.finish_reason ?? ''];
    return {
      ...(id && { id }),
      ...(model && { model }),
      ...(text && { text }),
      ...(choice?.delta.tool_calls && { toolCalls: choice.delta.tool_calls.map(readPiece) }),
      ...(finishReason && { finishReason }),
      ...(usage && { usage: readUsage(usage) }),
    };
  },

  parseError(status, body) {
    const reading = readError(body) ?? { message: null, code: null };
    // a 404 is an unknown model or a wrong address, and only the former is talked about
    const unknownModel = status === 404 && reading.code === null && /\bmodel\b/i.test(reading.message ?? '');
    return unknownModel ? { ...reading, code: 'model_not_found' } : reading;
  },

  ...mistralModels,
};
