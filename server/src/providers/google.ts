import { z } from 'zod';
import type { FinishReason } from '../../../contracts/completion';
import type { ErrorReading, FramePart, ModelCall, ModelResult, ProviderAdapter, Usage } from './adapter';
import { googleHeaders, googleModelId, googleModels } from './google-models';
import { toGoogleSchema } from './google-schema';

/*
 * https://ai.google.dev/api/generate-content, as declared by the `@google/genai` package 3.1.0. That package has
 * moved on to the path version `v1`; `v1beta` has every field used here and is what others still call.
 */

const FINISH_REASONS: Record<string, FinishReason | 'error'> = {
  // also when the model asks for calls, which may have come in an earlier frame: the engine goes by the calls
  STOP: 'stop',
  MAX_TOKENS: 'length',
  // a long answer that would go on in a further, separately billed request
  CONTINUATION: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
  MALFORMED_FUNCTION_CALL: 'error',
  MALFORMED_RESPONSE: 'error',
  UNEXPECTED_TOOL_CALL: 'error',
  TOO_MANY_TOOL_CALLS: 'error',
  LANGUAGE: 'error',
  OTHER: 'error',
};

// the same words come as the status of an answer and inside a stream, where there is no status to judge by
const ERROR_STATUSES: Record<string, ErrorReading['code']> = {
  UNAUTHENTICATED: 'provider_auth_failed',
  PERMISSION_DENIED: 'provider_auth_failed',
  NOT_FOUND: 'model_not_found',
  RESOURCE_EXHAUSTED: 'provider_unavailable',
  UNAVAILABLE: 'provider_unavailable',
  DEADLINE_EXCEEDED: 'provider_timeout',
};

// models before this one are not documented for JSON Schema; image models are, and answer 400 all the same
// (github.com/google-gemini/cookbook/issues/1028); speech models speak
const WITHOUT_SCHEMA = /^gemini-(1\.|.*(image|tts|audio))/;

// a 400 up to Gemini 2.5: “Function calling with a response mime type: 'application/json' is unsupported”, which
// Gemini 3 takes (github.com/googleapis/python-genai/issues/706)
const FUNCTIONS_OR_SCHEMA = /^gemini-2\./;

const usageSchema = z.object({
  promptTokenCount: z.number().nullish(),
  cachedContentTokenCount: z.number().nullish(),
  candidatesTokenCount: z.number().nullish(),
  thoughtsTokenCount: z.number().nullish(),
});

const candidateSchema = z.object({
  // a model that spent all its tokens on thinking sends a content without parts
  content: z
    .object({
      parts: z
        .array(
          z.object({
            text: z.string().nullish(),
            thought: z.boolean().nullish(),
            // calls come whole, in a stream as well: in pieces, without a name, only for those who ask
            functionCall: z
              .object({
                id: z.string().nullish(),
                name: z.string(),
                // left out for a function without parameters
                args: z.record(z.string(), z.unknown()).nullish(),
              })
              .nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
  finishReason: z.string().nullish(),
  finishMessage: z.string().nullish(),
});

// a stream sends the same object again and again, with what is new in it
const chunkSchema = z.object({
  responseId: z.string().nullish(),
  modelVersion: z.string().nullish(),
  candidates: z.array(candidateSchema).nullish(),
  promptFeedback: z
    .object({ blockReason: z.string().nullish(), blockReasonMessage: z.string().nullish() })
    .nullish(),
  usageMetadata: usageSchema.nullish(),
});

// every field is optional, so without this any object at all would be an answer
const responseSchema = chunkSchema.refine(
  ({ candidates, promptFeedback }) => candidates?.[0] ?? promptFeedback?.blockReason,
  'neither a candidate nor a reason why there is none',
);

type GeminiResponse = z.infer<typeof chunkSchema>;

const errorBodySchema = z.object({
  error: z.object({
    message: z.string().nullish(),
    status: z.string().nullish(),
    details: z
      .array(
        z.object({
          reason: z.string().nullish(),
          retryDelay: z.string().nullish(),
          violations: z.array(z.object({ quotaId: z.string().nullish() })).nullish(),
        }),
      )
      // details are of many types, and an odd one must not cost the message
      .catch([])
      .nullish(),
  }),
});

// streaming calls have been seen to wrap the error in an array: github.com/google-gemini/gemini-cli/issues/11248
const errorSchema = z.union([errorBodySchema, z.tuple([errorBodySchema]).transform(([body]) => body)]);

/** Seconds from a duration such as `45.837906927s`; null when there is nothing to wait for. */
const readDelay = (duration: string | null | undefined): number | null => {
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(duration ?? '')?.[1]);
  return seconds > 0 ? Math.ceil(seconds) : null;
};

/** Null when the body is no error. */
const readError = (body: unknown): ErrorReading | null => {
  const reading = errorSchema.safeParse(body);
  if (!reading.success) return null;
  const { status, details } = reading.data.error;
  const message = reading.data.error.message ?? status ?? null;

  // a bad key is INVALID_ARGUMENT with status 400, told apart by this reason only; the words stand in where
  // the details are missing
  const keyRefused =
    details?.some(({ reason }) => reason === 'API_KEY_INVALID') ||
    /^API key (not valid|not found|expired)/i.test(message ?? '');
  if (keyRefused) return { message, code: 'provider_auth_failed' };

  // a day's quota comes with a delay of seconds as well, after which it is just as used up
  const quotas = details?.flatMap(({ violations }) => violations ?? []) ?? [];
  if (quotas.some(({ quotaId }) => /PerDay/i.test(quotaId ?? ''))) return { message, code: 'provider_error' };

  // github.com/google-gemini/gemini-cli/issues/11248
  if (/input token count.*exceeds the maximum number of tokens/i.test(message ?? '')) {
    return { message, code: 'context_window_exceeded' };
  }

  const [retryAfterSeconds] = details?.flatMap(({ retryDelay }) => readDelay(retryDelay) ?? []) ?? [];
  return {
    message,
    code: ERROR_STATUSES[status ?? ''] ?? null,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
};

/** A count that is 0 is left out; without a prompt's there is no usage at all. */
const readUsage = ({ usageMetadata: usage }: GeminiResponse): Usage | null =>
  typeof usage?.promptTokenCount === 'number'
    ? {
        prompt: usage.promptTokenCount,
        completion: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
        cached: usage.cachedContentTokenCount ?? null,
        reasoning: usage.thoughtsTokenCount ?? null,
      }
    : null;

const readText = ({ candidates }: GeminiResponse): string =>
  (candidates?.[0]?.content?.parts ?? []).map(({ text, thought }) => (thought ? '' : (text ?? ''))).join('');

/** An id is there or not, depending on the model. */
const readCalls = ({ candidates }: GeminiResponse) =>
  (candidates?.[0]?.content?.parts ?? []).flatMap(({ functionCall: call }) =>
    call
      ? [{ ...(call.id && { id: call.id }), name: call.name, arguments: JSON.stringify(call.args ?? {}) }]
      : [],
  );

/** A prompt that is blocked gets no candidate, an answer that is blocked gets one that says so. */
const readStop = ({
  candidates,
  promptFeedback,
}: GeminiResponse): Pick<ModelResult, 'finishReason' | 'refusal'> => {
  if (promptFeedback?.blockReason) {
    const { blockReason, blockReasonMessage } = promptFeedback;
    const words = blockReasonMessage ? `, ${blockReasonMessage}` : '';
    return { finishReason: 'content_filter', refusal: `prompt blocked: ${blockReason}${words}` };
  }
  const { finishReason: reason, finishMessage } = candidates?.[0] ?? {};
  const finishReason = FINISH_REASONS[reason ?? ''] ?? null;
  if (finishReason !== 'content_filter') return { finishReason, refusal: null };
  return { finishReason, refusal: `answer blocked: ${reason}${finishMessage ? `, ${finishMessage}` : ''}` };
};

const buildBody = (call: ModelCall) => {
  const { max_tokens, temperature, top_p, top_k, stop } = call.parameters;
  const { functions, responseSchema } = call;
  const isSchemaInWords =
    responseSchema !== null && functions.length > 0 && FUNCTIONS_OR_SCHEMA.test(googleModelId(call.model));
  const text = isSchemaInWords
    ? `${call.prompt}\n\nUnless you call a function, answer with JSON only. It has to fit this JSON Schema:\n${JSON.stringify(responseSchema)}`
    : call.prompt;
  return {
    contents: [{ role: 'user', parts: [{ text }] }],
    ...(call.system !== null && { systemInstruction: { parts: [{ text: call.system }] } }),
    ...(functions.length > 0 && {
      tools: [
        {
          // unlike the schema of an answer and the older `parameters`, this field is documented without a subset
          functionDeclarations: functions.map(({ name, description, parameters }) => ({
            name,
            description,
            parametersJsonSchema: parameters,
          })),
        },
      ],
    }),
    generationConfig: {
      ...(max_tokens !== undefined && { maxOutputTokens: max_tokens }),
      ...(temperature !== undefined && { temperature }),
      ...(top_p !== undefined && { topP: top_p }),
      ...(top_k !== undefined && { topK: top_k }),
      ...(stop !== undefined && { stopSequences: stop }),
      ...(responseSchema &&
        !isSchemaInWords && {
          responseMimeType: 'application/json',
          responseJsonSchema: toGoogleSchema(responseSchema),
        }),
    },
  };
};

export const google: ProviderAdapter = {
  kind: 'google',
  label: 'Google Gemini',
  comesWithPlugin: true,
  methods: ['generateContent'],
  rawMethods: [],
  selfHosted: false,
  defaultTimeoutMs: 60_000,
  needsKey: true,
  // Google's own client takes them in this order
  keyConstants: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
  defaultEndpoint: 'https://generativelanguage.googleapis.com/v1beta',
  defaultModel: 'gemini-3.5-flash-lite',
  framing: 'sse',
  retries: 'usual',
  price: null,
  sampling: {
    never: [],
    families: [
      { models: /^(models\/)?gemini-[12]\./, refuses: [] },
      // Google says to remove all three from Gemini 3 on; sources disagree on whether they are ignored or refused,
      // and leaving them out is never refused. Aliases such as gemini-flash-latest name the newest generation.
      { models: /^(models\/)?gemini-/, refuses: ['temperature', 'top_p', 'top_k'] },
    ],
  },

  takesFunctions: () => true,
  // Gemma is not documented for it, and what is not Google's own name is unknown
  structuredOutput: (model) =>
    /^gemini-/.test(googleModelId(model)) && !WITHOUT_SCHEMA.test(googleModelId(model)) ? 'shown' : 'asked',

  buildRequest(call, account) {
    const model = encodeURIComponent(googleModelId(call.model));
    const method = call.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    return {
      method: 'POST',
      url: `${account.endpoint}/models/${model}:${method}`,
      headers: googleHeaders(account),
      body: buildBody(call),
    };
  },

  parseResponse(body) {
    const response = responseSchema.parse(body);
    return {
      id: response.responseId ?? null,
      model: response.modelVersion ?? null,
      text: readText(response),
      ...readStop(response),
      toolCalls: readCalls(response).map((call, index) => ({ id: `call_${index}`, ...call })),
      usage: readUsage(response),
    };
  },

  parseFrame({ data }): FramePart {
    const body: unknown = JSON.parse(data);
    const error = readError(body);
    if (error) return { error };

    const response = chunkSchema.parse(body);
    const text = readText(response);
    const toolCalls = readCalls(response).map((call) => ({ index: null, ...call }));
    const usage = readUsage(response);
    const { finishReason, refusal } = readStop(response);
    const part: FramePart = {
      ...(response.responseId && { id: response.responseId }),
      ...(response.modelVersion && { model: response.modelVersion }),
      ...(text && { text }),
      ...(toolCalls.length > 0 && { toolCalls }),
      ...(usage && { usage }),
      ...(finishReason && { finishReason }),
      ...(refusal !== null && { refusal }),
    };
    // there is no end marker but the reason to stop, known or not, or the refusal of the prompt
    return response.candidates?.[0]?.finishReason || refusal !== null ? { ...part, end: true } : part;
  },

  parseError: (_status, body) => readError(body) ?? { message: null, code: null },

  ...googleModels,
};
