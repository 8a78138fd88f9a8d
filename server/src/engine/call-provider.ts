import { createParser } from 'eventsource-parser';
import type { ErrorReading, Frame, FramePart, ModelCall, ModelResult, Usage } from '../providers/adapter';
import type { Transport, TransportResponse } from '../providers/transport';
import { TransportError } from '../providers/transport-error';
import { withDeadline } from './deadline';
import type { Provider } from './provider';
import { readRetryAfter, toConnectionError, toProviderError } from './provider-failure';
import { quote } from './redact';
import { ToolError } from './tool-error';

export interface CallOptions {
  send: Transport;
  now(): number;
  /** aborts when the caller goes away */
  signal: AbortSignal | undefined;
  /** called with each piece of text as it arrives, and makes the call a stream, which waits for it */
  onText: ((text: string) => Promise<void> | void) | undefined;
}

const readText = async (response: TransportResponse): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const invalidResponse = (provider: Provider, status: number, what: string, cause?: unknown): ToolError =>
  new ToolError(
    'invalid_provider_response',
    `The provider "${provider.id}" answered with ${what}. Check its endpoint.`,
    { providerStatus: status, cause },
  );

const readFailure = async (
  provider: Provider,
  response: TransportResponse,
  now: number,
): Promise<ToolError> => {
  const { status, headers } = response;
  const text = await readText(response);
  if (status < 400) {
    return new ToolError(
      'provider_error',
      `The provider "${provider.id}" answered with a redirect, which is never followed. Set its endpoint to the final address.`,
      { providerStatus: status },
    );
  }
  const reading = provider.adapter.parseError(status, parseJson(text));
  return toProviderError(provider.id, status, reading, {
    retryAfterSeconds: readRetryAfter(headers, now),
    apiKey: provider.account.apiKey,
  });
};

const readWhole = async (provider: Provider, response: TransportResponse): Promise<ModelResult> => {
  const text = await readText(response);
  const body = parseJson(text);
  if (body === undefined) {
    throw invalidResponse(
      provider,
      response.status,
      text.trim() === '' ? 'nothing' : 'something that is not JSON',
    );
  }
  try {
    return provider.adapter.parseResponse(body);
  } catch (cause) {
    const reading = provider.adapter.parseError(response.status, body);
    if (reading.message !== null) throw failureWithin200(provider, response.status, reading);
    throw invalidResponse(provider, response.status, 'JSON that is not a completion', cause);
  }
};

/** An error that came with status 200 has no status to judge it by. */
const failureWithin200 = (provider: Provider, status: number, reading: ErrorReading): ToolError =>
  toProviderError(provider.id, status, reading, { apiKey: provider.account.apiKey });

const mergeUsage = (usage: Usage | null, part: Partial<Usage> | undefined): Usage | null =>
  part ? { prompt: 0, completion: 0, cached: null, reasoning: null, ...usage, ...part } : usage;

const mergeFrame = (result: ModelResult, part: FramePart): ModelResult => ({
  id: part.id ?? result.id,
  model: part.model ?? result.model,
  text: part.text === undefined ? result.text : result.text + part.text,
  finishReason: part.finishReason ?? result.finishReason,
  refusal: part.refusal === undefined ? result.refusal : (result.refusal ?? '') + part.refusal,
  usage: mergeUsage(result.usage, part.usage),
});

const readStream = async (
  provider: Provider,
  response: TransportResponse,
  onText: (text: string) => Promise<void> | void,
): Promise<ModelResult> => {
  const frames: Frame[] = [];
  const parser = createParser({
    onEvent: (event) => frames.push({ event: event.event ?? null, data: event.data }),
  });
  const decoder = new TextDecoder();
  let result: ModelResult = {
    id: null,
    model: null,
    text: '',
    finishReason: null,
    refusal: null,
    usage: null,
  };
  let ended = false;

  const readFrame = (frame: Frame): FramePart | null => {
    try {
      return provider.adapter.parseFrame(frame);
    } catch (cause) {
      throw invalidResponse(provider, response.status, 'a stream that is not a completion', cause);
    }
  };

  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    for (const frame of frames.splice(0)) {
      const part = readFrame(frame);
      if (part === null) continue;
      if (part.error) throw failureWithin200(provider, response.status, part.error);
      if (part.end) ended = true;
      result = mergeFrame(result, part);
      if (part.text) await onText(part.text);
    }
    if (ended) break;
  }
  if (!ended) throw invalidResponse(provider, response.status, 'a stream that broke off before its end');
  return result;
};

/** A provider that refuses, or answers without a word, does so with status 200. */
const requireText = (provider: Provider, result: ModelResult): ModelResult => {
  if (result.refusal !== null || result.finishReason === 'content_filter') {
    const words = result.refusal ? ` It said: ${quote(result.refusal, [provider.account.apiKey])}` : '';
    throw new ToolError('content_refused', `The provider "${provider.id}" refused this content.${words}`);
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

const exchange = async (
  provider: Provider,
  call: ModelCall,
  { send, now, onText }: CallOptions,
  signal: AbortSignal,
): Promise<ModelResult> => {
  const request = provider.adapter.buildRequest(call, provider.account);
  const response = await send(request, { signal, allowPrivateEndpoint: provider.allowPrivateEndpoint });
  if (response.status < 200 || response.status >= 300) throw await readFailure(provider, response, now());

  const isStream = (response.headers['content-type'] ?? '').includes('text/event-stream');
  if (onText && isStream) return requireText(provider, await readStream(provider, response, onText));
  const result = requireText(provider, await readWhole(provider, response));
  await onText?.(result.text);
  return result;
};

/**
 * One call to a provider under its deadline, streamed when `onText` is given.
 * Throws a ToolError for everything that can go wrong, the deadline and the caller's leaving included.
 */
export const callProvider = (
  provider: Provider,
  call: ModelCall,
  options: CallOptions,
): Promise<ModelResult> =>
  withDeadline(provider.timeoutMs, options.signal, async (signal) => {
    try {
      return await exchange(provider, call, options, signal);
    } catch (error) {
      throw error instanceof TransportError ? toConnectionError(provider.id, error) : error;
    }
  });
