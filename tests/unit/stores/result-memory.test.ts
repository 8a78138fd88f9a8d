import type { KeptAnswer } from '../../../server/src/engine/kept-answer';
import { createResultMemory } from '../../../server/src/stores/result-memory';

const MB = 1024 * 1024;

const kept = (text: string, parsed?: unknown): KeptAnswer => ({
  answer: {
    provider: 'p',
    model: 'm',
    dropped: ['top_k'],
    result: {
      id: null,
      model: null,
      text,
      toolCalls: [{ id: 'call_1', name: 'look', arguments: '{}' }],
      finishReason: null,
      refusal: null,
      usage: { prompt: 1, completion: 2, cached: null, reasoning: 0 },
    },
    parsed,
  },
  ageMs: 0,
  remainingMs: 1000,
});
const key = (digest: string, slug = 'tool') => ({ slug, digest });

test.each(['', 'plain', 'ümläut €', '要約 \ud83d\ude00', 'half \ud83d of a character', '\0"\\\n'])(
  'an answer comes back as it was: %j',
  (text) => {
    const memory = createResultMemory(MB, () => 0);
    memory.keep(key('a'), kept(text, { list: [1, null, 'x'] }));
    expect(memory.find(key('a'))).toEqual(kept(text, { list: [1, null, 'x'] }));
    memory.keep(key('b'), kept(text));
    expect(memory.find(key('b'))?.answer.parsed).toBeUndefined();
  },
);

test('what is larger than the whole cache is not kept, and pushes nothing out', () => {
  const memory = createResultMemory(10_000, () => 0);
  memory.keep(key('small'), kept('x'));
  memory.keep(key('large'), kept('x'.repeat(20_000)));
  expect(memory.find(key('large'))).toBeNull();
  expect(memory.find(key('small'))).not.toBeNull();
});

test('what was not asked for the longest goes first', () => {
  const memory = createResultMemory(10_000, () => 0);
  memory.keep(key('first'), kept('x'));
  for (let index = 0; index < 100; index += 1) {
    memory.keep(key(`later-${index}`), kept('x'));
    memory.find(key('first'));
  }
  expect(memory.find(key('first'))).not.toBeNull();
  expect(memory.find(key('later-0'))).toBeNull();
  expect(memory.find(key('later-99'))).not.toBeNull();
});

test('tools whose slugs begin alike are cleared apart', () => {
  const memory = createResultMemory(MB, () => 0);
  memory.keep(key('a', 'news'), kept('x'));
  memory.keep(key('b', 'news'), kept('x'));
  memory.keep(key('a', 'news-2'), kept('x'));
  expect(memory.forget('news')).toBe(2);
  expect(memory.find(key('a', 'news-2'))).not.toBeNull();
  expect(memory.forget(null)).toBe(1);
});

test('a cache of no bytes keeps nothing and breaks nothing', () => {
  const memory = createResultMemory(0, () => 0);
  memory.keep(key('a'), kept('x'));
  expect(memory.find(key('a'))).toBeNull();
  expect(memory.forget(null)).toBe(0);
});

const fill = (memory: ReturnType<typeof createResultMemory>, count: number) => {
  for (let index = 0; index < count; index += 1) memory.keep(key(`${index}`), kept('x'));
  return memory.size();
};
const has = (memory: ReturnType<typeof createResultMemory>, digest: string) =>
  memory.find(key(digest)) !== null;

test('a smaller bound drops what was not asked for the longest, and holds from then on', () => {
  const memory = createResultMemory(MB, () => 0);
  const each = fill(memory, 10).bytes / 10;
  memory.find(key('0'));
  memory.resize(each * 3);
  expect(memory.size()).toEqual({ results: 3, bytes: each * 3 });
  expect(['0', '1', '7', '8', '9'].map((digest) => has(memory, digest))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
  memory.keep(key('n'), kept('x'));
  expect(memory.size().results).toBe(3);
  expect(has(memory, '0')).toBe(false);
});

test('a larger bound loses nothing, and one of no bytes everything', () => {
  const memory = createResultMemory(MB, () => 0);
  const size = fill(memory, 10);
  memory.resize(2 * MB);
  expect(memory.size()).toEqual(size);
  memory.resize(0);
  expect(memory.size()).toEqual({ results: 0, bytes: 0 });
  memory.keep(key('a'), kept('x'));
  expect(has(memory, 'a')).toBe(false);
  memory.resize(MB);
  memory.keep(key('a'), kept('x'));
  expect(has(memory, 'a')).toBe(true);
});
