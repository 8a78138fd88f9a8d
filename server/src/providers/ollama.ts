import { z } from 'zod';
import type { ErrorReading, FramePart, ModelCall, ModelResult, ProviderAdapter, Usage } from './adapter';
import { isCloudModel, ollamaHeaders, ollamaModels } from './ollama-models';
import { findOutOfMemory } from './out-of-memory';
import { fillRoleTemplate } from './role-template';

/*
 * https://docs.ollama.com/api/chat and /generate, as read by the server of github.com/ollama/ollama of 2026-08-21
 * (`api/types.go`, `server/routes.go`, `llm/llama_server.go`, `llm/status.go`).
 */

// also `stop` when the model asks for calls, which may have come in an earlier line: the engine goes by the calls
const DONE_REASONS: Record<string, NonNullable<ModelResult['finishReason']>> = {
  stop: 'stop',
  length: 'length',
  // a model was only moved into or out of memory: nothing was asked of it
  load: 'error',
  unload: 'error',
};

// the server's own words, and those of the llama-server below it, which it passes on
const CONTEXT_OVERFLOW =
  /(exceeds|is longer than) the (maximum |available )?context (size|length|window)|context size has been exceeded|exceeds maximum context length/i;

// without this test a wrong path, answered 404 too, would be taken for a wrong model
const MODEL_NOT_FOUND = /model .*not found/i;

// a local server that is to pass a model of the cloud on and is not signed in there tells where to do that
const errorSchema = z.object({ error: z.string(), signin_url: z.string().optional() });

const toolCallSchema = z.object({
  // older servers give none
  id: z.string().optional(),
  function: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).nullish() }),
});

/** What a model says, by `/api/chat` or by `/api/generate`; thinking stays out of it. */
const sayingSchema = z.union([
  z
    .object({ message: z.object({ content: z.string(), tool_calls: z.array(toolCallSchema).nullish() }) })
    .transform(({ message }) => ({ text: message.content, calls: message.tool_calls ?? [] })),
  z.object({ response: z.string() }).transform(({ response }) => ({ text: response, calls: [] })),
]);

/** The rest of an answer, whole or one line of a stream, which then says what is new. */
const answerSchema = z.object({
  model: z.string(),
  done: z.boolean(),
  done_reason: z.string().optional(),
  // both left out by the server when they are 0
  prompt_eval_count: z.number().default(0),
  eval_count: z.number().default(0),
});

type Answer = z.infer<typeof answerSchema>;

const readFinishReason = ({ done_reason }: Answer): ModelResult['finishReason'] =>
  DONE_REASONS[done_reason ?? ''] ?? null;

const readUsage = ({ prompt_eval_count, eval_count }: Answer): Usage => ({
  prompt: prompt_eval_count,
  completion: eval_count,
  cached: null,
  reasoning: null,
});

/** The calls of a whole answer or of a line; each comes whole, with its arguments as an object. */
const readCalls = ({ calls }: z.infer<typeof sayingSchema>) =>
  calls.map((call) => ({
    ...(call.id && { id: call.id }),
    name: call.function.name,
    arguments: JSON.stringify(call.function.arguments ?? {}),
  }));

const readError = (body: unknown): ErrorReading => {
  const reading = errorSchema.safeParse(body);
  if (!reading.success) return { message: null, code: null };
  const { error: message, signin_url } = reading.data;
  // nothing that a key from here would mend
  if (signin_url !== undefined) {
    return { message: `${message}; run "ollama signin" on that server.`, code: 'provider_error' };
  }
  const outOfMemory = findOutOfMemory(message);
  if (outOfMemory !== null) return { message: outOfMemory, code: 'provider_error', outOfMemory: true };
  if (CONTEXT_OVERFLOW.test(message)) return { message, code: 'context_window_exceeded' };
  return { message, code: MODEL_NOT_FOUND.test(message) ? 'model_not_found' : null };
};

const buildMessages = (call: ModelCall) => ({
  messages: [
    ...(call.system === null ? [] : [{ role: 'system', content: call.system }]),
    { role: 'user', content: call.prompt },
  ],
});

/** Without a template of ours the server applies the model's own; together with one it refuses a system message. */
const buildText = (call: ModelCall, filled: { prompt: string } | null) =>
  filled
    ? { prompt: filled.prompt, raw: true }
    : { prompt: call.prompt, ...(call.system !== null && { system: call.system }) };

const buildBody = (call: ModelCall) => {
  const { max_tokens, temperature, top_p, top_k } = call.parameters;
  const filled = call.roleTemplate === null ? null : fillRoleTemplate(call, call.roleTemplate);
  const stop = filled ? filled.stop : call.parameters.stop;
  return {
    model: call.model,
    ...(call.method === 'generate' ? buildText(call, filled) : buildMessages(call)),
    // streams unless told not to
    stream: call.stream,
    // cuts a long prompt without a word unless told not to; then it is an error
    truncate: false,
    // likewise while it answers: the beginning of the prompt would be dropped to make room. The server reads this when
    // it loads a model, so one that another client has loaded without it is loaded anew
    shift: false,
    ...(call.functions.length > 0 && {
      tools: call.functions.map((declaration) => ({ type: 'function', function: declaration })),
    }),
    // together with tools this binds every word, so that a model without thinking answers and calls nothing
    ...(call.responseSchema && { format: call.responseSchema }),
    options: {
      // the server's own default goes by the graphics memory and is often smaller than what the model can read; the
      // same for every call, since another one makes it load the model anew
      ...(call.contextWindow !== null && { num_ctx: call.contextWindow }),
      ...(max_tokens !== undefined && { num_predict: max_tokens }),
      ...(temperature !== undefined && { temperature }),
      ...(top_p !== undefined && { top_p }),
      ...(top_k !== undefined && { top_k }),
      ...(stop !== undefined && { stop }),
    },
  };
};

export const ollama: ProviderAdapter = {
  kind: 'ollama',
  label: 'Ollama',
  comesWithPlugin: true,
  methods: ['chat', 'generate'],
  rawMethods: ['generate'],
  selfHosted: true,
  // the first call loads the model, which takes minutes from a slow disk
  defaultTimeoutMs: 180_000,
  needsKey: false,
  keyConstants: [],
  defaultEndpoint: 'http://127.0.0.1:11434',
  defaultModel: 'llama3.2',
  framing: 'ndjson',
  retries: 'usual',
  price: { input: 0, output: 0 },
  // the sampler is the server's own, the same for every model
  sampling: { never: [], families: [{ models: /^/, refuses: [] }] },

  takesFunctions: (method) => method === 'chat',
  // Ollama's cloud has none (docs/capabilities/structured-outputs.mdx): its models are asked in words where their name
  // tells. With ollama.com itself as endpoint it does not, and only the check of the answer is left
  structuredOutput: (model) => (isCloudModel(model) ? 'asked' : 'enforced'),

  buildRequest: (call, account) => ({
    method: 'POST',
    url: `${account.endpoint}/api/${call.method}`,
    headers: ollamaHeaders(account),
    body: buildBody(call),
  }),

  parseResponse(body) {
    const answer = answerSchema.parse(body);
    const saying = sayingSchema.parse(body);
    return {
      id: null,
      model: answer.model,
      text: saying.text,
      toolCalls: readCalls(saying).map((call, index) => ({ id: `call_${index}`, ...call })),
      finishReason: readFinishReason(answer),
      refusal: null,
      usage: readUsage(answer),
    };
  },

  parseFrame({ data }): FramePart {
    const body: unknown = JSON.parse(data);
    if (errorSchema.safeParse(body).success) return { error: readError(body) };

    const answer = answerSchema.parse(body);
    const { model, done } = answer;
    const saying = sayingSchema.parse(body);
    // calls come whole; the server of 2026 counts them in `function.index`, older ones need not
    const toolCalls = readCalls(saying).map((call) => ({ index: null, ...call }));
    const finishReason = readFinishReason(answer);
    return {
      model,
      ...(saying.text && { text: saying.text }),
      ...(toolCalls.length > 0 && { toolCalls }),
      ...(finishReason && { finishReason }),
      ...(done && { usage: readUsage(answer), end: true }),
    };
  },

  parseError(status, body) {
    const reading = readError(body);
    // the model could not be loaded, or died while it answered; it would again
    return { ...reading, code: reading.code ?? (status === 500 ? 'provider_error' : null) };
  },

  ...ollamaModels,
};
