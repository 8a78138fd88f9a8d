import { setTimeout as pause } from 'node:timers/promises';

const HELD_MS = 250;

/** Beyond that a refusal goes out at once, so that there is no end to what can be held. */
const MOST_HELD = 200;

/**
 * Lets a refused guess wait for its answer. A refusal costs next to nothing, and somebody who guesses again at every
 * answer would otherwise keep the site busy with refusals.
 */
export const createSlowRefusal = () => {
  let held = 0;

  return async (): Promise<void> => {
    if (held >= MOST_HELD) return;
    held += 1;
    // a site that stops does not wait for it
    await pause(HELD_MS, undefined, { ref: false });
    held -= 1;
  };
};
