import fc from 'fast-check';
import { compileRedaction } from '../../../server/src/engine/redaction-rules';
import type { RedactionRule } from '../../../server/src/engine/redaction-rules';

const redact = (text: string, ...rules: RedactionRule[]): string => compileRedaction(rules, () => {})(text);

test.each([
  ['write to jane.doe+news@mail.example.co.uk, please', 'write to [email], please'],
  ['ünal@exämple.org', '[email]'],
  ['<a@b.io>', '<[email]>'],
])('an e-mail address is taken out: %s', (text, rest) => {
  expect(redact(text, 'email')).toBe(rest);
});

test.each(['@mention', 'a @ b.org', 'user@localhost', '3@4'])('%s is no e-mail address', (text) => {
  expect(redact(text, 'email')).toBe(text);
});

test.each([
  ['call +49 (0)170 123 45 67 now', 'call [phone] now'],
  ['0170/1234567', '[phone]'],
  ['(030) 901820', '[phone]'],
  ['555-867-5309', '[phone]'],
  ['1-555-867-5309', '[phone]'],
  ['0044 20 7946 0958', '[phone]'],
  ['06.12.34.56.78', '[phone]'],
  ['06-12-34-56-78', '[phone]'],
  ['0171-12-34-567', '[phone]'],
  ['0171-12-3456', '[phone]'],
  ['since 01.02.2026 0171 1234567', 'since 01.02.2026 [phone]'],
  ['2026-11-21 0171/1234567', '2026-11-21 [phone]'],
])('a phone number is taken out: %s', (text, rest) => {
  expect(redact(text, 'phone')).toBe(rest);
});

test.each([
  '2026-11-21',
  '01.02.2026 10:30',
  '01.02.2026-05.02.2026',
  '01/02/26 10:30',
  '0.12345678',
  '10.0.0.12',
  '1700000000000',
  'A012345678',
])('%s is no phone number', (text) => {
  expect(redact(text, 'phone')).toBe(text);
});

test.each([
  ['4111 1111 1111 1111', '[card]'],
  ['my card: 5500-0000-0000-0004, thanks', 'my card: [card], thanks'],
  ['378282246310005', '[card]'],
  ['4111.1111.1111.1111', '[card]'],
  ['4111  1111  1111  1111', '[card]'],
  ['3782.822463.10005', '[card]'],
  ['order 12 4111 1111 1111 1111 99', 'order 12 [card] 99'],
  ['4111111111111111 and 5500000000000004', '[card] and [card]'],
])('a card number is taken out, whatever stands beside it: %s', (text, rest) => {
  expect(redact(text, 'card')).toBe(rest);
});

test.each(['4111 1111 1111 1112', '123456789012', '41111111111111111111111111111111', '4.111111111111111'])(
  '%s is no card number',
  (text) => {
    expect(redact(text, 'card')).toBe(text);
  },
);

test('whatever stands around a card number, it does not stay', () => {
  const words = fc.string().map((text) => text.replace(/[\d-]/g, ''));
  fc.assert(
    fc.property(words, words, (before, after) => {
      expect(redact(`${before}4111111111111111${after}`, 'card')).not.toContain('4111');
    }),
  );
});

test('the site’s own expressions and functions are applied, in their order', () => {
  const rules: RedactionRule[] = [/customer-\d+/i, (text) => text.replaceAll('ACME', '(company)')];
  expect(redact('Customer-12 of ACME and customer-3', ...rules)).toBe(
    '[redacted] of (company) and [redacted]',
  );
});

test('an expression that would take exponential time does not, on a text that a visitor made for it', () => {
  const text = 'a'.repeat(50_000);
  expect(redact(`${text}!`, /(a+)+$/)).toBe(`${text}!`);
});

test('a function that fails costs the text, not the row, and is reported', () => {
  const failures: unknown[] = [];
  const broken = compileRedaction(
    [
      () => {
        throw new TypeError('no');
      },
    ],
    (error) => failures.push(error),
  );
  expect(broken('a secret')).toBe('[redaction failed]');
  expect(failures).toHaveLength(1);
});

test.each(['email', 'phone', 'card'] as const)(
  '%s: a long text is read in a moment',
  (rule) => {
    // a pattern that looks again from every character on would need minutes
    for (const part of ['a', '1', '1 ', 'a@', 'a.', '+1-', '(0)', '1111.', '1  ', '01.02.'])
      redact(part.repeat(200_000 / part.length), rule);
  },
  5000,
);
