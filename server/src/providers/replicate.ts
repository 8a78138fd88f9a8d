import { z } from 'zod';
import type {
  ErrorReading,
  FramePart,
  HttpRequest,
  ModelCall,
  ModelResult,
  ProviderAccount,
  ProviderAdapter,
} from './adapter';
import { parseReplicateModel, replicateHeaders, replicateModels } from './replicate-models';
import { fillRoleTemplate } from './role-template';

/*
 * https://replicate.com/docs/reference/http, as spoken by the `replicate` package 1.4.0 of 2025-12-25. Here a call
 * is a "prediction": created by one POST, which is billed and never repeated, then asked for until it has ended.
 */

// Until the POST answers, the prediction has no id for us and cannot be cancelled, so we do not let it hold the
// request for the 60 seconds that a plain `wait` means: long enough for a short answer of a warm model, no longer.
const PREFER_WAIT = 'wait=5';

// the shortest that `Cancel-After` takes
const MIN_CANCEL_AFTER_S = 5;

// 3000 requests a minute are allowed; the vendor's own client asks as often
const POLL_EVERY_MS = 500;

const UNTIL_LATER = /(?:resets|available) in ~?(\d+(?:\.\d+)?)\s*s/i;

// `E1002 PromptTooLong` of the runtime behind the Llama models; the number alone means other things elsewhere
const PROMPT_TOO_LONG = /PromptTooLong|prompt length exceeds/i;

/** The input field takes one string, and nothing says how a comma inside a sequence would be written: leave it out. */
const toStopSequences = (stop: string[] = []): string =>
  stop.filter((sequence) => sequence !== '' && !sequence.includes(',')).join(',');

/**
 * Replicate's own template is filled there, knows no `{assistant}` and is not our syntax, so the text goes out complete
 * with a template that adds nothing. Without a template of ours the model's own applies.
 */
const buildWords = (call: ModelCall) => {
  if (call.roleTemplate === null) {
    return {
      prompt: call.prompt,
      ...(call.system !== null && { system_prompt: call.system }),
      stop: call.parameters.stop,
    };
  }
  return { ...fillRoleTemplate(call, call.roleTemplate), prompt_template: '{prompt}' };
};

const buildInput = (call: ModelCall) => {
  const { stop: _stop, ...parameters } = call.parameters;
  const { stop, ...words } = buildWords(call);
  const stopSequences = toStopSequences(stop);
  return {
    ...words,
    ...parameters,
    ...(stopSequences !== '' && { stop_sequences: stopSequences }),
  };
};

// a path segment: the requests about a prediction are built from it, and carry the key
const predictionId = z.string().regex(/^[\w-]+$/);

// it has not ended in failure; whatever else the status says makes the parse fail, and `parseError` then reads it
const predictionSchema = z.discriminatedUnion('status', [
  z.object({
    // `processing` may already show a part of the output, which is no answer
    status: z.enum(['starting', 'processing']),
    id: predictionId,
    urls: z.object({ stream: z.url({ protocol: /^https?$/ }).nullish() }),
  }),
  z.object({
    status: z.literal('succeeded'),
    id: predictionId,
    model: z.string().nullish(),
    // fragments are to be joined as they are
    output: z.union([z.string(), z.array(z.string())]).nullish(),
    // the counts are there for language models, and missing from the package's types:
    // https://github.com/replicate/replicate-go/issues/52
    metrics: z
      .object({ input_token_count: z.number().nullish(), output_token_count: z.number().nullish() })
      .nullish(),
  }),
]);

const failureSchema = z.object({
  status: z.enum(['failed', 'canceled', 'aborted']),
  error: z.string().nullish().catch(null),
});

const errorSchema = z.object({
  title: z.string().nullish().catch(null),
  detail: z.string().nullish().catch(null),
});

const doneSchema = z.object({ reason: z.string().nullish() });

/**
 * The requests about a prediction. The answer brings addresses of its own for them (`urls.get`, `urls.cancel`);
 * they are not used, because whoever gets to write such an answer would get the key.
 */
const requestsAbout = (id: string, account: ProviderAccount): { get: HttpRequest; cancel: HttpRequest } => {
  const url = `${account.endpoint}/predictions/${id}`;
  const headers = replicateHeaders(account);
  return {
    get: { method: 'GET', url, headers, body: null },
    cancel: { method: 'POST', url: `${url}/cancel`, headers, body: null },
  };
};

const readSuccess = ({
  id,
  model,
  output,
  metrics,
}: Extract<z.infer<typeof predictionSchema>, { status: 'succeeded' }>): ModelResult => {
  const { input_token_count: prompt, output_token_count: completion } = metrics ?? {};
  return {
    id,
    model: model || null,
    text: Array.isArray(output) ? output.join('') : (output ?? ''),
    // a prediction that ran into max_tokens has succeeded too: the two cannot be told apart
    toolCalls: [],
    finishReason: null,
    refusal: null,
    usage:
      typeof prompt === 'number' && typeof completion === 'number'
        ? { prompt, completion, cached: null, reasoning: null }
        : null,
  };
};

const readWords = (message: string): ErrorReading => ({
  message,
  code: PROMPT_TOO_LONG.test(message) ? 'context_window_exceeded' : null,
});

/** An error in a stream is documented as plain words by one source and as JSON with `detail` by another. */
const readStreamError = (data: string): ErrorReading => {
  try {
    const { detail } = errorSchema.parse(JSON.parse(data));
    return readWords(detail ?? data);
  } catch {
    return readWords(data);
  }
};

/**
 * 402 is a lack of credit. So may 422 be: "Invalid version or not permitted" is what an account without a payment
 * method is told (https://github.com/replicate/getting-started-nextjs/issues/125), so it is not read as
 * `model_not_found`; its words name both.
 */
const readError = (status: number, body: unknown): ErrorReading => {
  const failure = failureSchema.safeParse(body);
  if (failure.success) {
    return readWords(failure.data.error || `The prediction ended with the status "${failure.data.status}".`);
  }
  const { title, detail } = errorSchema.safeParse(body).data ?? {};
  const message = detail ?? title ?? null;
  if (message === null) return { message, code: null };
  if (status === 404) return { message, code: 'model_not_found' };
  const seconds = status === 429 ? UNTIL_LATER.exec(message)?.[1] : undefined;
  return {
    ...readWords(message),
    ...(seconds !== undefined && { retryAfterSeconds: Math.max(1, Math.ceil(Number(seconds))) }),
  };
};

export const replicate: ProviderAdapter = {
  kind: 'replicate',
  label: 'Replicate',
  comesWithPlugin: true,
  methods: ['predictions'],
  rawMethods: ['predictions'],
  selfHosted: false,
  // a model that nobody has used for a while has to boot first
  defaultTimeoutMs: 120_000,
  needsKey: true,
  // the vendor's own client knows only the second name
  keyConstants: ['REPLICATE_API_KEY', 'REPLICATE_API_TOKEN'],
  defaultEndpoint: 'https://api.replicate.com/v1',
  defaultModel: 'meta/meta-llama-3-8b-instruct',
  framing: 'sse',
  retries: 'when-refused',
  price: null,
  sampling: {
    never: [],
    // the inputs differ from model to model; these are documented to take all of ours
    families: [{ models: /^meta\/meta-llama-3(\.1)?-/, refuses: [] }],
  },

  takesFunctions: () => false,
  structuredOutput: () => 'asked',

  buildRequest(call, account, remainingMs) {
    const { path, version } = parseReplicateModel(call.model);
    const cancelAfter = Math.max(MIN_CANCEL_AFTER_S, Math.ceil(remainingMs / 1000));
    return {
      method: 'POST',
      // a version says which model it is of
      url: `${account.endpoint}${version === undefined ? path : ''}/predictions`,
      headers: {
        ...replicateHeaders(account),
        // we cancel what nobody waits for, but not when the site has died or cannot reach Replicate: then it ends by
        // itself (https://replicate.com/changelog/2025-10-16-prediction-deadlines)
        'cancel-after': `${cancelAfter}s`,
        ...(!call.stream && { prefer: PREFER_WAIT }),
      },
      body: {
        ...(version !== undefined && { version }),
        input: buildInput(call),
        ...(call.stream && { stream: true }),
      },
    };
  },

  parseResponse(body, account) {
    const prediction = predictionSchema.parse(body);
    if (prediction.status === 'succeeded') return readSuccess(prediction);
    const { get, cancel } = requestsAbout(prediction.id, account);
    return { poll: get, afterMs: POLL_EVERY_MS, cancel };
  },

  streamFrom(body, account) {
    const prediction = predictionSchema.parse(body);
    // ended already, or a model that does not stream: it runs and is billed all the same, so it is asked for
    if (prediction.status === 'succeeded' || !prediction.urls.stream) return null;
    const { get, cancel } = requestsAbout(prediction.id, account);
    return {
      // Another host by design (stream.replicate.com today, streaming.api.replicate.com in the docs), so the address
      // has to be believed, and therefore goes without the key: it is unguessable itself, and the vendor's
      // JavaScript client sends nothing but this header (lib/stream.js).
      stream: {
        method: 'GET',
        url: prediction.urls.stream,
        headers: { accept: 'text/event-stream' },
        body: null,
      },
      settle: get,
      cancel,
    };
  },

  parseFrame({ event, data }): FramePart | null {
    switch (event) {
      case 'output':
        return { text: data };
      case 'error':
        return { error: readStreamError(data) };
      case 'done': {
        const { reason } = doneSchema.parse(JSON.parse(data));
        // why it failed is not said here: settling reads it, and this mark stands in case it should find nothing
        return reason === 'error' || reason === 'canceled'
          ? { end: true, finishReason: 'error' }
          : { end: true };
      }
      default:
        // logs, and events of tomorrow
        return null;
    }
  },

  parseError: readError,

  ...replicateModels,
};
