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
import { quote } from './redact';
import { withRetries } from './retry';
import { ToolError } from './tool-error';

export interface CallOptions {
  send: Transport;
  guard: Guard;
  backoff(retry: number): number;
  now(): number;
  /** told before each request that may cost something */
  onAttempt(): void;
  /** aborts when the caller goes away */
  signal: AbortSignal | undefined;
  /** called with each piece of text as it arrives, and makes the call a stream, which waits for it */
  onText: ((text: string) => Promise<void> | void) | undefined;
}

/** How long a provider gets to be told that nobody wants its answer any more. */
const CANCEL_TIMEOUT_MS = 5000;

/** A provider that refuses, or answers without a word, does so with status 200. */
const requireText = (provider: Provider, result: ModelResult): ModelResult => {
  if (result.refusal !== null || result.finishReason === 'content_filter') {
    const words = result.refusal ? ` It said: ${quote(result.refusal, [provider.account.apiKey])}` : '';
    throw new ToolError('content_refused', `The provider "${provider.id}" refused this content.${words}`);
  }
  if (result.finishReason === 'error') {
    throw new ToolError(
      'provider_error',
      `The provider "${provider.id}" stopped with an error of its own. Try again.`,
    );
  }
  if (result.text.trim() === '') {
    const advice =
      result.finishReason === 'length'
        ? 'max_tokens was used up before the first word: raise it.'
        : 'Try again, or try another model.';
    throw new ToolError(
      'empty_completion',
      `The provider "${provider.id}" answered without any text. ${advice}`,
    );
  }
  return result;
};

/** One provider under one deadline: every request of a call goes through here. */
const createExchange = (provider: Provider, { send, now, onText }: CallOptions, signal: AbortSignal) => {
  const { adapter, allowPrivateEndpoint } = provider;

  const request = async (message: ProviderRequest): Promise<TransportResponse> => {
    const response = await send(message, { signal, allowPrivateEndpoint });
    if (response.status >= 200 && response.status < 300) return response;
    throw await readFailure(provider, response, now());
  };

  /** Stops the provider's work when ours is given up. Whether that reaches it changes nothing for the caller. */
  const cancelling = async <Result>(
    cancel: HttpRequest | null,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (cancel && signal.aborted) {
        const limit = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
        void send(cancel, { signal: limit, allowPrivateEndpoint }).catch(() => null);
      }
      throw error;
    }
  };

  const poll = ({ poll: next, afterMs, cancel }: Unfinished): Promise<ModelResult> =>
    cancelling(cancel, async () => {
      await pause(afterMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      return readWhole(await request(next));
    });

  const settle = (response: TransportResponse, body: unknown): ModelResult | Promise<ModelResult> => {
    const reading = interpret(provider, response.status, body, (unread) =>
      adapter.parseResponse(unread, provider.account),
    );
    return 'poll' in reading ? poll(reading) : reading;
  };

  const readWhole = async (response: TransportResponse): Promise<ModelResult> =>
    settle(response, await readJson(provider, response));

  const streamElsewhere = (source: StreamSource, onPiece: NonNullable<typeof onText>): Promise<ModelResult> =>
    cancelling(source.cancel, async () => {
      const streamed = await readStream(provider, await request(source.stream), onPiece);
      const { usage } = await readWhole(await request(source.settle));
      return { ...streamed, usage };
    });

  const findStream = ({ status }: TransportResponse, body: unknown): StreamSource | null =>
    interpret(provider, status, body, (unread) => adapter.streamFrom?.(unread, provider.account) ?? null);

  return async (call: ModelCall): Promise<ModelResult> => {
    const response = await request(adapter.buildRequest(call, provider.account));
    if (!onText) return readWhole(response);
    if (isStream(provider, response)) return readStream(provider, response, onText);
    const body = await readJson(provider, response);
    const source = findStream(response, body);
    if (source) return streamElsewhere(source, onText);
    const result = await settle(response, body);
    if (result.text !== '') await onText(result.text);
    return result;
  };
};

/**
 * One call to a provider under one deadline, streamed when `onText` is given: tried again where that may help, and
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
  let isUntouched = true;
  const onText =
    options.onText &&
    ((text: string) => {
      isUntouched = false;
      return options.onText?.(text);
    });

  return withDeadline(timeoutMs, options.signal, (signal) => {
    const exchange = createExchange(provider, { ...options, onText }, signal);
    const attempt = async (): Promise<ModelResult> => {
      onAttempt();
      try {
        return requireText(provider, await exchange(call));
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
      isUntouched: () => isUntouched,
    });
  });
};
