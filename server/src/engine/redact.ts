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

/** Name and password in an address, as drivers and clients put it into what they throw. */
const USER_INFORMATION = /(?<=:\/\/)[^\s/?#"'<>]{1,512}(?=@)/g;

const SHORTEST_REMOVED = 4;

/** Below it, what base64 makes of a secret is short enough to be an ordinary word. */
const SHORTEST_ENCODED = 8;

/**
 * What base64 makes of a secret wherever it begins in what was encoded, such as `user:secret`, without the letters at
 * both ends that depend on its neighbours.
 */
const encodedSpellings = (secret: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const own = bytes
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });

/** A secret as it is, and as it stands in an address, in JSON and in base64. */
const spellings = (secret: string): Set<string> =>
  new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...(secret.length >= SHORTEST_ENCODED ? encodedSpellings(secret) : []),
  ]);

const known = new WeakMap<readonly (string | null)[], readonly string[]>();

/** Once for each list: all texts of a row are cleaned with the same one. */
const allSpellings = (secrets: readonly (string | null)[]): readonly string[] => {
  const before = known.get(secrets);
  if (before) return before;
  const all = secrets.flatMap((secret) =>
    secret !== null && secret.length >= SHORTEST_REMOVED ? [...spellings(secret.toWellFormed())] : [],
  );
  known.set(secrets, all);
  return all;
};

/** Removes the given secrets, and whatever is shaped like one, from words that came from outside. */
export const redactSecrets = (text: string, secrets: readonly (string | null)[] = []): string => {
  if (text.length < SHORTEST_REMOVED) return text;
  return allSpellings(secrets)
    .reduce((result, spelling) => result.replaceAll(spelling, '[redacted]'), text)
    .replace(USER_INFORMATION, '[redacted]')
    .replace(KEY_SHAPES, '[redacted]')
    .replace(AUTHORIZATION_VALUES, redactAuthorization);
};

// what turns the direction of the text after it, our own words included
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A provider's words as they may stand in a message: without secrets, since providers quote the key they were
 * given, on one line, and at most `maxLength` characters long.
 */
export const quote = (text: string, secrets: readonly (string | null)[], maxLength = 300): string => {
  const line = redactSecrets(text, secrets)
    .toWellFormed()
    .replace(DIRECTIONS, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
};
