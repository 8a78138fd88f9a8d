import type { SiteEvent } from '../../../contracts/events';
import { createBreakers } from '../../../server/src/engine/breakers';
import { ToolError } from '../../../server/src/engine/tool-error';

const TARGET = { provider: 'openai', model: 'gpt-6-luna' };
const DOWN = { name: 'ai-tools.provider.down', payload: TARGET };
const UP = { name: 'ai-tools.provider.up', payload: TARGET };

const fail = (error: Error) => () => Promise.reject(error);
const outage = fail(new ToolError('provider_unavailable', 'x', { isOutage: true }));
const cancelled = fail(new ToolError('cancelled', 'x'));
const refused = fail(new ToolError('provider_error', 'x'));
const answered = async () => 'answer';

const start = () => {
  const events: SiteEvent[] = [];
  const guard = createBreakers((event) => events.push(event));
  const call = (work: () => Promise<unknown>): Promise<unknown> => guard(TARGET, work).catch(() => {});
  const breakDown = async () => {
    for (let times = 0; times < 5; times += 1) await call(outage);
  };
  return { events, guard, call, breakDown };
};

const passTime = () => jest.setSystemTime(Date.now() + 15_000);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

test('the site is told once that a model is down, however often it is tried again, and once that it is back', async () => {
  const { events, call, breakDown } = start();
  for (let times = 0; times < 4; times += 1) await call(outage);
  expect(events).toEqual([]);
  await call(outage);
  expect(events).toEqual([DOWN]);

  await call(answered);
  passTime();
  await call(outage);
  await call(answered);
  expect(events).toEqual([DOWN]);

  passTime();
  await call(answered);
  await call(answered);
  expect(events).toEqual([DOWN, UP]);

  await breakDown();
  expect(events).toEqual([DOWN, UP, DOWN]);
});

test('an answer that nobody likes is an answer; a caller that left has brought none', async () => {
  const { events, call, breakDown } = start();
  await breakDown();
  passTime();
  await call(cancelled);
  expect(events).toEqual([DOWN]);
  await breakDown();
  expect(events).toEqual([DOWN]);
  passTime();
  await call(refused);
  expect(events).toEqual([DOWN, UP]);
});

test('a late answer to a call from before says nothing of now', async () => {
  const { events, call, breakDown } = start();
  let answer = () => {};
  const early = call(() => new Promise<void>((resolve) => (answer = resolve)));
  await breakDown();
  answer();
  await early;
  expect(events).toEqual([DOWN]);
});

test('one model that is down is not another’s business', async () => {
  const { guard, breakDown } = start();
  await breakDown();
  const others = [
    { provider: 'openai', model: 'gpt-6-sol' },
    { provider: 'local', model: 'gpt-6-luna' },
  ];
  for (const other of others) expect(await guard(other, answered)).toBe('answer');
});
