const MINUTE_MS = 60_000;

/** Calls `say` at most once a minute, and at once the first time: a trouble of hours is not a line for each who meets it. */
export const onceAMinute = <Words extends unknown[]>(
  say: (...words: Words) => void,
  now: () => number = Date.now,
): ((...words: Words) => void) => {
  let saidAt = -Infinity;
  return (...words) => {
    if (now() - saidAt < MINUTE_MS) return;
    saidAt = now();
    say(...words);
  };
};
