import fc from 'fast-check';
import { TOO_DEEP, rewriteJson } from '../../../server/src/engine/rewrite-json';

test('whatever the JSON, only its texts and names change', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
      expect(rewriteJson(value, { text: (text) => text })).toEqual(value);
    }),
  );
  expect(rewriteJson({ a: ['a', 1] }, { text: () => 'b', number: String })).toEqual({ b: ['b', '1'] });
});

test.each(['[', '{"a":'])('what is nested too deep is left out, and says so: %s', (open) => {
  const close = open === '[' ? ']' : '}';
  const deep: unknown = JSON.parse(`${open.repeat(5000)}"secret"${close.repeat(5000)}`);
  const json = JSON.stringify(rewriteJson(deep, { text: (text) => text }));
  expect(json).toBe(`${open.repeat(30)}"${TOO_DEEP}"${close.repeat(30)}`);
});

test('the same object twice is rewritten twice, and one that holds itself is refused', () => {
  const shared = { text: 'a' };
  expect(rewriteJson([shared, shared], { text: (text) => `${text}!` })).toEqual([
    { 'text!': 'a!' },
    { 'text!': 'a!' },
  ]);
  const cyclic: Record<string, unknown> = {};
  cyclic.first = cyclic;
  cyclic.second = cyclic;
  expect(() => rewriteJson(cyclic, { text: (text) => text })).toThrow(TypeError);
});
