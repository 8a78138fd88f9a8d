import { rateLimitHeaders } from '../../../server/src/controllers/rate-limit-headers';
import type { Quota } from '../../../server/src/engine/quota';

const quota = (changes: Partial<Quota> = {}): Quota => ({
  scope: 'tool',
  limit: 100,
  remaining: 42,
  windowSeconds: 3600,
  resetSeconds: 1800,
  ...changes,
});

test('a tool without limits has no headers', () => {
  expect(rateLimitHeaders([])).toEqual({});
});

test('one limit is told in the words of the draft and in those of OpenAI', () => {
  expect(rateLimitHeaders([quota()])).toEqual({
    'RateLimit-Policy': '"tool";q=100;w=3600',
    RateLimit: '"tool";r=42;t=1800',
    'x-ratelimit-limit-requests': '100',
    'x-ratelimit-remaining-requests': '42',
    'x-ratelimit-reset-requests': '30m0s',
  });
});

test('two limits are both told, and OpenAI’s headers are those of the tighter one', () => {
  const caller = quota({ scope: 'caller', limit: 10, remaining: 3, resetSeconds: 59 });
  expect(rateLimitHeaders([caller, quota()])).toEqual({
    'RateLimit-Policy': '"caller";q=10;w=3600, "tool";q=100;w=3600',
    RateLimit: '"caller";r=3;t=59, "tool";r=42;t=1800',
    'x-ratelimit-limit-requests': '10',
    'x-ratelimit-remaining-requests': '3',
    'x-ratelimit-reset-requests': '59s',
  });
});

test('of two that are used up, OpenAI’s headers are those of the one that lasts longer', () => {
  const used = [
    quota({ remaining: 0, resetSeconds: 5 }),
    quota({ scope: 'caller', remaining: 0, resetSeconds: 3600 }),
  ];
  expect(rateLimitHeaders(used)['x-ratelimit-reset-requests']).toBe('1h0m0s');
});
