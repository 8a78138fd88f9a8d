import fc from 'fast-check';
import { cutText } from '../../../server/src/engine/cut-text';
import { hasOutsideText, withBodies } from '../../../server/src/engine/log-bodies';
import type { BodyRules } from '../../../server/src/engine/log-bodies';
import { compileRedaction } from '../../../server/src/engine/redaction-rules';
import { logRow } from '../../support/log-rows';

const KEY = 'Canary0123456789abcdefABCDEF01234';
const rules = (changes: Partial<BodyRules> = {}): BodyRules => ({
  capture: 'all',
  maxBytes: 1000,
  redact: (text) => text,
  ...changes,
});

test('a text is cut between two characters, and says how many bytes are missing', () => {
  expect(cutText('aé世界', 7)).toBe('aé世… [3 bytes cut]');
  expect(cutText('aé世界', 6)).toBe('aé世… [3 bytes cut]');
  expect(cutText('aé世界', 5)).toBe('aé… [6 bytes cut]');
  expect(cutText('aé世界', 9)).toBe('aé世界');
});

test('whatever the text, what is left and what is missing are all of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), fc.nat(60), (text, maxBytes) => {
      const [, kept = text, missing = '0'] =
        /^(.*)… \[(\d+) bytes cut\]$/s.exec(cutText(text, maxBytes)) ?? [];
      expect(text.startsWith(kept)).toBe(true);
      expect(Buffer.byteLength(kept) + Number(missing)).toBe(Buffer.byteLength(text));
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(Math.max(maxBytes, 0));
    }),
  );
});

test('inputs that are too long are kept as the beginning of their JSON', () => {
  const { inputs, output } = withBodies(
    logRow({ inputs: { first: 'a', text: 'x'.repeat(9000) }, output: 'y'.repeat(9000) }),
    rules(),
    [],
  );
  expect(inputs).toBe(`{"first":"a","text":"${'x'.repeat(1000 - 21)}… [8023 bytes cut]`);
  expect(output).toBe(`${'y'.repeat(1000)}… [8000 bytes cut]`);
});

test('a key that stands where a body is cut is taken out, and not half of it', () => {
  const { output, inputs } = withBodies(
    logRow({ output: `${'x'.repeat(980)} ${KEY} end`, inputs: { text: `${'x'.repeat(970)} ${KEY} end` } }),
    rules(),
    [KEY],
  );
  expect(output).not.toContain('Canary');
  expect(JSON.stringify(inputs)).not.toContain('Canary');
});

test('a key that stands where the reading ends is taken out, however much was taken out before it', () => {
  const mails = `${'somebody.'.repeat(7)}@example.org `.repeat(80);
  const redact = compileRedaction(['email'], () => {});
  for (let length = 5096 - KEY.length; length < 5100; length += 3) {
    const text = `${mails.slice(0, length)}${KEY} and more`;
    const { output, inputs } = withBodies(
      logRow({ output: text, inputs: { text, other: text } }),
      rules({ redact }),
      [KEY],
    );
    expect(output).not.toContain('Canary');
    expect(output).toMatch(/… \[\d+ bytes cut\]$/);
    expect(JSON.stringify(inputs)).not.toContain('Canary');
  }
});

test('the site’s rules hold for names, texts and numbers of inputs, for the output and for the error', () => {
  const redact = compileRedaction(['email', 'card'], () => {});
  const row = withBodies(
    logRow({
      inputs: { 'a@example.org': [{ card: 4111111111111111, count: 12, ok: true, none: null }] },
      output: 'to b@example.org',
      error_message: 'the provider said: c@example.org is unknown',
      status: 'error',
    }),
    rules({ redact }),
    [],
  );
  expect(row).toMatchObject({
    inputs: { '[email]': [{ card: '[card]', count: 12, ok: true, none: null }] },
    output: 'to [email]',
    error_message: 'the provider said: [email] is unknown',
  });
});

test.each([
  ['none', 'error', false],
  ['errors', 'success', false],
  ['errors', 'cancelled', true],
  ['all', 'success', true],
] as const)('capture %s: bodies of a run with status %s are stored: %s', (capture, status, isStored) => {
  const row = logRow({ status, inputs: { a: 1 }, output: 'b' });
  const { inputs, output } = withBodies(row, rules({ capture }), []);
  expect({ inputs, output }).toEqual(
    isStored ? { inputs: { a: 1 }, output: 'b' } : { inputs: null, output: null },
  );
  expect(hasOutsideText(row, rules({ capture }))).toBe(isStored);
});

test('while nobody knows the keys, no text is stored', () => {
  const row = logRow({ status: 'error', inputs: { a: KEY }, output: KEY, error_message: KEY });
  expect(JSON.stringify(withBodies(row, rules(), null))).not.toContain('Canary');
});
