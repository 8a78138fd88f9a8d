/*
 * What is put into the site that no answer may ever show. Each is a word of its own, so that where it is found says
 * what has leaked.
 */

export const KEYS = {
  constant: 'sk-canary-constant-4f1d0c7ab2e96538',
  configured: 'sk-canary-configured-90ab13d5c7e2f468',
  stored: 'sk-canary-stored-77c0e19f5a3b2d84',
  /** in the bodies that the fuzz sends itself */
  typed: 'sk-canary-typed-b8d2460e9c1f7a35',
};

export const SITE_SECRETS = {
  adminSecret: 'canary-admin-secret-1c9e',
  tokenSalt: 'canary-token-salt-5b7d',
  encryptionKey: 'canary-encryption-key-e2a4',
  jwtSecret: 'canary-jwt-secret-83f6',
  password: 'canary-password-60d1',
};

/** Of one tool: nobody who calls another one may ever see them, and its prompt nobody who calls at all. */
export const SECRET_TOOL = {
  slug: 'secret-tool',
  prompt: 'canary-prompt-2f70',
  system: 'canary-system-text-c31b',
  answer: 'canary-answer-9d4e',
};

/** The beginning of a word that each request has of its own, and that the provider says again. */
export const NONCE = /nonce-[0-9a-z]+-x/g;

const STACK = /(?:\n|\\n)\s+at \S+.{0,200}:\d+:\d+/;
const SOURCE_FILE = /node_modules\/|server\/src\/[\w/-]+\.ts/;
const HASH = /\$2[aby]\$\d\d\$[./A-Za-z0-9]{20}/;

export interface Watched {
  /** whatever else is not to be seen: folders, tokens */
  secrets: Record<string, string>;
}

/** What an answer to anybody must not hold: the name of what it does hold, or null. */
export const findLeak = (text: string, { secrets }: Watched): string | null => {
  for (const [name, secret] of Object.entries({ ...KEYS, ...SITE_SECRETS, ...secrets })) {
    if (text.includes(secret)) return name;
  }
  if (STACK.test(text)) return 'a stack';
  if (SOURCE_FILE.test(text)) return 'a path';
  return HASH.test(text) ? 'the hash of a password' : null;
};

/** What an answer to a caller of one tool must not hold besides: what belongs to other tools and other calls. */
export const findForeign = (
  text: string,
  { slug, nonces }: { slug: string | null; nonces: readonly string[] },
): string | null => {
  if (text.includes(SECRET_TOOL.prompt)) return 'a prompt';
  if (text.includes(SECRET_TOOL.system)) return 'a system text';
  if (slug !== SECRET_TOOL.slug && text.includes(SECRET_TOOL.answer)) return "another tool's answer";
  const foreign = text.match(NONCE)?.find((nonce) => !nonces.includes(nonce));
  return foreign === undefined ? null : "what another request's provider said";
};
