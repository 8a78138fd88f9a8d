import { ToolError } from './tool-error';

/** What a run ends with when nobody wants its answer any more. */
export const callerLeft = (): ToolError =>
  new ToolError('cancelled', 'The caller went away before the answer was there.');

/**
 * Runs `work` under a signal that aborts after `timeoutMs`, or when `callerSignal` does. The signal's reason is
 * the ToolError to answer with: `provider_timeout` or `cancelled`. Timer and listener are gone when it settles.
 */
export const withDeadline = async <Result>(
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const controller = new AbortController();
  const cancel = () => controller.abort(callerLeft());
  const expire = () =>
    controller.abort(
      new ToolError(
        'provider_timeout',
        `The provider did not answer within ${timeoutMs} ms. Try again, or raise timeout_ms.`,
        { isOutage: true },
      ),
    );

  if (callerSignal?.aborted) cancel();
  callerSignal?.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(expire, timeoutMs);
  try {
    controller.signal.throwIfAborted();
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', cancel);
  }
};
