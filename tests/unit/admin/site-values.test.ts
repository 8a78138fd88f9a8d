import fc from 'fast-check';
import type { SiteSettings } from '../../../contracts/settings';
import { isNoMemory, toChanges, toValues } from '../../../admin/src/pages/Settings/site/site-values';

const settings: SiteSettings = {
  logs: { capture: 'errors', retention_days: 30, max_body_bytes: 65_536, durability: 'journal' },
  budget_usd: null,
  cache: { max_bytes: 1_000_000, kept: { results: 0, bytes: 0 }, shared: false },
  limits: { store: 'database', on_failure: 'allow' },
  chosen: {
    logs: { capture: null, retention_days: 30, max_body_bytes: null },
    budget_usd: null,
    cache: { max_bytes: 5 },
  },
  defaults: {
    logs: { capture: 'none', retention_days: 90, max_body_bytes: 65_536 },
    budget_usd: null,
    cache: { max_bytes: 67_108_864 },
  },
  configured: ['logs.capture', 'cache.max_bytes'],
};

test('a form shows what was chosen, and what code has set where it has', () => {
  expect(toValues(settings)).toEqual({
    logs: { capture: 'errors', retention_days: 30, max_body_bytes: null },
    budget_usd: null,
    cache: { max_bytes: 0.954 },
  });
});

test('a form that nobody has touched changes nothing, however odd its megabytes are', () => {
  fc.assert(
    fc.property(fc.nat(), (bytes) => {
      const odd = {
        ...settings,
        configured: [],
        chosen: { ...settings.chosen, cache: { max_bytes: bytes } },
      };
      expect(toChanges(toValues(odd), odd)).toEqual({ logs: {} });
    }),
  );
});

test('only what was changed is sent, in bytes, and an emptied field goes back to the default', () => {
  const values = toValues({ ...settings, configured: [] });
  expect(
    toChanges(
      {
        logs: { ...values.logs, retention_days: null, capture: 'all' },
        budget_usd: 12.5,
        cache: { max_bytes: 0.5 },
      },
      { ...settings, configured: [] },
    ),
  ).toEqual({
    logs: { retention_days: null, capture: 'all' },
    budget_usd: 12.5,
    cache: { max_bytes: 524_288 },
  });
  const chosen = { ...settings.chosen, budget_usd: 5 };
  expect(
    toChanges(
      { ...values, budget_usd: null, cache: { max_bytes: null } },
      { ...settings, configured: [], chosen },
    ),
  ).toEqual({ logs: {}, budget_usd: null, cache: { max_bytes: null } });
});

test.each([
  [null, false],
  [0, false],
  [0.5, false],
  [-0.001, true],
])('%p megabytes are no memory: %p', (megabytes, isNone) => {
  expect(isNoMemory({ ...toValues(settings), cache: { max_bytes: megabytes } })).toBe(isNone);
});
