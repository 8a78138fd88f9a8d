const FIRST_MS = 1000;
const SLOWEST_MS = 5000;
/** While the site does not answer: it may be starting anew, and need its strength for that. */
const SLOWEST_WITHOUT_ANSWER_MS = 30_000;

/** How long to wait before asking again: longer the longer nothing has changed, and the longer nobody has answered. */
export const pollDelay = ({ unchanged, failures }: { unchanged: number; failures: number }): number =>
  failures > 0
    ? Math.min(FIRST_MS * 2 ** failures, SLOWEST_WITHOUT_ANSWER_MS)
    : Math.min(FIRST_MS * 1.5 ** unchanged, SLOWEST_MS);
