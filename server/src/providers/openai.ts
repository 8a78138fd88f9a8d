import { z } from 'zod';
import { isJsonObject } from '../../../contracts/json-object';
import type { ErrorReading, HttpRequest, ModelCall, ProviderAccount, ProviderAdapter } from './adapter';
import { parseChatError, parseChatFrame, parseChatResponse } from './openai-chat';
import { shortestCall } from './shortest-call';

/*
 * https://platform.openai.com/docs/api-reference/chat and /models, as declared by the `openai` package 7.55.0 of 2026-11-10.
 */

// these take a system message under its old role; every later family calls it `developer`
const WITHOUT_REASONING = /^(chatgpt-4o|gpt-3\.5|gpt-4)/;

// families that reason unless told not to, and take temperature and top_p only when they do not
const REASONING_CAN_BE_OFF = /^(gpt-5\.[1-6](-|$)|gpt-6-luna|gpt-6-sol|gpt-6\.1-terra)/;

const ERROR_CODES: Record<string, ErrorReading['code']> = {
  model_not_found: 'model_not_found',
  invalid_api_key: 'provider_auth_failed',
  // the account has no money left: waiting does not help, so it is not "unavailable"
  insufficient_quota: 'provider_error',
  context_length_exceeded: 'context_window_exceeded',
  content_policy_violation: 'content_refused',
};

/** Strict mode takes objects whose properties are all required and that allow no others; it refuses the rest. */
const canBeStrict = (schema: unknown): boolean => {
  if (Array.isArray(schema)) return schema.every(canBeStrict);
  if (!isJsonObject(schema)) return true;
  if (isJsonObject(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const names = Object.keys(schema.properties);
    if (schema.additionalProperties !== false || !names.every((name) => required.includes(name)))
      return false;
    if (!Object.values(schema.properties).every(canBeStrict)) return false;
  } else if (schema.type === 'object') return false;
  return Object.entries(schema).every(([word, value]) => word === 'properties' || canBeStrict(value));
};

const buildBody = (call: ModelCall) => {
  const { max_tokens, temperature, top_p, stop } = call.parameters;
  const systemRole = WITHOUT_REASONING.test(call.model) ? 'system' : 'developer';
  return {
    model: call.model,
    messages: [
      ...(call.system === null ? [] : [{ role: systemRole, content: call.system }]),
      { role: 'user', content: call.prompt },
    ],
    // `max_tokens` is the deprecated name, refused by every reasoning model; all families take this one
    ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(stop !== undefined && { stop }),
    ...(REASONING_CAN_BE_OFF.test(call.model) && { reasoning_effort: 'none' }),
    ...(call.functions.length > 0 && {
      tools: call.functions.map((declaration) => ({ type: 'function', function: declaration })),
    }),
    ...(call.responseSchema && {
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          schema: call.responseSchema,
          strict: canBeStrict(call.responseSchema),
        },
      },
    }),
    ...(call.stream && { stream: true, stream_options: { include_usage: true } }),
  };
};

const modelSchema = z.object({ id: z.string(), shutdown_date: z.string().nullish() });
const listSchema = z.object({ data: z.array(modelSchema) });

// the list tells of no model what it does: these names answer prompts, fine-tuned ones among them, ...
const ANSWERING = /^(ft:)?(gpt-|chatgpt-|o\d)/;
// ... except for those that hear, speak, draw or embed, and those that are not to be had by this method
const NOT_ANSWERING = /-(audio|realtime|tts|transcribe|image|embedding|search|instruct|pro)\b|codex/;

const isAnswering = (id: string): boolean => ANSWERING.test(id) && !NOT_ANSWERING.test(id);

const authorization = ({ apiKey }: ProviderAccount) => ({ authorization: `Bearer ${apiKey}` });

const buildRequest = (call: ModelCall, account: ProviderAccount): HttpRequest => ({
  method: 'POST',
  url: `${account.endpoint}/chat/completions`,
  headers: authorization(account),
  body: buildBody(call),
});

export const openai: ProviderAdapter = {
  kind: 'openai',
  label: 'OpenAI',
  comesWithPlugin: true,
  methods: ['chat/completions'],
  rawMethods: [],
  selfHosted: false,
  defaultTimeoutMs: 60_000,
  needsKey: true,
  keyConstants: ['OPENAI_API_KEY'],
  defaultEndpoint: 'https://api.openai.com/v1',
  defaultModel: 'gpt-6-luna',
  framing: 'sse',
  retries: 'usual',
  price: null,
  sampling: {
    never: ['top_k'],
    families: [
      { models: /^gpt-4o.*search/, refuses: ['temperature'] },
      { models: WITHOUT_REASONING, refuses: [] },
      { models: /^(o3|o4-mini)/, refuses: ['temperature', 'top_p', 'stop'] },
      { models: /^o\d/, refuses: ['temperature', 'top_p'] },
      // sources disagree on whether gpt-5.4-mini takes a temperature; leaving it out is never refused
      { models: /^gpt-5\.4-mini/, refuses: ['temperature', 'top_p'] },
      { models: REASONING_CAN_BE_OFF, refuses: [] },
      { models: /^gpt-[56]/, refuses: ['temperature', 'top_p'] },
    ],
  },

  takesFunctions: () => true,
  // families before gpt-4o know no schema
  structuredOutput: (model) => (/^(gpt-3\.5|gpt-4(-|$))/.test(model) ? 'asked' : 'shown'),

  buildRequest,
  parseResponse: parseChatResponse,
  parseFrame: (frame) => parseChatFrame(frame, ERROR_CODES),
  parseError: (_status, body) => parseChatError(body, ERROR_CODES),

  testSteps: (model, account) => [
    {
      asks: 'model',
      request: {
        method: 'GET',
        url: `${account.endpoint}/models/${encodeURIComponent(model)}`,
        headers: authorization(account),
        body: null,
      },
      // a key may be restricted to running models, without the right to list them
      provesNothing: (status) => status === 403,
      read(body) {
        const { id, shutdown_date } = modelSchema.parse(body);
        return {
          // a name that says that it does something else, or nothing, is to show that it answers
          verdict: isAnswering(id) ? 'found' : 'unsure',
          warnings: shutdown_date ? [`OpenAI shuts ${id} down on ${shutdown_date.slice(0, 10)}.`] : [],
        };
      },
    },
    {
      asks: 'run',
      request: buildRequest(shortestCall('chat/completions', model), account),
      read(body) {
        parseChatResponse(body);
        return { verdict: 'found' };
      },
    },
  ],
  modelList: {
    request: (account) => ({
      method: 'GET',
      url: `${account.endpoint}/models`,
      headers: authorization(account),
      body: null,
    }),
    parse: (body) => ({
      models: listSchema
        .parse(body)
        .data.filter(({ id }) => isAnswering(id))
        .map(({ id }) => ({ id, label: null, context_window: null })),
      after: null,
    }),
  },
};
