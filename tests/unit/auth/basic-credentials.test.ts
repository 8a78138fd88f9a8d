import fc from 'fast-check';
import { fitsBcrypt, readBasicCredentials } from '../../../server/src/auth/basic-credentials';

const header = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

test('user name and password are read, colons in the password and all of Unicode included', () => {
  expect(readBasicCredentials(header('ann:pa:ss'))).toEqual({ username: 'ann', password: 'pa:ss' });
  expect(readBasicCredentials(header('änn@example.org:pässwörd'))).toEqual({
    username: 'änn@example.org',
    password: 'pässwörd',
  });
  expect(readBasicCredentials(header('ann:').replace('Basic', 'basic'))).toEqual({
    username: 'ann',
    password: '',
  });
});

test.each([undefined, '', 'Bearer abc', 'Basically', 'Digest x'])('%j is not Basic', (value) => {
  expect(readBasicCredentials(value)).toBe('absent');
});

test.each([
  'Basic',
  'Basic ',
  'Basic "ann":"pass"',
  'Basic ann:pass',
  'Basic !!!!',
  header('no colon'),
  header(':no user'),
  header('ann:pa\0ss'),
  header('an\nn:pass'),
  `Basic ${'A'.repeat(5000)}`,
])('%j is no credential', (value) => {
  expect(readBasicCredentials(value)).toBe('invalid');
});

test('no header makes the reading throw', () => {
  fc.assert(fc.property(fc.string(), (text) => readBasicCredentials(`Basic ${text}`) !== undefined));
});

test('a password over 72 bytes does not fit, counted in bytes', () => {
  expect(fitsBcrypt('x'.repeat(72))).toBe(true);
  expect(fitsBcrypt('x'.repeat(73))).toBe(false);
  expect(fitsBcrypt('ä'.repeat(37))).toBe(false);
});
