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
