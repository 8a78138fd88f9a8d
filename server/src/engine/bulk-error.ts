import { randomUUID } from 'node:crypto';
import type { ErrorBody, ErrorCode } from '../../../contracts/errors';
import { ToolError, toErrorReply } from './tool-error';

/** What keeps an entry from being written, or a run from going on, where no tool was run. */
export const bulkError = (message: string, code: ErrorCode = 'invalid_request'): ErrorBody =>
  toErrorReply(new ToolError(code, message), randomUUID()).error;
