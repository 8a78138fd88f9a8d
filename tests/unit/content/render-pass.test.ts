import { createRenderPass } from '../../../server/src/content/render-pass';
import type { RenderPassParts } from '../../../server/src/content/render-pass';

interface Held {
  slug: string;
  inputs: Record<string, unknown>;
  source: string;
  signal: AbortSignal;
  answer(text: string): void;
}

/** A pass whose runs end when the test says so. */
const startPass = (parts: Partial<RenderPassParts> = {}) => {
  const held: Held[] = [];
  const hangUp = new AbortController();
  const pass = createRenderPass({
    run: (source, signal) => (slug, inputs) =>
      new Promise((answer) => {
        held.push({ slug, inputs, source, signal, answer });
      }),
    maxConcurrent: 4,
    deadlineMs: 60_000,
    hangUp: hangUp.signal,
    ...parts,
  });
  passes.push(pass);
  return { pass, held, hangUp };
};
const passes: { close(): void }[] = [];
afterEach(() => passes.splice(0).forEach((pass) => pass.close()));

const settle = () => new Promise(setImmediate);

test('the same inputs are run once, whatever the order of their names, and every place gets the text', async () => {
  const { pass, held } = startPass();
  const run = pass.runAs('shortcode');
  const texts = Promise.all([
    run('short', { content: 'a', max_length: 10, more: { x: 1, y: [{ b: 1, a: 2 }] } }),
    run('short', { more: { y: [{ a: 2, b: 1 }], x: 1 }, max_length: 10, content: 'a' }),
    pass.runAs('block')('short', { content: 'a', max_length: 10, more: { x: 1, y: [{ b: 1, a: 2 }] } }),
  ]);
  await settle();
  expect(held).toHaveLength(1);
  expect(held[0]).toMatchObject({ slug: 'short', source: 'shortcode' });
  held[0]?.answer('A.');
  expect(await texts).toEqual(['A.', 'A.', 'A.']);
});

test.each([
  ['another tool', 'long', { content: 'a' }],
  ['another value', 'short', { content: 'b' }],
  ['another type', 'short', { content: ['a'] }],
  ['one input more', 'short', { content: 'a', tone: 'dry' }],
])('%s is another run', async (_what, slug, inputs) => {
  const { pass, held } = startPass();
  void pass.runAs('shortcode')('short', { content: 'a' });
  void pass.runAs('shortcode')(slug, inputs);
  await settle();
  expect(held).toHaveLength(2);
});

test('no more than the bound are under way, and each that ends lets the next begin', async () => {
  const { pass, held } = startPass({ maxConcurrent: 2 });
  const texts = Promise.all([1, 2, 3, 4, 5].map((content) => pass.runAs('shortcode')('short', { content })));
  await settle();
  expect(held).toHaveLength(2);
  held[1]?.answer('two');
  await settle();
  expect(held.map(({ inputs }) => inputs.content)).toEqual([1, 2, 3]);
  held[0]?.answer('one');
  held[2]?.answer('three');
  await settle();
  held[3]?.answer('four');
  held[4]?.answer('five');
  expect(await texts).toEqual(['one', 'two', 'three', 'four', 'five']);
});

test('what is not there at the deadline is empty, and is told to stop; what was there stays', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  const { pass, held } = startPass({ deadlineMs: 500, maxConcurrent: 2 });
  const run = pass.runAs('shortcode');
  const [first, second, waiting] = [1, 2, 3].map((content) => run('short', { content }));
  await settle();
  held[0]?.answer('in time');
  expect(await first).toBe('in time');
  await settle();
  jest.advanceTimersByTime(499);
  expect(pass.signal.aborted).toBe(false);
  jest.advanceTimersByTime(1);
  jest.useRealTimers();
  expect(await Promise.all([second, waiting, run('short', { content: 4 })])).toEqual(['', '', '']);
  expect(await run('short', { content: 1 })).toBe('in time');
  expect(held).toHaveLength(3);
  expect(held.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
});

test('runs that wait for their turn at the deadline are never made', async () => {
  const { pass, held, hangUp } = startPass({ maxConcurrent: 1 });
  const texts = [1, 2, 3].map((content) => pass.runAs('shortcode')('short', { content }));
  await settle();
  hangUp.abort();
  expect(await Promise.all(texts)).toEqual(['', '', '']);
  held[0]?.answer('too late');
  await settle();
  expect(held).toHaveLength(1);
});

test('a reader who hangs up, even before it begins, ends it', async () => {
  const gone = new AbortController();
  gone.abort();
  const { pass, held } = startPass({ hangUp: gone.signal });
  expect(await pass.runAs('block')('short', {})).toBe('');
  expect(held).toHaveLength(0);
});

test('a closed pass keeps no timer and does not hear of a hang-up', () => {
  jest.useFakeTimers();
  const { pass, hangUp } = startPass();
  expect(jest.getTimerCount()).toBe(1);
  pass.close();
  expect(jest.getTimerCount()).toBe(0);
  hangUp.abort();
  expect(pass.signal.aborted).toBe(false);
  jest.useRealTimers();
});
