import type { PlaygroundExchange } from '../../../contracts/playground';
import { redactSecrets } from './redact';
import { rewriteJson } from './rewrite-json';

/** What is shown of one response; a long answer is shown whole, and a flood is not. */
const MAX_CHARACTERS = 200_000;

const REDACTED = '[redacted]';

/** Headers that hold a credential, whatever it looks like. */
const CREDENTIAL_HEADER =
  /^(.*authorization.*|.*cookie.*|(.*-)?api-?key|.*-(key|secret|token)|authentication)$/i;

/** Takes the keys, and whatever is shaped like one, out of everything that was sent and received. */
export const createRedaction = (keys: readonly string[]) => {
  const redactText = (text: string): string => redactSecrets(text, keys);

  const redactHeaders = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        CREDENTIAL_HEADER.test(name) ? REDACTED : redactText(value),
      ]),
    );

  return ({ request, response, failure, latency_ms }: PlaygroundExchange): PlaygroundExchange => {
    // before it is cut: half a key is no longer recognised
    const body = response && redactText(response.body);
    return {
      request: request && {
        ...request,
        url: redactText(request.url),
        headers: redactHeaders(request.headers),
        body: rewriteJson(request.body, { text: redactText }),
      },
      response: response && {
        ...response,
        headers: redactHeaders(response.headers),
        body: (body ?? '').slice(0, MAX_CHARACTERS).toWellFormed(),
        is_cut: (body ?? '').length > MAX_CHARACTERS,
      },
      failure: failure && redactText(failure),
      latency_ms,
    };
  };
};
