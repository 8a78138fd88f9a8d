import type { FinishReason } from '../../../contracts/completion';
import type { ListedModel } from '../../../contracts/connection';
import type { ErrorCode } from '../../../contracts/errors';

/** How a provider is spoken to. One method is one wire format. */
export type Method =
  'chat/completions' | 'messages' | 'generateContent' | 'chat' | 'predictions' | 'completions' | 'generate';

/** Generation parameters as they are stored and sent; a parameter nobody wants is absent. */
export interface GenerationParameters {
  max_tokens?: number;
  temperature?: number;
  top_p?: number;
  top_k?: number;
  stop?: string[];
}

export type ParameterName = keyof GenerationParameters;

/** A function that the model may ask to have called; `parameters` is a JSON Schema of type object. */
export interface FunctionDeclaration {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** A call the model asks for. */
export interface ToolCall {
  id: string;
  name: string;
  /** JSON, as the model wrote it */
  arguments: string;
}

/** A part of a call in a stream; the parts of one call share an index, and their `arguments` are joined. */
export interface ToolCallPiece {
  /** null for a call that comes whole: it belongs to no other piece */
  index: number | null;
  id?: string;
  name?: string;
  arguments?: string;
}

/** A rendered prompt on its way to a model. */
export interface ModelCall {
  method: Method;
  model: string;
  prompt: string;
  /** the system message; null when there is none */
  system: string | null;
  /** `{system}`, `{user}` and `{assistant}` inside role markers, for a raw method; null when the server knows better */
  roleTemplate: string | null;
  /** tokens that prompt and answer share; null when nobody knows */
  contextWindow: number | null;
  parameters: GenerationParameters;
  /** empty when the tool declares none */
  functions: readonly FunctionDeclaration[];
  /** the JSON Schema of the answer, for models that can be held to one; null when there is none */
  responseSchema: Record<string, unknown> | null;
  stream: boolean;
}

/** Where a call goes and with which key. */
export interface ProviderAccount {
  /** without a trailing slash */
  endpoint: string;
  /** null for kinds that need none */
  apiKey: string | null;
}

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** sent as JSON */
  body: Record<string, unknown> | null;
}

/** What the built-in sandbox answers instead of a server: nothing is sent. */
export interface SimulatedResponse {
  status: number;
  headers: Record<string, string>;
  /** the body in pieces, with a pause before each */
  chunks: string[];
  pauseMs: number;
}

export type ProviderRequest = HttpRequest | { simulated: SimulatedResponse };

/** Token counts, normalised: `prompt` includes cached tokens, `completion` includes reasoning tokens. */
export interface Usage {
  prompt: number;
  completion: number;
  /** null where the provider does not tell */
  cached: number | null;
  reasoning: number | null;
}

/** What a provider answered, in our words. */
export interface ModelResult {
  id: string | null;
  /** the model that really answered, null where the provider does not tell */
  model: string | null;
  text: string;
  toolCalls: ToolCall[];
  /** `error`: the provider stopped for a fault of its own; null when it said nothing, or nothing we know */
  finishReason: FinishReason | 'error' | null;
  /** the provider's own words for a refusal that came with status 200 */
  refusal: string | null;
  usage: Usage | null;
}

/** A provider that works on while we ask: the answer is to be fetched with `poll`, no sooner than `afterMs` from now. */
export interface Unfinished {
  poll: HttpRequest;
  afterMs: number;
  /** stops the work when nobody wants it any more; null where it cannot be stopped */
  cancel: HttpRequest | null;
}

/** A provider that streams from another address than the one the call was sent to. */
export interface StreamSource {
  stream: HttpRequest;
  /** brings, once the stream has ended, what it does not say: the usage */
  settle: HttpRequest;
  cancel: HttpRequest | null;
}

/** One event of a streamed answer; a line of newline-delimited JSON is a frame without an event name. */
export interface Frame {
  event: string | null;
  data: string;
}

/** What one frame adds to the result. The caller merges; `usage` replaces what came before, field by field. */
export interface FramePart {
  id?: string;
  model?: string;
  text?: string;
  toolCalls?: ToolCallPiece[];
  finishReason?: FinishReason | 'error';
  refusal?: string;
  usage?: Partial<Usage>;
  /** an error inside a stream whose status was 200 */
  error?: ErrorReading;
  /** the provider's end marker; a stream that stops without one was cut */
  end?: true;
}

/** An error body as the adapter reads it. */
export interface ErrorReading {
  /** the provider's own words, null when it said nothing readable */
  message: string | null;
  /** set where the provider's words tell more than its status does */
  code: ErrorCode | null;
  /** where the provider says in the body how long to wait */
  retryAfterSeconds?: number;
  /** the model does not fit into the server's memory; `code` then says that waiting does not help */
  outOfMemory?: true;
}

/** What one step of a connection test told. */
export interface TestReading {
  /**
   * `found`: the provider has the model, the test is over. `missing`: it has not. `unfit`: it has, and the model is
   * none that answers. `unsure`: the next step decides.
   */
  verdict: 'found' | 'missing' | 'unfit' | 'unsure';
  /** the models that can be had, where the answer lists them */
  known?: readonly string[];
  /** in tokens, where the answer tells */
  contextWindow?: number | null;
  /** whole sentences */
  warnings?: readonly string[];
}

/** One request of a connection test. */
export interface TestStep {
  request: ProviderRequest;
  /**
   * What is asked for: whether the server is there and takes the key, whether it has the model, or the model itself.
   * Only the last may take as long as a run, and only it proves that the model can be had.
   */
  asks: 'server' | 'model' | 'run';
  /** true for statuses after which the next step decides, and the body is not looked at */
  provesNothing?(status: number): boolean;
  /** throws when the body is not of the documented shape */
  read(body: unknown): TestReading;
}

export interface ModelPage {
  models: ListedModel[];
  /** what the next page is asked for with; null for the last */
  after: string | null;
}

/** A list of models, page by page. */
export interface ModelList {
  /** `after` is what the page before brought; null for the first */
  request(account: ProviderAccount, after: string | null): ProviderRequest;
  /** Only models that can answer a prompt. Throws when the body is not of the documented shape. */
  parse(body: unknown): ModelPage;
}

/** What the models of one family do not take. */
export interface ModelFamily {
  models: RegExp;
  refuses: readonly ParameterName[];
  /** takes temperature or top_p, not both */
  temperatureOrTopP?: true;
}

/**
 * How a model comes to answer in a JSON Schema: `shown`: the API shows it the schema and holds it to it. `enforced`: the
 * API lets it write nothing else, but the model knows nothing of the schema and has to be told in words, too.
 * `asked`: in words only.
 */
export type StructuredOutput = 'shown' | 'enforced' | 'asked';

export interface SamplingRules {
  /** parameters this API has no field for, whatever the model */
  never: readonly ParameterName[];
  /** the first whose pattern matches applies; a model that matches none is unknown and gets only what somebody set */
  families: readonly ModelFamily[];
}

/**
 * One kind of provider: data and pure functions. An adapter opens no connection, keeps no state and knows no
 * other adapter; nothing outside it names the provider.
 */
export interface ProviderAdapter {
  kind: string;
  label: string;
  /** there is one on every site, under its kind as id; others are added by the administrator */
  comesWithPlugin: boolean;
  methods: readonly Method[];
  /** those of `methods` that send one text, into which a role-marker template may set system message and prompt */
  rawMethods: readonly Method[];
  /** a server that somebody runs beside the site, as opposed to a hosted API */
  selfHosted: boolean;
  /** how long a whole call may take where nobody said; in milliseconds */
  defaultTimeoutMs: number;
  needsKey: boolean;
  /** environment constants that hold the key, first wins */
  keyConstants: readonly string[];
  /** null when the administrator has to say where the server is */
  defaultEndpoint: string | null;
  defaultModel: string;
  framing: 'sse' | 'ndjson';
  /**
   * When a request may be sent a second time: `usual` for whatever may pass by itself, `when-refused` only when the
   * first certainly did no work, since this kind bills each request, `never` where failing is the point.
   */
  retries: 'usual' | 'when-refused' | 'never';
  /** US dollars per million tokens that hold for every model of this kind; null: look the model up */
  price: { input: number; output: number } | null;
  sampling: SamplingRules;
  /** whether functions can be declared in a call of this method */
  takesFunctions(method: Method): boolean;
  structuredOutput(model: string, method: Method): StructuredOutput;

  /** `remainingMs` is how long the answer is waited for, for kinds that can be told. */
  buildRequest(call: ModelCall, account: ProviderAccount, remainingMs: number): ProviderRequest;
  /**
   * Throws when the body is not a completion; `parseError` is then asked whether it is an error instead. The
   * account is for the requests of an unfinished answer: an address in a body is not to be trusted with the key.
   */
  parseResponse(body: unknown, account: ProviderAccount): ModelResult | Unfinished;
  /** Null for frames that say nothing to us, such as pings. Throws when the frame is not of the documented shape. */
  parseFrame(frame: Frame): FramePart | null;
  parseError(status: number, body: unknown): ErrorReading;
  /** The cheapest requests that prove key, endpoint and model: a few, in order, until one has a verdict. */
  testSteps(model: string, account: ProviderAccount, contextWindow: number | null): readonly TestStep[];
  /** null for a kind that has no list, or none worth choosing from */
  modelList: ModelList | null;
  /** how to come by a model that is missing, as a whole sentence; absent where one can only choose another */
  missingAdvice?(model: string): string;
  /** what endpoints of this kind usually end in, for somebody whose endpoint answers something else */
  usualEndpointEnding?: string;
  /** The response header, in lower case, in which a 429 says how many seconds to wait, beside the usual `retry-after`. */
  rateLimitResetHeader?: string;
  /**
   * Only kinds that stream from another address have this. Null when there is no stream after all: the body is then
   * read with `parseResponse`. Throws like it.
   */
  streamFrom?(body: unknown, account: ProviderAccount): StreamSource | null;
}
