/**
 * Calls code of the site. Resolves to null when it throws, which `complain` is told, and as soon as `signal` aborts:
 * a handler that never ends must not keep a page.
 */
export const callHandler = async <Given>(
  handler: () => Given | Promise<Given>,
  { signal, complain }: { signal: AbortSignal | undefined; complain: (fault: unknown) => void },
): Promise<Given | null> => {
  if (signal?.aborted) return null;
  const given = Promise.resolve()
    .then(handler)
    .catch((fault: unknown) => {
      complain(fault);
      return null;
    });
  if (!signal) return given;
  return new Promise((resolve) => {
    const giveUp = () => resolve(null);
    signal.addEventListener('abort', giveUp, { once: true });
    void given.then((outcome) => {
      signal.removeEventListener('abort', giveUp);
      resolve(outcome);
    });
  });
};
