import { z } from 'zod';
import type { ErrorReading, ModelCall, ModelResult, ProviderAdapter } from './adapter';
import { parseChatError, parseChatFrame, parseChatResponseWith } from './openai-chat';
import { openaiCompatibleHeaders, openaiCompatibleModels } from './openai-compatible-models';
import { findOutOfMemory } from './out-of-memory';
import { parseTextFrame, parseTextResponse } from './openai-text';
import { fillRoleTemplate } from './role-template';

/*
 * What servers that call themselves OpenAI-compatible have in common: llama.cpp (README of tools/server), vLLM,
 * LM Studio, Groq, OpenRouter, Azure. What is not basic to all of them is sent only when somebody set it.
 */

// OpenRouter's word for a model that failed half-way, with status 200
const FINISH_REASONS: Record<string, ModelResult['finishReason']> = { error: 'error' };

const ERROR_CODES: Record<string, ErrorReading['code']> = {
  model_not_found: 'model_not_found',
  DeploymentNotFound: 'model_not_found',
  invalid_api_key: 'provider_auth_failed',
  insufficient_quota: 'provider_error',
  context_length_exceeded: 'context_window_exceeded',
  content_filter: 'content_refused',
  // llama.cpp, vLLM and OpenRouter write the status here, which inside a stream is the only place to learn it
  '401': 'provider_auth_failed',
  '408': 'provider_timeout',
  '429': 'provider_unavailable',
  '503': 'provider_unavailable',
  '504': 'provider_timeout',
};

// llama.cpp: "the request exceeds the available context size", "Context size has been exceeded"
// vLLM and OpenRouter: "maximum context length is 4096 tokens"; vLLM since 0.16: "context length is only 1024 tokens"
// LM Studio: "loaded with context length of only 4096 tokens", "greater than the context length"
const CONTEXT_OVERFLOW =
  /exceeds the available context size|context size has been exceeded|maximum context length|context length (is|of) only|greater than the context length/i;

// vLLM: "The model `x` does not exist."; Ollama: `model "x" not found`; OpenRouter: "x is not a valid model ID"
const MODEL_NOT_FOUND = /\bmodel\b.*(does not exist|not found)|not a valid model/i;

/** vLLM's errors before it nested them, and those of gateways; `detail` is FastAPI's, below many small servers. */
const flatErrorSchema = z.union([
  z.object({ message: z.string() }),
  z.object({ detail: z.string() }).transform(({ detail }) => ({ message: detail })),
]);

const withCode = ({ message, code }: ErrorReading): ErrorReading => {
  const outOfMemory = findOutOfMemory(message ?? '');
  // LM Studio says it with status 404 (github.com/agent0ai/agent-zero/issues/215)
  if (outOfMemory !== null) return { message: outOfMemory, code: 'provider_error', outOfMemory: true };
  // words first: servers disagree on the status and the code of these two
  if (CONTEXT_OVERFLOW.test(message ?? '')) return { message, code: 'context_window_exceeded' };
  if (MODEL_NOT_FOUND.test(message ?? '')) return { message, code: 'model_not_found' };
  return { message, code };
};

const readError = (body: unknown): ErrorReading => {
  const reading = parseChatError(body, ERROR_CODES);
  const message = reading.message ?? flatErrorSchema.safeParse(body).data?.message ?? null;
  return withCode({ ...reading, message });
};

const buildMessages = (call: ModelCall) => ({
  messages: [
    ...(call.system === null ? [] : [{ role: 'system', content: call.system }]),
    { role: 'user', content: call.prompt },
  ],
  stop: call.parameters.stop,
});

/** Without a template the model reads the bare text, as one that was never taught to chat expects it. */
const buildText = (call: ModelCall) =>
  call.roleTemplate === null
    ? {
        prompt: call.system === null ? call.prompt : `${call.system}\n\n${call.prompt}`,
        stop: call.parameters.stop,
      }
    : fillRoleTemplate(call, call.roleTemplate);

const buildBody = (call: ModelCall) => {
  const { max_tokens, temperature, top_p, top_k } = call.parameters;
  const { stop, ...words } = call.method === 'completions' ? buildText(call) : buildMessages(call);
  return {
    model: call.model,
    ...words,
    // OpenAI's newer name for it is unknown to Ollama and to older servers
    ...(max_tokens !== undefined && { max_tokens }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
    ...(stop !== undefined && { stop }),
    ...(call.functions.length > 0 && {
      tools: call.functions.map((declaration) => ({ type: 'function', function: declaration })),
    }),
    // OpenAI's form and nothing else: the `schema` beside `type` that llama.cpp documents is an unknown parameter to
    // OpenAI (github.com/spring-projects/spring-ai/issues/2969), and llama.cpp itself reads the nested one
    // (github.com/ggml-org/llama.cpp/pull/28697). `strict` is refused by some models of Groq, and for many schemas
    ...(call.responseSchema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: call.responseSchema } },
    }),
    // part of the format since 2024; without it a streamed run has neither usage nor cost
    ...(call.stream && { stream: true, stream_options: { include_usage: true } }),
  };
};

const parseChatResponse = parseChatResponseWith(FINISH_REASONS);

export const openaiCompatible: ProviderAdapter = {
  kind: 'openai-compatible',
  label: 'OpenAI-compatible server',
  comesWithPlugin: false,
  methods: ['chat/completions', 'completions'],
  rawMethods: ['completions'],
  selfHosted: true,
  // some of these servers load a model when it is first asked for
  defaultTimeoutMs: 180_000,
  needsKey: false,
  keyConstants: [],
  defaultEndpoint: null,
  // servers with one model do not look at the name; the others answer that they do not know it
  defaultModel: 'default',
  framing: 'sse',
  retries: 'usual',
  price: null,
  // which model answers is not known here, so none gets a parameter that nobody set
  sampling: { never: [], families: [] },

  takesFunctions: (method) => method === 'chat/completions',
  // taken by llama.cpp, vLLM, LM Studio, Groq, OpenRouter and Azure, though not with every model; a server that knows
  // no schema refuses the request, or ignores the field, and then the check of the answer is left
  structuredOutput: (_model, method) => (method === 'chat/completions' ? 'enforced' : 'asked'),

  buildRequest: (call, account) => ({
    method: 'POST',
    url: `${account.endpoint}/${call.method}`,
    headers: openaiCompatibleHeaders(account),
    body: buildBody(call),
  }),
  parseResponse: (body) => parseTextResponse(body) ?? parseChatResponse(body),
  parseFrame(frame) {
    const part = parseTextFrame(frame) ?? parseChatFrame(frame, ERROR_CODES, FINISH_REASONS);
    return part.error ? { error: withCode(part.error) } : part;
  },
  parseError: (_status, body) => readError(body),

  ...openaiCompatibleModels,
};
