import { setTimeout as pause } from 'node:timers/promises';
import type {
  HttpRequest,
  ModelCall,
  ModelResult,
  ProviderRequest,
  StreamSource,
  Unfinished,
} from '../providers/adapter';
import type { Transport, TransportResponse } from '../providers/transport';
import { TransportError } from '../providers/transport-error';
import type { Guard } from './breakers';
import { withDeadline } from './deadline';
import type { Provider } from './provider';
import { toConnectionError } from './provider-failure';
import { interpret, readFailure, readJson } from './read-response';
import { isStream, readStream } from './read-stream';
import type { OnPiece, Piece } from './read-stream';
import { withRetries } from './retry';
import { ToolError } from './tool-error';

export type Attempt = () => Promise<ModelResult>;

export interface CallOptions {
  send: Transport;
  guard: Guard;
  backoff(retry: number): number;
  now(): number;
  /** told before each request that may cost something */
  onAttempt(): void;
  /**
   * Goes around each request that may cost something, and may keep it from being sent by throwing. `wasBilled` says of
   * a request that brought no answer whether it probably has to be paid all the same.
   */
  paying(attempt: Attempt, wasBilled: (error: unknown) => boolean): Promise<ModelResult>;
  /** aborts when the caller goes away */
  signal: AbortSignal | undefined;
  /** makes the call a stream */
  onPiece: OnPiece | undefined;
}

/** How long a provider gets to be told that nobody wants its answer any more. */
const CANCEL_TIMEOUT_MS = 5000;

/** How often a request about paid work is sent again, which is as often as Replicate's own client does it. */
const MAX_REPEATS = 5;

/** The longest pause for something that a complete answer can do without. */
const SETTLE_PAUSE_MS = 2000;

interface ExchangeOptions extends CallOptions {
  onAccepted(): void;
  /** milliseconds that are left before the deadline */
  remainingMs(): number;
}

const namingConnectionErrors = async <Result>(
  provider: Provider,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TransportError ? toConnectionError(provider.id, error) : error;
  }
};

/** One provider under one deadline: every request of a call goes through here. */
const createExchange = (provider: Provider, options: ExchangeOptions, signal: AbortSignal) => {
  const { adapter, account, allowPrivateEndpoint } = provider;
  const { send, now, backoff, remainingMs, onPiece, onAccepted } = options;

  const request = async (message: ProviderRequest): Promise<TransportResponse> => {
    const response = await send(message, { signal, allowPrivateEndpoint });
    if (response.status >= 200 && response.status < 300) return response;
    throw await readFailure(provider, response, now());
  };

  /** Stops work that we have given up. Whether that reaches the provider changes nothing for the caller. */
  const cancelling = async <Result>(
    cancel: HttpRequest | null,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (cancel) {
        const limit = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
        void send(cancel, { signal: limit, allowPrivateEndpoint })
          .then((response) => response.release())
          .catch(() => null);
      }
      throw error;
    }
  };

  const read = (response: TransportResponse, body: unknown): ModelResult | Unfinished =>
    interpret(provider, response.status, body, (unread) => adapter.parseResponse(unread, account));

  /** For requests that start no work: whatever the kind bills, they may be sent again. */
  const repeatedly = <Result>(work: () => Promise<Result>, longestPauseMs = Infinity): Promise<Result> =>
    withRetries(() => namingConnectionErrors(provider, work), {
      retries: 'usual',
      maxRetries: MAX_REPEATS,
      backoff,
      signal,
      remainingMs: () => Math.min(remainingMs(), longestPauseMs),
      mayStartOver: () => true,
    });

  const fetchJson = async (message: HttpRequest) => {
    const response = await request(message);
    return { response, body: await readJson(provider, response) };
  };

  const poll = async (first: Unfinished): Promise<ModelResult> => {
    let reading: ModelResult | Unfinished = first;
    while ('poll' in reading) {
      const next = reading.poll;
      await pause(reading.afterMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      const { response, body } = await repeatedly(() => fetchJson(next));
      reading = read(response, body);
    }
    return reading;
  };

  const finish = (response: TransportResponse, body: unknown): ModelResult | Promise<ModelResult> => {
    const reading = read(response, body);
    return 'poll' in reading ? cancelling(reading.cancel, () => poll(reading)) : reading;
  };

  /** What the stream did not say; an answer that is complete is not lost because it cannot be had. */
  const settle = async (streamed: ModelResult, message: HttpRequest): Promise<ModelResult> => {
    try {
      const { response, body } = await repeatedly(() => fetchJson(message), SETTLE_PAUSE_MS);
      const { id, model, usage } = await finish(response, body);
      return { ...streamed, id: id ?? streamed.id, model: model ?? streamed.model, usage };
    } catch (error) {
      const status = (error instanceof ToolError && error.facts.providerStatus) || 0;
      // a status of success: we were told, namely that the work had failed
      const wasTold = status >= 200 && status < 300;
      if (wasTold || options.signal?.aborted) throw error;
      return streamed;
    }
  };

  const streamElsewhere = (source: StreamSource, onStreamPiece: OnPiece): Promise<ModelResult> =>
    cancelling(source.cancel, async () => {
      const response = await repeatedly(() => request(source.stream));
      return settle(await readStream(provider, response, onStreamPiece), source.settle);
    });

  const findStream = ({ status }: TransportResponse, body: unknown): StreamSource | null =>
    interpret(provider, status, body, (unread) => adapter.streamFrom?.(unread, account) ?? null);

  return async (call: ModelCall): Promise<ModelResult> => {
    const response = await request(adapter.buildRequest(call, account, remainingMs()));
    onAccepted();
    if (onPiece && isStream(provider, response)) return readStream(provider, response, onPiece);
    const body = await readJson(provider, response);
    if (!onPiece) return finish(response, body);

    const source = findStream(response, body);
    if (source) return streamElsewhere(source, onPiece);
    const result = await finish(response, body);
    const toolCalls = result.toolCalls.map((toolCall, index) => ({ index, ...toolCall }));
    if (result.text !== '' || toolCalls.length > 0) await onPiece({ text: result.text, toolCalls });
    return result;
  };
};

/** We stopped listening; with a status, it was the provider that gave up. */
const wasGivenUp = (error: unknown): boolean =>
  error instanceof ToolError &&
  (error.code === 'cancelled' ||
    (error.code === 'provider_timeout' && error.facts.providerStatus === undefined));

/**
 * One call to a provider under one deadline, streamed when `onPiece` is given: tried again where that may help, and
 * not tried at all while the provider is known to be down.
 * Throws a ToolError for everything that can go wrong, the deadline and the caller's leaving included.
 */
export const callProvider = (
  provider: Provider,
  call: ModelCall,
  options: CallOptions,
): Promise<ModelResult> => {
  const { adapter, timeoutMs } = provider;
  const { now, guard, onAttempt, paying } = options;
  const deadlineAt = now() + timeoutMs;
  const remainingMs = () => deadlineAt - now();
  // once a part of the answer is out, or a request is paid by a kind that bills each, there is no second try
  let mayStartOver = true;
  const onPiece =
    options.onPiece &&
    ((piece: Piece) => {
      mayStartOver = false;
      return options.onPiece?.(piece);
    });

  let wasSent = false;
  let wasAccepted = false;
  const onAccepted = () => {
    wasAccepted = true;
    if (adapter.retries === 'when-refused') mayStartOver = false;
  };

  return withDeadline(timeoutMs, options.signal, (signal) => {
    const exchange = createExchange(provider, { ...options, onPiece, onAccepted, remainingMs }, signal);
    const attempt: Attempt = () => {
      // whatever came before it, such as setting money aside, may have taken until the deadline
      signal.throwIfAborted();
      wasSent = true;
      onAttempt();
      return namingConnectionErrors(provider, () => exchange(call));
    };
    // what fails on purpose must not be cut off for failing
    const guarded =
      adapter.retries === 'never'
        ? attempt
        : () => guard({ provider: provider.id, model: call.model }, attempt);
    const paid: Attempt = () => {
      wasSent = false;
      wasAccepted = false;
      // Vendors do not bill what they answer with an error, nor what they fail to answer. They do bill an answer that
      // they had begun, however it ended, and one that they go on writing when nobody waits for it any more.
      return paying(guarded, (error) => wasAccepted || (wasSent && wasGivenUp(error)));
    };
    return withRetries(paid, {
      retries: adapter.retries,
      backoff: options.backoff,
      signal,
      remainingMs,
      mayStartOver: () => mayStartOver,
    });
  });
};
