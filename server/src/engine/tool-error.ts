import type { ErrorCode, ErrorReply, InputFault } from '../../../contracts/errors';
import { ERRORS } from '../../../contracts/errors';
import type { ParameterName } from '../providers/adapter';

export interface ErrorFacts {
  inputs?: InputFault[];
  providerStatus?: number;
  retryAfterSeconds?: number;
  /** the same request may succeed if it is sent again */
  mayRetry?: boolean;
  /** the provider certainly did no work for it, so that a second request cannot be billed twice */
  wasRefused?: boolean;
  /** what the model does not take, where the provider names it */
  refusedParameter?: ParameterName | 'response_schema';
  /** the provider is down, as opposed to unwilling */
  isOutage?: boolean;
  /** the model does not fit into the provider's memory */
  outOfMemory?: boolean;
  /** for the log only; callers never see it */
  cause?: unknown;
}

/**
 * The one error of the engine. `message` is read by callers: it says what to do, and holds no key, no stack and
 * no path.
 */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly facts: Omit<ErrorFacts, 'cause'>;

  constructor(code: ErrorCode, message: string, { cause, ...facts }: ErrorFacts = {}) {
    super(message, { cause });
    this.name = 'ToolError';
    this.code = code;
    this.facts = facts;
  }
}

/** Turns whatever was thrown into a ToolError; the unexpected becomes `internal_error` and tells nothing. */
export const toToolError = (thrown: unknown): ToolError =>
  thrown instanceof ToolError
    ? thrown
    : new ToolError(
        'internal_error',
        'Something went wrong on this site. Its log has the details under this request id.',
        {
          cause: thrown,
        },
      );

/** The error as callers receive it, over REST and in process alike. */
export const toErrorReply = (error: ToolError, requestId: string): ErrorReply => {
  const { status, name } = ERRORS[error.code];
  const { inputs, providerStatus, retryAfterSeconds } = error.facts;
  return {
    error: {
      status,
      name,
      code: error.code,
      message: error.message,
      details: {
        request_id: requestId,
        ...(inputs && { inputs }),
        ...(providerStatus !== undefined && { provider_status: providerStatus }),
        ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
      },
    },
  };
};
