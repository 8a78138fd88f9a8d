/*
 * What tells one caller's answer from another's: each request brings a nonce, the prompt carries it between marks, and
 * the provider gives it back. All nonces have the same length, so that all prompts cost the same.
 */

const FILLER = ' and what else a model has to say about it.'.repeat(8);

/** The whole answer to a prompt with this nonce. */
export const echoOf = (nonce: string): string => `Heard ${nonce}:${FILLER}`;

/** The nonce in a prompt, or in a request's body with one. */
export const findNonce = (prompt: string): string => /<([a-z]\d{9})>/.exec(prompt)?.[1] ?? 'nothing';

export const toNonce = (letter: string, number: number): string =>
  `${letter}${String(number).padStart(9, '0')}`;

export const PROMPT = 'Say something about <{{nonce}}>.';
