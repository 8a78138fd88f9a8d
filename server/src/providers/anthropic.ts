import { z } from 'zod';
import type { FinishReason } from '../../../contracts/completion';
import type { ErrorReading, FramePart, ModelCall, ProviderAdapter, Usage } from './adapter';
import { anthropicHeaders, anthropicModels } from './anthropic-models';

/*
 * https://docs.anthropic.com/en/api/messages, as declared by the `@anthropic-ai/sdk` packages 0.137.0 and 1.11.0.
 */

// this API requires the field
const DEFAULT_MAX_TOKENS = 2048;

const STOP_REASONS: Record<string, FinishReason> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};

const ERROR_TYPES: Record<string, ErrorReading['code']> = {
  authentication_error: 'provider_auth_failed',
  permission_error: 'provider_auth_failed',
  billing_error: 'provider_error',
  not_found_error: 'model_not_found',
  overloaded_error: 'provider_unavailable',
  rate_limit_error: 'provider_unavailable',
  timeout_error: 'provider_timeout',
};

// a spend limit does not pass by waiting, although it is answered as a rate limit
const SPEND_LIMITS = ['enforced_spend_limit_reached', 'contract_spend_limit_reached'];

const usageSchema = z.object({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
  output_tokens_details: z.object({ thinking_tokens: z.number().nullish() }).nullish(),
});

const responseSchema = z.object({
  id: z.string(),
  model: z.string(),
  // thinking comes before text, so no block has a fixed place
  content: z.array(
    z.object({
      type: z.string(),
      text: z.string().optional(),
      id: z.string().optional(),
      name: z.string().optional(),
      input: z.unknown().optional(),
    }),
  ),
  stop_reason: z.string().nullable(),
  stop_details: z.object({ category: z.string().nullish() }).nullish(),
  usage: usageSchema,
});

const errorSchema = z.object({
  error: z.object({
    type: z.string(),
    message: z.string(),
    details: z.object({ error_code: z.string().nullish() }).nullish(),
  }),
});

const frameSchemas = {
  message_start: z.object({ message: z.object({ id: z.string(), model: z.string(), usage: usageSchema }) }),
  content_block_start: z.object({
    index: z.number(),
    content_block: z.object({
      type: z.string(),
      text: z.string().optional(),
      id: z.string().optional(),
      name: z.string().optional(),
    }),
  }),
  content_block_delta: z.object({
    index: z.number(),
    delta: z.object({
      type: z.string(),
      text: z.string().optional(),
      partial_json: z.string().optional(),
    }),
  }),
  message_delta: z.object({
    delta: z.object({
      stop_reason: z.string().nullish(),
      stop_details: z.object({ category: z.string().nullish() }).nullish(),
    }),
    usage: usageSchema.nullish(),
  }),
};

/** Only what the body tells: in a stream the two halves come in different frames. `input_tokens` excludes the cache. */
const readUsage = (usage: z.infer<typeof usageSchema>): Partial<Usage> => ({
  ...(typeof usage.input_tokens === 'number' && {
    prompt:
      usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
  }),
  ...(typeof usage.output_tokens === 'number' && { completion: usage.output_tokens }),
  ...(typeof usage.cache_read_input_tokens === 'number' && { cached: usage.cache_read_input_tokens }),
  ...(typeof usage.output_tokens_details?.thinking_tokens === 'number' && {
    reasoning: usage.output_tokens_details.thinking_tokens,
  }),
});

const readError = (body: unknown): ErrorReading => {
  const reading = errorSchema.safeParse(body);
  if (!reading.success) return { message: null, code: null };
  const { type, message, details } = reading.data.error;
  if (SPEND_LIMITS.includes(details?.error_code ?? '')) return { message, code: 'provider_error' };
  if (/prompt is too long|exceed.*context (limit|window)/i.test(message)) {
    return { message, code: 'context_window_exceeded' };
  }
  return { message, code: ERROR_TYPES[type] ?? null };
};

const readStop = (stop: {
  stop_reason?: string | null;
  stop_details?: { category?: string | null } | null;
}) => ({
  finishReason: STOP_REASONS[stop.stop_reason ?? ''] ?? null,
  refusal: stop.stop_reason === 'refusal' ? `category: ${stop.stop_details?.category ?? 'not given'}` : null,
});

const buildBody = (call: ModelCall) => {
  const { max_tokens = DEFAULT_MAX_TOKENS, temperature, top_p, top_k, stop } = call.parameters;
  return {
    model: call.model,
    max_tokens,
    ...(call.system !== null && { system: call.system }),
    messages: [{ role: 'user', content: call.prompt }],
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
    ...(stop !== undefined && { stop_sequences: stop }),
    ...(call.functions.length > 0 && {
      tools: call.functions.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
    // never by forcing a tool: newer models refuse that
    ...(call.responseSchema && {
      output_config: { format: { type: 'json_schema', schema: call.responseSchema } },
    }),
    ...(call.stream && { stream: true }),
  };
};

export const anthropic: ProviderAdapter = {
  kind: 'anthropic',
  label: 'Anthropic',
  comesWithPlugin: true,
  methods: ['messages'],
  rawMethods: [],
  selfHosted: false,
  defaultTimeoutMs: 60_000,
  needsKey: true,
  keyConstants: ['ANTHROPIC_API_KEY'],
  defaultEndpoint: 'https://api.anthropic.com',
  defaultModel: 'claude-haiku-5-5',
  framing: 'sse',
  retries: 'usual',
  price: null,
  sampling: {
    never: [],
    families: [
      // Claude up to 4.6, in both orders of its names; everything later refuses all three
      {
        models: /^claude-(2|instant|3|(haiku|sonnet|opus)-4(?!-[7-9]($|-)))/,
        refuses: [],
        temperatureOrTopP: true,
      },
      { models: /^claude-/, refuses: ['temperature', 'top_p', 'top_k'] },
    ],
  },

  takesFunctions: () => true,
  // models before 4.5 know no output format
  structuredOutput: (model) =>
    /^claude-(2|instant|3|(sonnet|opus)-4(-[01])?(-\d{8})?$)/.test(model) ? 'asked' : 'shown',

  buildRequest: (call, account) => ({
    method: 'POST',
    url: `${account.endpoint}/v1/messages`,
    headers: anthropicHeaders(account),
    body: buildBody(call),
  }),

  parseResponse(body) {
    const { id, model, content, usage, ...stop } = responseSchema.parse(body);
    const { prompt, completion, cached = null, reasoning = null } = readUsage(usage);
    return {
      id,
      model,
      text: content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join(''),
      toolCalls: content
        .filter((block) => block.type === 'tool_use')
        .map((block, index) => ({
          id: block.id ?? `call_${index}`,
          name: block.name ?? '',
          arguments: JSON.stringify(block.input ?? {}),
        })),
      ...readStop(stop),
      usage:
        prompt === undefined || completion === undefined ? null : { prompt, completion, cached, reasoning },
    };
  },

  parseFrame({ event, data }): FramePart | null {
    const body: unknown = JSON.parse(data);
    switch (event) {
      case 'message_start': {
        const { id, model, usage } = frameSchemas.message_start.parse(body).message;
        return { id, model, usage: readUsage(usage) };
      }
      case 'content_block_start': {
        const { index, content_block: block } = frameSchemas.content_block_start.parse(body);
        if (block.type === 'tool_use') return { toolCalls: [{ index, id: block.id, name: block.name }] };
        return block.type === 'text' && block.text ? { text: block.text } : null;
      }
      case 'content_block_delta': {
        const { index, delta } = frameSchemas.content_block_delta.parse(body);
        if (delta.type === 'input_json_delta') {
          return { toolCalls: [{ index, arguments: delta.partial_json ?? '' }] };
        }
        return delta.type === 'text_delta' && delta.text ? { text: delta.text } : null;
      }
      case 'message_delta': {
        const { delta, usage } = frameSchemas.message_delta.parse(body);
        const { finishReason, refusal } = readStop(delta);
        return {
          ...(finishReason && { finishReason }),
          ...(refusal !== null && { refusal }),
          ...(usage && { usage: readUsage(usage) }),
        };
      }
      case 'message_stop':
        return { end: true };
      case 'error':
        return { error: readError(body) };
      default:
        // pings, and events of tomorrow
        return null;
    }
  },

  parseError: (_status, body) => readError(body),

  ...anthropicModels,
};
