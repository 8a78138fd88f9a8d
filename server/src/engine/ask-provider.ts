import type { ProviderRequest } from '../providers/adapter';
import type { Transport, TransportResponse } from '../providers/transport';
import { TransportError } from '../providers/transport-error';
import { withDeadline } from './deadline';
import type { Provider } from './provider';
import { toConnectionError } from './provider-failure';
import { interpret, readFailure, readJson } from './read-response';

export interface AskOptions {
  send: Transport;
  now(): number;
  /** aborts when the caller goes away */
  signal?: AbortSignal | undefined;
}

export interface Question<Answer> {
  request: ProviderRequest;
  timeoutMs: number;
  /** what the answer should be; completes “JSON that is not …” */
  expected: string;
  /** true for statuses whose body says nothing: the answer is then null */
  isMute?(status: number): boolean;
  /** throws when the body is not of the documented shape */
  read(body: unknown): Answer;
}

/** Leaves the rest where it is, and with it the connection. */
const discard = async ({ body }: TransportResponse): Promise<void> => {
  for await (const _chunk of body) break;
};

/**
 * One request beside the runs, under a deadline of its own: sent once, whatever becomes of it, and no matter whether
 * the provider is known to be down, since that may be what somebody wants to find out. Throws a ToolError; what the
 * transport says is its `cause`.
 */
export const askProvider = <Answer>(
  provider: Provider,
  { request, timeoutMs, expected, isMute, read }: Question<Answer>,
  { send, now, signal: callerSignal }: AskOptions,
): Promise<Answer | null> =>
  withDeadline(timeoutMs, callerSignal, async (signal) => {
    try {
      const response = await send(request, { signal, allowPrivateEndpoint: provider.allowPrivateEndpoint });
      const { status } = response;
      if (isMute?.(status)) {
        await discard(response);
        return null;
      }
      if (status < 200 || status >= 300) throw await readFailure(provider, response, now());
      return interpret(provider, status, await readJson(provider, response), read, expected);
    } catch (error) {
      throw error instanceof TransportError ? toConnectionError(provider.id, error) : error;
    }
  });
