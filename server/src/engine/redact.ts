// the shapes in which the big providers hand out their keys; sk, pk and rk begin ordinary compounds, too
const KEY_SHAPES =
  /\b(?:(?:sk|pk|rk)[-_](?=[a-z_-]{0,60}[A-Z0-9*])|(?:r8|gsk|xai)[-_]|AIza)[A-Za-z0-9_*-]{12,}/g;
const AUTHORIZATION_VALUES =
  /(authorization["']?\s*[:=]\s*["']?)?\b(Bearer|Basic)\s+([A-Za-z0-9+/=._~-]{8,})/gi;
/** What a word has not, of either case, and a credential of some length nearly always. */
const UNLIKE_A_WORD = /[0-9=]|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z]{24}/;

const redactAuthorization = (
  whole: string,
  header: string | undefined,
  scheme: string,
  value: string,
): string => {
  if (header === undefined && !UNLIKE_A_WORD.test(value)) return whole;
  return `${header ?? ''}${scheme} [redacted]`;
};

/** Removes the given secrets, and whatever is shaped like one, from words that came from outside. */
export const redactSecrets = (text: string, secrets: readonly (string | null)[] = []): string =>
  secrets
    .filter((secret) => secret !== null && secret.length >= 4)
    .reduce<string>((result, secret) => result.replaceAll(secret ?? '', '[redacted]'), text)
    .replace(KEY_SHAPES, '[redacted]')
    .replace(AUTHORIZATION_VALUES, redactAuthorization);

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
