import timers from 'node:timers/promises';
import { createSlowRefusal } from '../../../server/src/auth/slow-refusal';

/** Pauses that end when the test says so. */
const heldPauses = () => {
  const held: (() => void)[] = [];
  jest.spyOn(timers, 'setTimeout').mockImplementation(
    (_ms, value) =>
      new Promise((resolve) => {
        held.push(() => resolve(value));
      }),
  );
  return held;
};
afterEach(() => jest.restoreAllMocks());

test('two hundred refusals wait at a time, and what is refused beyond that goes out at once', async () => {
  const held = heldPauses();
  const slowly = createSlowRefusal();
  const waiting = Array.from({ length: 200 }, slowly);
  await slowly();
  expect(held).toHaveLength(200);
  held.forEach((release) => release());
  await Promise.all(waiting);
  // and there is room again
  void slowly();
  expect(held).toHaveLength(201);
});
