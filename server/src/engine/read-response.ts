import type { ErrorReading } from '../providers/adapter';
import type { TransportResponse } from '../providers/transport';
import type { Provider } from './provider';
import { readRetryAfter, toProviderError } from './provider-failure';
import { ToolError } from './tool-error';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What came is nothing that the provider's documentation knows. `what` completes “answered with …”. */
export const invalidResponse = (
  provider: Provider,
  status: number,
  what: string,
  cause?: unknown,
): ToolError =>
  new ToolError(
    'invalid_provider_response',
    `The provider "${provider.id}" answered with ${what}. Check its endpoint.`,
    { providerStatus: status, cause },
  );

/** An error that came with status 200 has no status to judge it by. */
export const failureWithin200 = (provider: Provider, status: number, reading: ErrorReading): ToolError =>
  toProviderError(provider.id, status, reading, { apiKey: provider.account.apiKey });

/** The error of an answer whose status is not one of success. */
export const readFailure = async (
  provider: Provider,
  response: TransportResponse,
  now: number,
): Promise<ToolError> => {
  const { status, headers } = response;
  const text = await response.text();
  if (status < 400) {
    return new ToolError(
      'provider_error',
      `The provider "${provider.id}" answered with a redirect, which is never followed. Set its endpoint to the final address.`,
      { providerStatus: status },
    );
  }
  const { adapter } = provider;
  const reading = adapter.parseError(status, parseJson(text));
  // it may come with every answer, and says when to come back only where the limit is what was met
  const resetHeader = status === 429 ? adapter.rateLimitResetHeader : undefined;
  return toProviderError(provider.id, status, reading, {
    retryAfterSeconds: readRetryAfter(headers, now, resetHeader),
    apiKey: provider.account.apiKey,
  });
};

/** The JSON of an answer; throws `invalid_provider_response` when it is none. */
export const readJson = async (provider: Provider, response: TransportResponse): Promise<unknown> => {
  const text = await response.text();
  const body = parseJson(text);
  if (body !== undefined) return body;
  const what = text.trim() === '' ? 'nothing' : 'something that is not JSON';
  throw invalidResponse(provider, response.status, what);
};

/**
 * Reads a body with one of the adapter's functions; a body that it does not take may be an error with status 200.
 * `expected` is what it should have been.
 */
export const interpret = <Result>(
  provider: Provider,
  status: number,
  body: unknown,
  read: (body: unknown) => Result,
  expected = 'a completion',
): Result => {
  try {
    return read(body);
  } catch (cause) {
    const reading = provider.adapter.parseError(status, body);
    if (reading.message !== null) throw failureWithin200(provider, status, reading);
    throw invalidResponse(provider, status, `JSON that is not ${expected}`, cause);
  }
};
