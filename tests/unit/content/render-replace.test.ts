import fc from 'fast-check';
import { replaceIn } from '../../../server/src/content/render-replace';

test('replaces where it is told, copies what leads there and shares the rest', () => {
  const answer = { list: [{ text: 'a', kept: { deep: 1 } }, { text: 'b' }], other: { x: 1 } };
  const before = structuredClone(answer);
  const changed = replaceIn(answer, [
    { path: ['list', 0, 'text'], value: 'A' },
    { path: ['list', 0, 'more'], value: [1] },
  ]);
  expect(changed).toEqual({
    list: [{ text: 'A', kept: { deep: 1 }, more: [1] }, { text: 'b' }],
    other: { x: 1 },
  });
  expect(answer).toEqual(before);
  const { list, other } = Object(changed);
  expect(list[0].kept).toBe(answer.list[0]?.kept);
  expect(list[1]).toBe(answer.list[1]);
  expect(other).toBe(answer.other);
});

test('without replacements it is the same answer, and a replacement of all of it is the answer', () => {
  const answer = { a: 1 };
  expect(replaceIn(answer, [])).toBe(answer);
  expect(replaceIn(answer, [{ path: [], value: 'text' }])).toBe('text');
});

test('one object at two places is two afterwards, each with its own', () => {
  const shared = { text: 'x' };
  const changed = replaceIn({ a: shared, b: shared }, [
    { path: ['a', 'text'], value: 'A' },
    { path: ['b', 'text'], value: 'B' },
  ]);
  expect(changed).toEqual({ a: { text: 'A' }, b: { text: 'B' } });
  expect(shared).toEqual({ text: 'x' });
});

test('a key named like something of every object stays a key', () => {
  const answer = JSON.parse('{"__proto__": {"text": "x"}, "list": []}');
  const changed = replaceIn(answer, [{ path: ['list', 0], value: 1 }]);
  expect(JSON.stringify(changed)).toBe('{"__proto__":{"text":"x"},"list":[1]}');
});

const leaves = (value: unknown, path: (string | number)[] = []): (string | number)[][] => {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? value.map((_item, index) => index) : Object.keys(value);
  return keys.flatMap((key) => leaves(Reflect.get(value, key), [...path, key]));
};

test('only the leaves that are named change, in any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.infiniteStream(fc.boolean()), (answer, picks) => {
      const before = JSON.stringify(answer);
      const chosen = leaves(answer).filter(() => picks.next().value);
      const changed = replaceIn(
        answer,
        chosen.map((path) => ({ path, value: 'CHANGED' })),
      );
      expect(JSON.stringify(answer)).toBe(before);
      const expected: unknown = JSON.parse(before);
      const holder = { expected };
      for (const path of chosen) {
        const inside: unknown = ['expected', ...path]
          .slice(0, -1)
          .reduce<unknown>((value, key) => Reflect.get(Object(value), key), holder);
        const key = ['expected', ...path].at(-1) ?? '';
        Object.defineProperty(inside, key, {
          value: 'CHANGED',
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      expect(JSON.stringify(changed)).toBe(JSON.stringify(holder.expected));
    }),
    { numRuns: 300 },
  );
});
