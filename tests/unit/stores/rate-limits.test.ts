import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Limit } from '../../../server/src/engine/limits-of';
import { createFallibleLimiter } from '../../../server/src/stores/fallible-limiter';
import { admitRun } from '../../../server/src/stores/rate-limits';
import { NO_POINTS_ARE_TOO_MANY, createRunCounter } from '../../../server/src/stores/run-counter';

const memory = (duration = 3600) => new RateLimiterMemory({ points: NO_POINTS_ARE_TOO_MANY, duration });

/** A limiter in memory that does what `behaviour` says before it answers. */
class Misbehaving extends RateLimiterMemory {
  asked = 0;
  behaviour: () => Promise<unknown> = async () => {};

  override async consume(key: string, points: number) {
    this.asked += 1;
    await this.behaviour();
    return super.consume(key, points);
  }
}

const createSite = (
  options: {
    limiter?: RateLimiterAbstract;
    open?: () => Promise<RateLimiterAbstract>;
    refusesOnFailure?: boolean;
    windowSeconds?: number;
  } = {},
) => {
  const { windowSeconds = 3600 } = options;
  const limiter = options.limiter ?? memory(windowSeconds);
  const failures: unknown[] = [];
  const store = createFallibleLimiter({
    open: options.open ?? (async () => limiter),
    deadlineMs: 1000,
    onFailure: (error) => failures.push(error),
  });
  const counter = createRunCounter({
    store,
    insurance: options.refusesOnFailure ? null : memory(windowSeconds),
  });
  return {
    failures,
    admit: (...limits: Limit[]) => admitRun(limits, counter, windowSeconds),
  };
};

const toolLimit = (runs: number): Limit => ({ scope: 'tool', key: 'tool:summarizer', runs });
const callerLimit = (runs: number, who = 'ann'): Limit => ({
  scope: 'caller',
  key: `caller:summarizer:${who}`,
  runs,
});

const passesOf = async (attempts: Promise<{ refusedBy: unknown }>[]): Promise<number> =>
  (await Promise.all(attempts)).filter(({ refusedBy }) => refusedBy === null).length;

test('a run is told what is left, and when the count starts anew', async () => {
  const site = createSite();
  expect(await site.admit(toolLimit(3))).toEqual({
    quotas: [{ scope: 'tool', limit: 3, remaining: 2, windowSeconds: 3600, resetSeconds: 3600 }],
    refusedBy: null,
  });
});

test('of many at once, exactly as many pass as there may be, and each is told its own number', async () => {
  const site = createSite();
  const admissions = await Promise.all(Array.from({ length: 1000 }, () => site.admit(toolLimit(100))));
  const passed = admissions.filter(({ refusedBy }) => refusedBy === null);
  expect(passed.map(({ quotas }) => quotas[0]?.remaining).sort((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: 100 }, (_, index) => index),
  );
});

test('a burst is a few additions, not a thousand', async () => {
  const limiter = new Misbehaving({ points: NO_POINTS_ARE_TOO_MANY, duration: 3600 });
  limiter.behaviour = () => pause(20);
  const site = createSite({ limiter });
  expect(await passesOf(Array.from({ length: 1000 }, () => site.admit(toolLimit(1000))))).toBe(1000);
  expect(limiter.asked).toBeLessThan(10);
  expect(site.failures).toEqual([]);
});

test('a refused run says which limit it was, and is not counted', async () => {
  const site = createSite();
  await site.admit(callerLimit(1), toolLimit(100));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { refusedBy, quotas } = await site.admit(callerLimit(1), toolLimit(100));
    expect(refusedBy).toMatchObject({ scope: 'caller', limit: 1, remaining: 0 });
    expect(quotas).toEqual([refusedBy]);
  }
  const { quotas } = await site.admit(callerLimit(1, 'bob'), toolLimit(100));
  expect(quotas).toMatchObject([{ scope: 'caller' }, { scope: 'tool', remaining: 98 }]);
});

test('a run that the tool refuses is not counted against its caller', async () => {
  const site = createSite();
  await site.admit(toolLimit(1));
  const { refusedBy, quotas } = await site.admit(callerLimit(5), toolLimit(1));
  expect(refusedBy).toMatchObject({ scope: 'tool' });
  expect(quotas).toMatchObject([{ scope: 'caller', remaining: 5 }, { scope: 'tool' }]);
  const { quotas: later } = await site.admit(callerLimit(5), toolLimit(2));
  expect(later).toMatchObject([
    { scope: 'caller', remaining: 4 },
    { scope: 'tool', remaining: 0 },
  ]);
});

test('a changed limit holds at once, and the count of the window is kept', async () => {
  const site = createSite();
  expect(await passesOf(Array.from({ length: 30 }, () => site.admit(toolLimit(10))))).toBe(10);
  expect(await passesOf(Array.from({ length: 30 }, () => site.admit(toolLimit(15))))).toBe(5);
  expect(await passesOf([site.admit(toolLimit(12))])).toBe(0);
});

test('the next window starts anew', async () => {
  const site = createSite({ windowSeconds: 1 });
  expect(await passesOf(Array.from({ length: 20 }, () => site.admit(toolLimit(5))))).toBe(5);
  await pause(1050);
  expect(await passesOf(Array.from({ length: 20 }, () => site.admit(toolLimit(5))))).toBe(5);
});

describe('a store that fails', () => {
  const broken = () => {
    const limiter = new Misbehaving({ points: NO_POINTS_ARE_TOO_MANY, duration: 3600 });
    limiter.behaviour = () => Promise.reject(new Error('connection refused'));
    return limiter;
  };

  test('is replaced by memory, which goes on from the last count', async () => {
    const limiter = broken();
    const fail = limiter.behaviour;
    limiter.behaviour = async () => {};
    const site = createSite({ limiter });
    await passesOf(Array.from({ length: 8 }, () => site.admit(toolLimit(10))));
    limiter.behaviour = fail;
    expect(await passesOf(Array.from({ length: 50 }, () => site.admit(toolLimit(10))))).toBe(2);
    expect(site.failures.length).toBeGreaterThan(0);
  });

  test('refuses, where the site wants it so', async () => {
    const site = createSite({ limiter: broken(), refusesOnFailure: true });
    await expect(site.admit(toolLimit(10))).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      message: expect.stringContaining('cannot be checked'),
      facts: { retryAfterSeconds: 2 },
    });
  });

  test('is asked once more, with what it needs made again', async () => {
    const good = memory();
    let opened = 0;
    const site = createSite({
      open: async () => {
        opened += 1;
        return opened === 1 ? broken() : good;
      },
    });
    expect(await site.admit(toolLimit(10))).toMatchObject({ refusedBy: null });
    expect(opened).toBe(2);
    expect(site.failures).toEqual([]);
    expect(await good.get('tool:summarizer')).toMatchObject({ consumedPoints: 1 });
  });

  test('is left alone for a second, and then found again', async () => {
    const limiter = broken();
    const site = createSite({ limiter });
    await site.admit(toolLimit(100));
    const { asked } = limiter;
    limiter.behaviour = async () => {};
    await site.admit(toolLimit(100));
    expect(limiter.asked).toBe(asked);
    await pause(1100);
    await site.admit(toolLimit(100));
    expect(limiter.asked).toBe(asked + 1);
    expect(await limiter.get('tool:summarizer')).toMatchObject({ consumedPoints: 1 });
  });
});

describe('a store that does not answer', () => {
  test('keeps nobody waiting for more than a second, and after that nobody at all', async () => {
    const limiter = new Misbehaving({ points: NO_POINTS_ARE_TOO_MANY, duration: 3600 });
    let thaw = (): void => {};
    const frozen = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    limiter.behaviour = () => frozen;
    const site = createSite({ limiter });

    const startedAt = Date.now();
    expect(await passesOf(Array.from({ length: 50 }, () => site.admit(toolLimit(10))))).toBe(10);
    expect(Date.now() - startedAt).toBeLessThan(2500);

    const laterAt = Date.now();
    expect(await site.admit(toolLimit(10))).toMatchObject({ refusedBy: { scope: 'tool' } });
    expect(Date.now() - laterAt).toBeLessThan(800);

    // however long it lasts, no more than four questions are held up in it
    for (let second = 0; second < 6; second += 1) {
      await pause(1050);
      void site.admit(toolLimit(10));
    }
    expect(limiter.asked).toBeLessThanOrEqual(4);

    limiter.behaviour = async () => {};
    thaw();
    await pause(10);
    const before = limiter.asked;
    await site.admit(toolLimit(10));
    expect(limiter.asked).toBe(before + 1);
  });

  test('is not blamed when this process was too busy to look', async () => {
    const limiter = new Misbehaving({ points: NO_POINTS_ARE_TOO_MANY, duration: 3600 });
    limiter.behaviour = async () => {
      const answer = stat(__filename);
      const busyUntil = Date.now() + 1500;
      while (Date.now() < busyUntil);
      await answer;
      await stat(__filename);
    };
    const site = createSite({ limiter });
    expect(await site.admit(toolLimit(10))).toMatchObject({ refusedBy: null });
    expect(site.failures).toEqual([]);
  });
});
