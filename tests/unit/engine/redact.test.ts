import fc from 'fast-check';
import { quote, redactSecrets } from '../../../server/src/engine/redact';

test('a key that a provider quotes is removed, whatever it looks like', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 4 }),
      fc.string(),
      (key, text) =>
        !redactSecrets(`${text}${key}${text}`, [key]).includes(key) || '[redacted]'.includes(key),
    ),
  );
});

describe('a key is removed however it is spelled', () => {
  const KEY = 'canary/key"with+odd characters 0123456789';
  const encode = (text: string, encoding: 'base64' | 'base64url'): string =>
    Buffer.from(text).toString(encoding);

  test.each([
    ['in an address', encodeURIComponent(KEY)],
    ['in JSON', JSON.stringify({ key: KEY })],
    ['as the password of Basic', encode(`:${KEY}`, 'base64')],
    ...['', 'u', 'us', 'use'].flatMap((before) =>
      (['base64', 'base64url'] as const).map((encoding) => [
        `in ${encoding}, after ${before.length} letters`,
        encode(`${before}${KEY} and more`, encoding),
      ]),
    ),
  ])('%s', (_name, text = '') => {
    const rest = redactSecrets(`it was ${text}.`, [KEY]);
    expect(rest).toContain('[redacted]');
    // the middle of it is certainly the key's
    expect(rest).not.toContain(text.slice(8, 40));
  });
});

test.each([
  'redis://:abcdefghijkl@cache.internal:6379/0',
  'connect failed: https://admin:abcdefghijkl@api.example.com/v1?x=1',
  'postgres://site:abcd%40efgh@db/site',
])('the password in an address is removed: %s', (text) => {
  expect(redactSecrets(text)).toContain('[redacted]@');
  expect(redactSecrets(text)).not.toMatch(/abcd/);
});

test.each(['https://api.example.com:443/v1', 'ask ann@example.org: she knows', 'http://[::1]:8080/a@b'])(
  'an address without a password stays as it is: %s',
  (text) => {
    expect(redactSecrets(text)).toBe(text);
  },
);

test.each([
  'Incorrect API key provided: sk-proj-abcdefghijkl1234.',
  'key sk-ant-REDACTED is invalid',
  'header was Bearer abcdefgh12345678',
  'r8_abcdefghijklmnop',
  'gsk_abcdefghijklmnop',
  'sk-abcdefgh********',
  'the bearer abcdefgh=',
  'Basic abcdefghIjklmnop',
  'Authorization: Bearer abcdefghijklmnop',
  '{"authorization":"basic abcdefghijklmnop"}',
  'bearer abcdefghijklmnopqrstuvwxyz',
])('what is shaped like a secret is removed: %s', (text) => {
  expect(redactSecrets(text)).toContain('[redacted]');
  expect(redactSecrets(text)).not.toMatch(/abcdefgh/);
});

test.each([
  'A basic understanding of the Basic Principles',
  'the bearer certificate, or BEARER CERTIFICATES',
  'sketch-based-interfaces',
  'skandinavienreise-und-mehr',
  'sk-bratislava-und-umgebung',
  'basic input/output',
])('ordinary words stay as they are: %s', (text) => {
  expect(redactSecrets(text)).toBe(text);
});

test('a quote does not turn around the words that stand after it', () => {
  expect(quote('\u202eeman\u202c \u2066x\u2069 \u2067y', [])).toBe('eman x y');
  // of those who write from right to left nothing is lost
  expect(quote('نموذج غير معروف', [])).toBe('نموذج غير معروف');
});

test('a quote is whole characters', () => {
  expect(quote('\ud800x', []).isWellFormed()).toBe(true);
  expect(quote('🦦'.repeat(200), []).isWellFormed()).toBe(true);
});

test('a quote is one line of bounded length', () => {
  expect(quote('a\nb\t\0c', [])).toBe('a b c');
  expect(quote('x'.repeat(1000), [])).toHaveLength(300);
});

test('a long text is read in a moment', () => {
  // a pattern that looks on to the end from every place would need minutes
  for (const part of [
    'sk-',
    'sk-a',
    'Bearer ',
    'authorization: ',
    'authorization=basic',
    '://',
    '://a:',
    'a:',
  ]) {
    redactSecrets(part.repeat(200_000 / part.length));
  }
}, 20_000);
