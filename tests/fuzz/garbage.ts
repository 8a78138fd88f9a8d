import fc from 'fast-check';

/* Values that nobody means, for wherever a value goes. */

const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202e\u2066',
  '\ufeff',
  '\r\nSet-Cookie: a=b',
  '\u2028',
  '{{content}}',
  '{% include "/etc/passwd" %}',
  '{% for i in (1..100000000) %}x{% endfor %}',
  '{{ "x" | append: "y" | upcase }}',
  '{% raw %}',
  "' OR 1=1 --",
  '%_\\',
  '"; DROP TABLE tools; --',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%E0%A4%A',
  '<script>alert(1)</script>',
  '=cmd|calc!A1',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'true',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e999',
  '9223372036854775808',
  '2026-11-01',
  '2026-02-30T25:61:00Z',
  '+275760-09-13T00:00:00.001Z',
  '[object Object]',
  'é́́́'.repeat(50),
  '世界',
  '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}',
] as const;

/** A text that is odd: of any characters, of any length up to some thousands. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 300 }).map((length) => 'é'.repeat(length)) },
);

export const oddKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'id', 'toString', '$where', '$or', 'a.b', '', '0'),
  oddText,
);

export const oddNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 1e21),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

const nested = (depth: number, isList: boolean): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = isList ? [value] : { a: value };
  return value;
};

export const deep: fc.Arbitrary<unknown> = fc
  .tuple(fc.integer({ min: 10, max: 1500 }), fc.boolean())
  .map(([depth, isList]) => nested(depth, isList));

/** Sets a key as JSON does: `__proto__` too is one like any other. */
const put = (target: object, key: string, value: unknown): void => {
  // anything else that a list has JSON does not say
  if (Array.isArray(target) && !/^\d{1,3}$/.test(key)) {
    target.push(value);
    return;
  }
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
};

const toObject = (entries: readonly (readonly [string, unknown])[]): object => {
  const result = {};
  for (const [key, value] of entries) put(result, key, value);
  return result;
};

/** Any value that JSON has. */
export const oddValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}) },
    { weight: 3, arbitrary: oddText },
    { weight: 2, arbitrary: oddNumber },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(fc.tuple(oddKey, tie('value')), { maxLength: 4 }).map(toObject) },
    { weight: 1, arbitrary: deep },
  ),
})).value;

interface Mutation {
  at: number;
  how: 'replace' | 'remove' | 'add' | 'wrap' | 'twice';
  key: string;
  value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat({ max: 1000 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap', 'twice'),
  key: oddKey,
  value: oddValue,
});

type Step = { holder: object; key: string };

const MOST_STEPS = 300;

const stepsOf = (value: unknown, found: Step[] = []): Step[] => {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    if (found.length >= MOST_STEPS) return found;
    found.push({ holder: value, key });
    stepsOf(Reflect.get(value, key), found);
  }
  return found;
};

const mutate = (original: unknown, { at, how, key, value }: Mutation): unknown => {
  const root = { root: structuredClone(original) };
  const steps = stepsOf(root);
  const step = steps[at % steps.length];
  if (!step) return original;
  const { holder, key: name } = step;
  const before: unknown = Reflect.get(holder, name);
  if (how === 'replace') put(holder, name, value);
  else if (how === 'wrap') put(holder, name, [before]);
  else if (how === 'twice') put(holder, name, [before, before]);
  else if (how === 'remove' && Array.isArray(holder)) holder.splice(Number(name), 1);
  else if (how === 'remove') Reflect.deleteProperty(holder, name);
  else if (typeof before === 'object' && before !== null) put(before, key, value);
  else put(holder, name, value);
  return root.root;
};

/** Half of the time what is right, else the same with one or two things wrong. */
export const nearly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      right,
      fc.oneof(
        { weight: 3, arbitrary: fc.constant<Mutation[]>([]) },
        { weight: 2, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 2 }) },
      ),
    )
    .map(([value, mutations]) => mutations.reduce<unknown>(mutate, value));
