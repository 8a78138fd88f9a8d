import type { ErrorCode } from '../../../../contracts/errors';

/** The code of runs that a tool's limit of requests has turned away. */
export const RATE_LIMITED: ErrorCode = 'rate_limit_exceeded';
