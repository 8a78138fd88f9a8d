import { warnOfBudget } from '../../../../admin/src/content/bulk/estimate-warning';
import { entryAddress } from '../../../../admin/src/content/bulk/entry-address';
import { pollDelay } from '../../../../admin/src/content/bulk/poll-delay';

test.each([
  ['no budget at all', null, 100, null],
  ['no budget, and no price', null, null, null],
  ['enough', 1, 0.99, null],
  ['just enough', 1, 1, null],
  ['too little', 1, 1.01, 'may-not-do'],
  ['a price that nobody knows', 1, null, 'unknown-cost'],
  ['nothing', 0, 0.01, 'used-up'],
  ['less than nothing, and no price', -1, null, 'used-up'],
  ['nothing, for a tool that costs nothing', 0, 0, null],
])('a budget with %s is warned of as it should', (_case, left, cost, expected) => {
  expect(warnOfBudget({ budget_left_usd: left, cost_usd_at_most: cost })).toBe(expected);
});

describe('the page asks how far a run is', () => {
  test('every second while something happens, more seldom while nothing does', () => {
    expect(pollDelay({ unchanged: 0, failures: 0 })).toBe(1000);
    expect(pollDelay({ unchanged: 1, failures: 0 })).toBe(1500);
    expect(pollDelay({ unchanged: 50, failures: 0 })).toBe(5000);
  });

  test('ever more seldom while the site does not answer, and never stops', () => {
    const delays = [1, 2, 3, 4, 5, 6, 500].map((failures) => pollDelay({ unchanged: 0, failures }));
    expect(delays).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });
});

test('an entry is opened in the language that the run has worked in', () => {
  expect(entryAddress('api::article.article', 'abc', 'de-AT')).toBe(
    '/content-manager/collection-types/api::article.article/abc?plugins[i18n][locale]=de-AT',
  );
  expect(entryAddress('api::article.article', 'abc', null)).toBe(
    '/content-manager/collection-types/api::article.article/abc',
  );
});
