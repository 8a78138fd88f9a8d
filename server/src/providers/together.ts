import { z } from 'zod';
import type {
  ErrorReading,
  HttpRequest,
  ModelCall,
  ModelResult,
  ProviderAccount,
  ProviderAdapter,
} from './adapter';
import { parseChatError, parseChatFrame, parseChatResponseWith } from './openai-chat';

/*
 * https://docs.together.ai/reference/chat-completions, as declared by the `together-ai` package 0.52.0 of 2026-09-12
 * and by github.com/togethercomputer/openapi of 2026-04-28.
 */

// the end-of-sequence token came, which is an ordinary end
const FINISH_REASONS: Record<string, ModelResult['finishReason']> = { eos: 'stop' };

const ERROR_CODES: Record<string, ErrorReading['code']> = {
  invalid_api_key: 'provider_auth_failed',
  model_not_found: 'model_not_found',
  // listed, but only to be had on an endpoint of one's own; comes as a 400 (github.com/HeyPuter/puter/issues/3168)
  model_not_available: 'model_not_found',
};

// "Input token count + max_tokens parameter must be less than the context length of the model" in the documentation
// of errors, "`inputs` tokens + `max_new_tokens` must be <= 4097" on the wire (github.com/BerriAI/litellm/issues/4934)
const CONTEXT_OVERFLOW = /context (length|window)|tokens`? \+ `?max_(new_)?tokens/i;

/** Statuses that mean something else here than elsewhere: https://docs.together.ai/docs/error-codes */
const codeOfStatus = (status: number, message: string): ErrorReading['code'] => {
  // documented for a prompt that does not fit and for nothing else; a wrong key is a 401
  if (status === 403) return 'provider_error';
  // nothing that passes: the vendor's own client sends it again from 501 on only
  if (status === 500) return 'provider_error';
  // also the answer to a wrong path
  if (status === 404 && /model/i.test(message)) return 'model_not_found';
  // the proxy in front gave up waiting
  if (status === 524) return 'provider_timeout';
  return null;
};

const withCode = (reading: ErrorReading, status: number): ErrorReading => {
  const message = reading.message ?? '';
  const code = CONTEXT_OVERFLOW.test(message) ? 'context_window_exceeded' : codeOfStatus(status, message);
  return { ...reading, code: reading.code ?? code };
};

const buildBody = (call: ModelCall) => {
  const { max_tokens, temperature, top_p, top_k, stop } = call.parameters;
  return {
    model: call.model,
    messages: [
      ...(call.system === null ? [] : [{ role: 'system', content: call.system }]),
      { role: 'user', content: call.prompt },
    ],
    ...(max_tokens !== undefined && { max_tokens }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
    ...(stop !== undefined && { stop }),
    ...(call.functions.length > 0 && {
      tools: call.functions.map((declaration) => ({ type: 'function', function: declaration })),
    }),
    // `strict` is left out, as it takes a subset of JSON Schema only, and which one is not said
    ...(call.responseSchema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: call.responseSchema } },
    }),
    // the specification of April has no stream_options, but some models tell their usage only when asked, and other
    // clients ask all of them (github.com/vercel/ai/pull/17986, 2026-07)
    ...(call.stream && { stream: true, stream_options: { include_usage: true } }),
  };
};

// a bare array, unlike OpenAI's
const modelsSchema = z.array(
  z.object({
    id: z.string(),
    type: z.string().nullish(),
    display_name: z.string().nullish(),
    context_length: z.number().nullish(),
  }),
);

const isAnswering = ({ type }: { type?: string | null }): boolean => type === 'chat';

const authorization = ({ apiKey }: ProviderAccount) => ({ authorization: `Bearer ${apiKey}` });

const listRequest = (account: ProviderAccount): HttpRequest => ({
  method: 'GET',
  url: `${account.endpoint}/models`,
  headers: authorization(account),
  body: null,
});

export const together: ProviderAdapter = {
  kind: 'together',
  label: 'Together AI',
  comesWithPlugin: true,
  methods: ['chat/completions'],
  rawMethods: [],
  selfHosted: false,
  defaultTimeoutMs: 60_000,
  needsKey: true,
  keyConstants: ['TOGETHER_API_KEY'],
  defaultEndpoint: 'https://api.together.ai/v1',
  defaultModel: 'openai/gpt-oss-20b',
  framing: 'sse',
  retries: 'usual',
  price: null,
  // as documented: one set of fields for all its open models
  sampling: { never: [], families: [{ models: /^/, refuses: [] }] },

  takesFunctions: () => true,
  // "for models that support it", without a list to be read by a program; in 2024 the others answered 400
  // (github.com/BerriAI/litellm/issues/6972)
  structuredOutput: () => 'enforced',

  buildRequest: (call, account) => ({
    method: 'POST',
    url: `${account.endpoint}/chat/completions`,
    headers: authorization(account),
    body: buildBody(call),
  }),
  parseResponse: parseChatResponseWith(FINISH_REASONS),
  parseFrame(frame) {
    const part = parseChatFrame(frame, ERROR_CODES, FINISH_REASONS);
    return part.error ? { error: withCode(part.error, 200) } : part;
  },
  parseError: (status, body) => withCode(parseChatError(body, ERROR_CODES), status),
  // https://docs.together.ai/docs/rate-limits; may be a fraction of a second
  rateLimitResetHeader: 'x-ratelimit-reset',

  testSteps: (model, account) => [
    {
      asks: 'model',
      request: listRequest(account),
      read(body) {
        const models = modelsSchema.parse(body);
        const known = models.filter(isAnswering).map(({ id }) => id);
        const found = models.find(({ id }) => id === model);
        if (!found) return { verdict: 'missing', known };
        return {
          verdict: isAnswering(found) ? 'found' : 'unfit',
          known,
          contextWindow: found.context_length ?? null,
        };
      },
    },
  ],
  modelList: {
    request: listRequest,
    parse: (body) => ({
      models: modelsSchema
        .parse(body)
        .filter(isAnswering)
        .map(({ id, display_name, context_length }) => ({
          id,
          label: display_name ?? null,
          context_window: context_length ?? null,
        })),
      after: null,
    }),
  },
};
