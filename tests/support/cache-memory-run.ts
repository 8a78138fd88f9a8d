import { createResultMemory } from '../../server/src/stores/result-memory';

/*
 * A program of its own, for cache-memory.test.ts: puts 100,000 different results through a cache, and prints what the
 * process took after 10,000 and at the end.
 */

const [, , kind = 'latin', length = '1500'] = process.argv;
const MAX_BYTES = 16 * 1024 * 1024;
const memory = createResultMemory(MAX_BYTES, () => performance.now());

const WORDS = { latin: 'lorem ipsum ', wide: '要約された文章', mixed: 'mostly latin, once in a while €, ' };
const alphabet = WORDS[kind === 'wide' || kind === 'mixed' ? kind : 'latin'];

const textOf = (index: number): string => {
  // joined of pieces, as a streamed answer is
  let text = `${index} `;
  while (text.length < Number(length)) text += alphabet;
  return text;
};

const keep = (index: number): void =>
  memory.keep(
    { slug: 'tool', digest: `${index}`.padStart(43, '0') },
    {
      answer: {
        provider: 'openai',
        model: 'm',
        dropped: [],
        result: {
          id: `c${index}`,
          model: 'm',
          text: textOf(index),
          toolCalls: [],
          finishReason: 'stop',
          refusal: null,
          usage: { prompt: 1, completion: 1, cached: null, reasoning: null },
        },
        parsed: undefined,
      },
      ageMs: 0,
      remainingMs: 3_600_000,
    },
  );

const measure = async (): Promise<{ rss: number; used: number }> => {
  for (let round = 0; round < 5; round += 1) {
    global.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, used: heapUsed + external };
};

void (async () => {
  const empty = await measure();
  for (let index = 0; index < 10_000; index += 1) keep(index);
  const after10k = await measure();
  for (let index = 10_000; index < 100_000; index += 1) {
    keep(index);
    // some are asked for all the time, so that what stays is not what came last
    if (index % 10 === 0) memory.find({ slug: 'tool', digest: `${index % 1000}`.padStart(43, '0') });
  }
  const after100k = await measure();
  const kept = memory.forget(null);
  process.stdout.write(JSON.stringify({ empty, after10k, after100k, kept, maxBytes: MAX_BYTES }));
})();
