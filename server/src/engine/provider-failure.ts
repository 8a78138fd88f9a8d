import type { ErrorCode } from '../../../contracts/errors';
import type { ErrorReading, ParameterName } from '../providers/adapter';
import type { TransportError, TransportFailure } from '../providers/transport-error';
import { quote } from './redact';
import { ToolError } from './tool-error';

/** What a status means when the provider's own words do not say more. */
const codeOfStatus = (status: number): ErrorCode => {
  if (status === 401 || status === 403) return 'provider_auth_failed';
  if (status === 408 || status === 504) return 'provider_timeout';
  if (status === 429 || status === 503 || status === 529) return 'provider_unavailable';
  return 'provider_error';
};

const ADVICE: Partial<Record<ErrorCode, string>> = {
  provider_auth_failed: 'did not accept the API key. Check the key of this provider.',
  model_not_found: 'does not know the model. Check the model of the tool or of the provider.',
  provider_unavailable: 'is overloaded or limits the rate. Try again later.',
  provider_timeout: 'gave up waiting for its own model. Try again later.',
  context_window_exceeded:
    'says that prompt and answer do not fit the model. Shorten the inputs or lower max_tokens.',
  content_refused: 'refused this content.',
};

// a provider's words about a key tend to quote it, and no caller needs them
const WITHOUT_QUOTE: readonly ErrorCode[] = ['provider_auth_failed'];

/**
 * Seconds from a `Retry-After` header (seconds or HTTP date), OpenAI's `retry-after-ms` or the provider's own
 * `resetHeader` (seconds); undefined without one.
 */
export const readRetryAfter = (
  headers: Record<string, string>,
  now: number,
  resetHeader?: string,
): number | undefined => {
  const milliseconds = Number(headers['retry-after-ms']);
  if (milliseconds > 0) return Math.ceil(milliseconds / 1000);
  const value = headers['retry-after'] ?? headers[resetHeader ?? ''];
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : undefined;
};

const RETRIED_STATUSES = [408, 409, 429, 500, 502, 503, 504, 529];

/** A code that the adapter read from the body is the last word: a spent quota comes as 429 and does not pass. */
const judge = (status: number, { code, outOfMemory }: ErrorReading) => {
  const isTransient = code === null ? RETRIED_STATUSES.includes(status) : TRANSIENT_CODES.includes(code);
  return {
    mayRetry: isTransient,
    wasRefused: isTransient && status === 429,
    // a server that cannot load its model will not in a moment either, but another provider can help out
    isOutage: outOfMemory === true || (status >= 500 && (isTransient || code === 'provider_error')),
  };
};

const TRANSIENT_CODES: readonly ErrorCode[] = ['provider_unavailable', 'provider_timeout'];

// the names under which providers speak of what may be left out; max_tokens and stop never are. A schema comes first,
// since one that is refused may be quoted with the names of its properties
const NAMES_OF_PARAMETERS: [RegExp, ParameterName | 'response_schema'][] = [
  [
    /response_?format|json_?schema|response_?json_?schema|output_config|structured.?output|json mode/i,
    'response_schema',
  ],
  [/\btemperature\b/i, 'temperature'],
  [/\btop_?p\b/i, 'top_p'],
  [/\btop_?k\b/i, 'top_k'],
];

/** Models that nobody knew when this was written say themselves what they do not take. */
const findRefusedParameter = (status: number, { code, message }: ErrorReading) => {
  if (code !== null || message === null || (status !== 400 && status !== 422)) return {};
  const refusedParameter = NAMES_OF_PARAMETERS.find(([name]) => name.test(message))?.[1];
  return refusedParameter ? { refusedParameter } : {};
};

const adviseOn = (code: ErrorCode, status: number, { outOfMemory }: ErrorReading, apiKey: string | null) => {
  if (outOfMemory) return 'has not enough memory for the model. Choose a smaller one, or free memory there.';
  if (code === 'provider_auth_failed' && apiKey === null) return 'asks for an API key, and none is set.';
  return ADVICE[code] ?? `answered with an error (status ${status}).`;
};

/** The error to answer with when a provider answered with one. */
export const toProviderError = (
  providerId: string,
  status: number,
  reading: ErrorReading,
  facts: { retryAfterSeconds?: number; apiKey: string | null },
): ToolError => {
  const code = reading.code ?? codeOfStatus(status);
  const advice = adviseOn(code, status, reading, facts.apiKey);
  const words =
    reading.message === null || WITHOUT_QUOTE.includes(code)
      ? ''
      : ` It said: ${quote(reading.message, [facts.apiKey])}`;
  return new ToolError(code, `The provider "${providerId}" ${advice}${words}`, {
    providerStatus: status,
    ...judge(status, reading),
    ...findRefusedParameter(status, reading),
    retryAfterSeconds: reading.retryAfterSeconds ?? facts.retryAfterSeconds,
    ...(reading.outOfMemory && { outOfMemory: true }),
  });
};

const CONNECTION_FAILURES: Record<
  TransportFailure,
  { code: ErrorCode; advice: string; facts: { mayRetry?: boolean; wasRefused?: boolean; isOutage?: boolean } }
> = {
  address_refused: {
    code: 'provider_not_configured',
    advice: 'is on a private network. Add its kind to network.allow_private_endpoints to permit it.',
    facts: {},
  },
  host_not_found: {
    code: 'provider_unavailable',
    advice: 'has a host that cannot be found. Check its endpoint.',
    facts: { isOutage: true },
  },
  connection_refused: {
    code: 'provider_unavailable',
    advice: 'refused the connection. Is it running?',
    facts: { mayRetry: true, wasRefused: true, isOutage: true },
  },
  connection_broken: {
    code: 'provider_unavailable',
    advice: 'broke the connection. Try again later.',
    facts: { mayRetry: true, isOutage: true },
  },
  // says nothing about how the provider is: it closes what was idle for a while, and that met the request on its way
  connection_stale: {
    code: 'provider_unavailable',
    advice: 'closed the connection before it had the request. Try again.',
    facts: { mayRetry: true },
  },
  tls_failed: {
    code: 'provider_unavailable',
    advice:
      'cannot be reached safely. Check that its endpoint speaks https and that the certificate there is valid for this host; NODE_EXTRA_CA_CERTS makes the authority of a private one known.',
    facts: { isOutage: true },
  },
  response_too_large: {
    code: 'invalid_provider_response',
    advice: 'sent far more than a completion. Check its endpoint.',
    facts: {},
  },
};

/** The error to answer with when a provider did not answer, or not to the end. */
export const toConnectionError = (providerId: string, cause: TransportError): ToolError => {
  const { code, advice, facts } = CONNECTION_FAILURES[cause.failure];
  return new ToolError(code, `The provider "${providerId}" ${advice} (${cause.systemCode})`, {
    ...facts,
    cause,
  });
};
