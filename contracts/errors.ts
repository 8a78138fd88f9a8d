/**
 * Every error code a caller can meet, with the HTTP status it is answered with and the `name` of the host's
 * error envelope. The codes are public: sites branch on them, so one may be added but none renamed.
 */
export const ERRORS = {
  invalid_input: { status: 400, name: 'ValidationError' },
  invalid_request: { status: 400, name: 'BadRequestError' },
  tool_not_found: { status: 404, name: 'NotFoundError' },
  rate_limit_exceeded: { status: 429, name: 'RateLimitError' },
  budget_exceeded: { status: 429, name: 'RateLimitError' },
  context_window_exceeded: { status: 422, name: 'UnprocessableEntityError' },
  content_refused: { status: 422, name: 'UnprocessableEntityError' },
  // nginx's number for a caller that hung up; only an in-process caller or the log ever sees it
  cancelled: { status: 499, name: 'ClientClosedRequestError' },
  internal_error: { status: 500, name: 'InternalServerError' },
  provider_error: { status: 502, name: 'BadGatewayError' },
  provider_auth_failed: { status: 502, name: 'BadGatewayError' },
  model_not_found: { status: 502, name: 'BadGatewayError' },
  invalid_provider_response: { status: 502, name: 'BadGatewayError' },
  empty_completion: { status: 502, name: 'BadGatewayError' },
  provider_not_configured: { status: 503, name: 'ServiceUnavailableError' },
  provider_unavailable: { status: 503, name: 'ServiceUnavailableError' },
  provider_timeout: { status: 504, name: 'GatewayTimeoutError' },
} as const satisfies Record<string, { status: number; name: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One input that breaks the tool's schema; `input` is a path such as `content` or `items[0].name`. */
export interface InputFault {
  input: string;
  message: string;
}

export interface ErrorDetails {
  /** the id of this execution's log row */
  request_id: string;
  /** with `invalid_input` */
  inputs?: InputFault[];
  /** the HTTP status the provider answered with, where it answered at all */
  provider_status?: number;
  /** when it is worth trying again, where that is known; also the `Retry-After` header */
  retry_after_seconds?: number;
}

/** The host's error body plus a stable `code`. */
export interface ErrorBody {
  status: number;
  name: string;
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
}

export interface ErrorReply {
  error: ErrorBody;
}
