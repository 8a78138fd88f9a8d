import fc from 'fast-check';
import { createIntl } from 'react-intl';
import { OTHER } from '../../../../contracts/analytics';
import type { Figures } from '../../../../contracts/analytics';
import { changeOf, changeOfShare, shareOf } from '../../../../admin/src/components/analytics/change';
import { figureText } from '../../../../admin/src/components/analytics/figure-text';
import type { FigureFormat } from '../../../../admin/src/components/analytics/figure-text';
import { logsAddress } from '../../../../admin/src/components/analytics/logs-address';
import { sparklinePath } from '../../../../admin/src/components/analytics/sparkline-path';
import {
  budgetBar,
  monthMoments,
  orderBudgets,
} from '../../../../admin/src/pages/Analytics/budgets/budget-bar';
import { orderTools } from '../../../../admin/src/pages/Analytics/tools/order-tools';
import { costPerRun } from '../../../../admin/src/pages/Analytics/tools/tool-columns';

const NOTHING: Figures = {
  runs: 0,
  by_status: { success: 0, error: 0, cancelled: 0, refused: 0 },
  errors_by_code: {},
  rate_limited: 0,
  cached: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cached_tokens: 0,
  reasoning_tokens: 0,
  cost_micros: 0,
  unknown_cost_runs: 0,
  latency_ms: null,
  saved: { cost_micros: null, latency_ms: null },
};

describe('a change', () => {
  test.each([
    [150, 100, { kind: 'more', by: 0.5 }],
    [50, 100, { kind: 'less', by: 0.5 }],
    [100, 100, { kind: 'same' }],
    [100_010, 100_000, { kind: 'same' }],
    [5, 0, { kind: 'new' }],
    [0, 0, { kind: 'same' }],
    [0, 5, { kind: 'less', by: 1 }],
    [null, 5, { kind: 'unknown' }],
    [5, null, { kind: 'unknown' }],
  ])('from %s, before %s', (now, before, change) => {
    expect(changeOf(now, before)).toEqual(change);
  });

  test('of a share is told in points, for a percent of a percentage says little', () => {
    expect(changeOfShare(0.06, 0.04)).toEqual({ kind: 'more', by: expect.closeTo(0.02) });
    expect(changeOfShare(0.04, 0)).toEqual({ kind: 'more', by: expect.closeTo(0.04) });
    expect(changeOfShare(null, 0.1)).toEqual({ kind: 'unknown' });
  });

  test('there is no share of nothing', () => {
    expect(shareOf(0, 0)).toBeNull();
    expect(shareOf(1, 4)).toBe(0.25);
  });
});

describe('a figure', () => {
  const read = (locale: string, format: FigureFormat, value: number | null) =>
    figureText(format, value, createIntl({ locale, messages: {} }).formatNumber);

  test.each<[FigureFormat, number | null, string]>([
    ['count', 1234, '1,234'],
    ['count', 52_345_678, '52.35M'],
    ['share', 0.0512, '5.1%'],
    ['duration', 430, '430 ms'],
    ['duration', 1240, '1.2 sec'],
    ['duration', 90_000, '90 sec'],
    ['duration', 600_000, '10 min'],
    ['duration', 36_000_000, '10 hr'],
    ['money', 1_500_000, '$1.50'],
    ['money', null, '—'],
  ])('%s of %s reads as %s', (format, value, text) => {
    expect(read('en', format, value)).toBe(text);
  });

  test('is written as the language does', () => {
    expect(read('de', 'count', 1234)).toBe('1.234');
    expect(read('de', 'share', 0.0512)).toBe('5,1\u00a0%');
  });
});

test('the log is asked for what is given, and for nothing else', () => {
  expect(logsAddress({ tool: 'a b', status: 'error', from: undefined })).toBe(
    '/plugins/ai-tools/logs?tool=a+b&status=error',
  );
  expect(logsAddress({})).toBe('/plugins/ai-tools/logs');
});

test('a sparkline stays within its frame and has a point for each value', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 2 }), (values) => {
      const points = [...sparklinePath(values, 96, 24).matchAll(/[ML]([\d.]+) ([\d.]+)/g)];
      expect(points).toHaveLength(values.length);
      for (const [, x, y] of points) {
        expect(Number(x)).toBeLessThanOrEqual(96);
        expect(Number(y)).toBeGreaterThanOrEqual(1.5);
        expect(Number(y)).toBeLessThanOrEqual(22.5);
      }
    }),
  );
  expect(sparklinePath([7], 10, 5)).toBe('M0 1.5L10 1.5');
  expect(sparklinePath([], 10, 5)).toBe('');
});

describe('a budget', () => {
  const budget = (spent: number, projected: number, reserved = 0) => ({
    scope: 'tool' as const,
    tool: 't',
    month: '2026-11',
    spent_usd: spent,
    reserved_usd: reserved,
    budget_usd: 10,
    projected_usd: projected,
  });

  test.each([
    [budget(2, 6, 1), { spent: 0.2, reserved: 0.1, projected: 0.6, state: 'on-course' }],
    [budget(2, 12), { spent: 0.2, reserved: 0, projected: null, state: 'will-be-exceeded' }],
    [budget(9.5, 9.9, 2), { state: 'on-course', reserved: expect.closeTo(0.05) }],
    [budget(10, 15), { spent: 1, state: 'used-up' }],
    [
      { ...budget(0, 0), budget_usd: 0 },
      { spent: 1, state: 'used-up' },
    ],
  ])('as a bar', (given, bar) => {
    expect(budgetBar(given)).toMatchObject(bar);
  });

  test('of the site comes first, then what is nearest to its end', () => {
    const site = { ...budget(0, 0), scope: 'site' as const, tool: null };
    const named = (tool: string, projected: number) => ({ ...budget(1, projected), tool });
    expect(orderBudgets([named('a', 2), named('b', 9), site]).map(({ tool }) => tool)).toEqual([
      null,
      'b',
      'a',
    ]);
  });

  test('is of a month of the UTC calendar', () => {
    expect(monthMoments('2026-12')).toEqual({
      from: '2026-12-01T00:00:00.000Z',
      to: '2027-01-01T00:00:00.000Z',
    });
  });
});

test('what a run costs is told of those whose price is known', () => {
  expect(costPerRun({ cost_micros: 100, runs: 10, unknown_cost_runs: 5 })).toBe(20);
  expect(costPerRun({ cost_micros: null, runs: 5, unknown_cost_runs: 5 })).toBeNull();
  expect(costPerRun({ cost_micros: 0, runs: 0, unknown_cost_runs: 0 })).toBeNull();
});

test('tools are ordered by a figure; what is not known, and what is put together, comes last', () => {
  const tool = (key: string, cost: number | null) => ({
    ...NOTHING,
    key,
    label: null,
    cost_micros: cost,
    series: { runs: [], errors: [], cost_micros: [] },
  });
  const tools = [tool('a', 2), tool(OTHER, 9), tool('b', null), tool('c', 3), tool('d', 1)];
  const order = (sort: string | null) => orderTools(tools, sort).map(({ key }) => key);
  expect(order('cost:ASC')).toEqual(['d', 'a', 'c', 'b', OTHER]);
  expect(order('cost:DESC')).toEqual(['c', 'a', 'd', 'b', OTHER]);
  expect(order(null)).toEqual(['a', OTHER, 'b', 'c', 'd']);
  expect(order('constructor:ASC')).toEqual(order(null));
});
