// the shapes in which the big providers hand out their keys
const KEY_SHAPES = /\b(sk|pk|rk|r8|gsk|xai|AIza)[-_]?[A-Za-z0-9_*-]{12,}/g;
const AUTHORIZATION_VALUES = /\b(Bearer|Basic)\s+[A-Za-z0-9+/=._~-]{8,}/gi;

/** Removes the given secrets, and whatever is shaped like one, from words that came from outside. */
export const redactSecrets = (text: string, secrets: readonly (string | null)[] = []): string =>
  secrets
    .filter((secret) => secret !== null && secret.length >= 4)
    .reduce<string>((result, secret) => result.replaceAll(secret ?? '', '[redacted]'), text)
    .replace(KEY_SHAPES, '[redacted]')
    .replace(AUTHORIZATION_VALUES, '$1 [redacted]');

/**
 * A provider's words as they may stand in a message: without secrets, since providers quote the key they were
 * given, on one line, and at most `maxLength` characters long.
 */
export const quote = (text: string, secrets: readonly (string | null)[], maxLength = 300): string => {
  const line = redactSecrets(text, secrets)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
};
