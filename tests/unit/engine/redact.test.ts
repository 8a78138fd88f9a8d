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

test('a quote is one line of bounded length', () => {
  expect(quote('a\nb\t\0c', [])).toBe('a b c');
  expect(quote('x'.repeat(1000), [])).toHaveLength(300);
});

test('a long text is read in a moment', () => {
  // a pattern that looks on to the end from every place would need minutes
  for (const part of ['sk-', 'sk-a', 'Bearer ', 'authorization: ', 'authorization=basic']) {
    redactSecrets(part.repeat(200_000 / part.length));
  }
}, 20_000);
