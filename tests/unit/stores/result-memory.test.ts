import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { KeptAnswer } from '../../../server/src/engine/kept-answer';
import { createResultMemory } from '../../../server/src/stores/result-memory';

const MB = 1024 * 1024;
const SUPPORT = path.resolve(__dirname, '../../support');

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

// short answers cost more beside their text than in it; wide ones take more bytes than characters
test.each([
  ['latin', 1500],
  ['wide', 1500],
  ['mixed', 1500],
  ['latin', 20],
  ['wide', 40_000],
])(
  '100,000 results (%s, %d characters) through 16 MB leave the process where it was after 10,000',
  async (kind, length) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--expose-gc',
        '-r',
        path.join(SUPPORT, 'typescript.js'),
        path.join(SUPPORT, 'cache-memory-run.ts'),
        kind,
        String(length),
      ],
      { timeout: 120_000 },
    );
    const seen = JSON.parse(stdout);
    expect(seen.after100k.rss - seen.after10k.rss).toBeLessThan(32 * MB);
    // what is counted is what is taken
    expect(seen.after100k.used - seen.empty.used).toBeLessThan(1.1 * seen.maxBytes);
    expect(seen.kept).toBeGreaterThan(50);
  },
  130_000,
);

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
