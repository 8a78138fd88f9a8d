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
])('what is shaped like a secret is removed: %s', (text) => {
  expect(redactSecrets(text)).toContain('[redacted]');
  expect(redactSecrets(text)).not.toMatch(/abcdefgh/);
});

test('a quote is one line of bounded length', () => {
  expect(quote('a\nb\t\0c', [])).toBe('a b c');
  expect(quote('x'.repeat(1000), [])).toHaveLength(300);
});
