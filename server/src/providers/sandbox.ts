import { z } from 'zod';
import type { ModelCall, ProviderAdapter, SimulatedResponse } from './adapter';
import { parseChatError, parseChatFrame, parseChatResponse } from './openai-chat';
import { sampleJson } from './sample-json';
import { shortestCall } from './shortest-call';

/*
 * No model and no network: it answers with the rendered prompt, so that a front end can be built and a demo can
 * run without an account; a tool with a response schema gets a sample that fits it. Its answers go through the same
 * reading as a real provider's.
 */

export const SANDBOX_NOTICE = '[Sandbox: no model was called. This is the prompt it would have received.]';

const ERROR_CODES = {
  model_not_found: 'model_not_found',
  invalid_api_key: 'provider_auth_failed',
  context_length_exceeded: 'context_window_exceeded',
} as const;

const HEADERS = { 'content-type': 'application/json' };
const EVENT_STREAM = { 'content-type': 'text/event-stream' };

// four characters a token is the usual rule of thumb for English
const countTokens = (text: string): number => Math.ceil(text.length / 4);

const answerTo = (call: ModelCall): string =>
  call.responseSchema ? JSON.stringify(sampleJson(call.responseSchema)) : echoOf(call);

const echoOf = (call: ModelCall): string =>
  [SANDBOX_NOTICE, ...(call.system === null ? [] : [`System: ${call.system}`]), call.prompt].join('\n\n');

const usageOf = (call: ModelCall, answer: string) => {
  const prompt = countTokens((call.system ?? '') + call.prompt);
  const completion = countTokens(answer);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
};

const whole = (
  call: ModelCall,
  message: Record<string, unknown>,
  finishReason: string,
): SimulatedResponse => ({
  status: 200,
  headers: HEADERS,
  chunks: [
    JSON.stringify({
      id: 'sandbox',
      object: 'chat.completion',
      model: call.model,
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }],
      usage: usageOf(call, String(message.content ?? '')),
    }),
  ],
  pauseMs: 0,
});

const streamed = (call: ModelCall, pauseMs: number): SimulatedResponse => {
  const answer = answerTo(call);
  const chunk = (choices: unknown[], usage?: unknown) =>
    `data: ${JSON.stringify({ id: 'sandbox', object: 'chat.completion.chunk', model: call.model, choices, usage })}\n\n`;
  return {
    status: 200,
    headers: EVENT_STREAM,
    chunks: [
      ...(answer.match(/\s*\S+/g) ?? []).map((word) => chunk([{ index: 0, delta: { content: word } }])),
      chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
      chunk([], usageOf(call, answer)),
      'data: [DONE]\n\n',
    ],
    pauseMs,
  };
};

const failure = (status: number, message: string, code?: string, headers = {}): SimulatedResponse => ({
  status,
  headers: { ...HEADERS, ...headers },
  chunks: [JSON.stringify({ error: { message, code } })],
  pauseMs: 0,
});

/** A day: longer than any deadline. */
const NEVER_MS = 86_400_000;

/** Models that behave badly on purpose, so that a front end can be tried against every kind of failure. */
const SPECIAL_MODELS: Record<string, (call: ModelCall) => SimulatedResponse> = {
  'sandbox-slow': (call) => ({ ...whole(call, { content: answerTo(call) }, 'stop'), pauseMs: 3000 }),
  'sandbox-length': (call) => whole(call, { content: answerTo(call).slice(0, 100) }, 'length'),
  'sandbox-tool-calls': (call) =>
    whole(
      call,
      {
        tool_calls: call.functions.slice(0, 1).map(({ name, parameters }) => ({
          id: 'call_sandbox',
          type: 'function',
          function: { name, arguments: JSON.stringify(sampleJson(parameters)) },
        })),
      },
      'tool_calls',
    ),
  'sandbox-content-refused': (call) => whole(call, { refusal: 'The sandbox refuses on request.' }, 'stop'),
  'sandbox-empty-completion': (call) => whole(call, { content: '' }, 'length'),
  'sandbox-invalid-provider-response': () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    chunks: ['<html><body>Not a completion</body></html>'],
    pauseMs: 0,
  }),
  'sandbox-provider-auth-failed': () => failure(401, 'The key is not valid.', 'invalid_api_key'),
  'sandbox-model-not-found': () => failure(404, 'There is no such model.', 'model_not_found'),
  'sandbox-context-window-exceeded': () => failure(400, 'Too many tokens.', 'context_length_exceeded'),
  'sandbox-provider-error': () => failure(500, 'The server had an error.'),
  'sandbox-provider-unavailable': () => failure(503, 'Overloaded.', undefined, { 'retry-after': '5' }),
  'sandbox-provider-timeout': (call) => ({ ...whole(call, { content: '' }, 'stop'), pauseMs: NEVER_MS }),
};

const simulate = (call: ModelCall): SimulatedResponse => {
  const special = Object.hasOwn(SPECIAL_MODELS, call.model) ? SPECIAL_MODELS[call.model] : undefined;
  if (special) return special(call);
  if (call.stream) return streamed(call, call.model === 'sandbox-stream' ? 80 : 0);
  return whole(call, { content: answerTo(call) }, 'stop');
};

export const sandbox: ProviderAdapter = {
  kind: 'sandbox',
  label: 'Sandbox (no model)',
  comesWithPlugin: true,
  methods: ['chat/completions', 'messages'],
  rawMethods: [],
  selfHosted: false,
  defaultTimeoutMs: 60_000,
  needsKey: false,
  keyConstants: [],
  // no address: nothing is sent
  defaultEndpoint: 'sandbox:',
  defaultModel: 'sandbox-echo',
  framing: 'sse',
  retries: 'never',
  price: { input: 0, output: 0 },
  sampling: { never: [], families: [{ models: /^sandbox/, refuses: [] }] },

  takesFunctions: () => true,
  structuredOutput: () => 'shown',

  buildRequest: (call) => ({ simulated: simulate(call) }),
  parseResponse: parseChatResponse,
  parseFrame: (frame) => parseChatFrame(frame, ERROR_CODES),
  parseError: (_status, body) => parseChatError(body, ERROR_CODES),

  testSteps: (model) => [
    {
      asks: 'run',
      request: { simulated: simulate(shortestCall('chat/completions', model)) },
      read(body) {
        parseChatResponse(body);
        return { verdict: 'found' };
      },
    },
  ],
  modelList: {
    request: () => ({
      simulated: {
        status: 200,
        headers: HEADERS,
        chunks: [JSON.stringify(['sandbox-echo', 'sandbox-stream', ...Object.keys(SPECIAL_MODELS)])],
        pauseMs: 0,
      },
    }),
    parse: (body) => ({
      models: z
        .array(z.string())
        .parse(body)
        .map((id) => ({ id, label: null, context_window: null })),
      after: null,
    }),
  },
};
