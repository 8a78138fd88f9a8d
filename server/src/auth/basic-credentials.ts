export interface BasicCredentials {
  username: string;
  password: string;
}

/** Far above any real credential; the rest of the header is not even decoded. */
const MAX_HEADER_LENGTH = 1024;

/** bcrypt reads 72 bytes and ignores the rest, so a longer password would match with any ending. */
const MAX_PASSWORD_BYTES = 72;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Reads an `Authorization` header of the Basic scheme (RFC 7617, UTF-8).
 * `absent`: another scheme or none; `invalid`: Basic, but nothing that could be a credential here.
 */
export const readBasicCredentials = (header: string | undefined): BasicCredentials | 'absent' | 'invalid' => {
  if (header === undefined || !/^basic(\s|$)/i.test(header)) return 'absent';
  if (header.length > MAX_HEADER_LENGTH) return 'invalid';
  const encoded = header.slice('basic'.length).trim();
  if (!BASE64.test(encoded)) return 'invalid';

  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  // databases refuse NUL, and no other control character can be typed into a password field either
  if (colon < 1 || CONTROL_CHARACTER.test(decoded)) return 'invalid';
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
};

/** Whether bcrypt would read all of this password. */
export const fitsBcrypt = (password: string): boolean => Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
