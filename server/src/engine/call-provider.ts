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

export interface CallOptions {
  send: Transport;
  guard: Guard;
  backoff(retry: number): number;
  now(): number;
  /** told before each request that may cost something */
  onAttempt(): void;
  /** aborts when the caller goes away */
  signal: AbortSignal | undefined;
  /** makes the call a stream */
  onPiece: OnPiece | undefined;
}

/** How long a provider gets to be told that nobody wants its answer any more. */
const CANCEL_TIMEOUT_MS = 5000;

/** One provider under one deadline: every request of a call goes through here. */
const createExchange = (
  provider: Provider,
  { send, now, onPiece, onAccepted }: CallOptions & { onAccepted(): void },
  signal: AbortSignal,
) => {
  const { adapter, account, allowPrivateEndpoint } = provider;

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
        void send(cancel, { signal: limit, allowPrivateEndpoint }).catch(() => null);
      }
      throw error;
    }
  };

  const read = (response: TransportResponse, body: unknown): ModelResult | Unfinished =>
    interpret(provider, response.status, body, (unread) => adapter.parseResponse(unread, account));

  const poll = async (first: Unfinished): Promise<ModelResult> => {
    let reading: ModelResult | Unfinished = first;
    while ('poll' in reading) {
      await pause(reading.afterMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      const response = await request(reading.poll);
      reading = read(response, await readJson(provider, response));
    }
    return reading;
  };

  const finish = (response: TransportResponse, body: unknown): ModelResult | Promise<ModelResult> => {
    const reading = read(response, body);
    return 'poll' in reading ? cancelling(reading.cancel, () => poll(reading)) : reading;
  };

  /** What the stream did not say; an answer that is complete is not lost for it. */
  const settle = async (streamed: ModelResult, message: HttpRequest): Promise<ModelResult> => {
    const response = await send(message, { signal, allowPrivateEndpoint });
    if (response.status >= 300) return streamed;
    const { id, model, usage } = await finish(response, await readJson(provider, response));
    return { ...streamed, id: id ?? streamed.id, model: model ?? streamed.model, usage };
  };

  const streamElsewhere = (source: StreamSource, onStreamPiece: OnPiece): Promise<ModelResult> =>
    cancelling(source.cancel, async () => {
      const streamed = await readStream(provider, await request(source.stream), onStreamPiece);
      return settle(streamed, source.settle);
    });

  const findStream = ({ status }: TransportResponse, body: unknown): StreamSource | null =>
    interpret(provider, status, body, (unread) => adapter.streamFrom?.(unread, account) ?? null);

  return async (call: ModelCall): Promise<ModelResult> => {
    const response = await request(adapter.buildRequest(call, account));
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
  const { now, guard, onAttempt } = options;
  const deadlineAt = now() + timeoutMs;
  // once a part of the answer is out, or a request is paid by a kind that bills each, there is no second try
  let mayStartOver = true;
  const onPiece =
    options.onPiece &&
    ((piece: Piece) => {
      mayStartOver = false;
      return options.onPiece?.(piece);
    });

  const onAccepted = () => {
    if (adapter.retries === 'when-refused') mayStartOver = false;
  };

  return withDeadline(timeoutMs, options.signal, (signal) => {
    const exchange = createExchange(provider, { ...options, onPiece, onAccepted }, signal);
    const attempt = async (): Promise<ModelResult> => {
      onAttempt();
      try {
        return await exchange(call);
      } catch (error) {
        throw error instanceof TransportError ? toConnectionError(provider.id, error) : error;
      }
    };
    // what fails on purpose must not be cut off for failing
    const guarded =
      adapter.retries === 'never' ? attempt : () => guard(`${provider.id}/${call.model}`, attempt);
    return withRetries(guarded, {
      retries: adapter.retries,
      backoff: options.backoff,
      signal,
      remainingMs: () => deadlineAt - now(),
      mayStartOver: () => mayStartOver,
    });
  });
};
