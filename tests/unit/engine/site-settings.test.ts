import fc from 'fast-check';
import { parseConfig } from '../../../server/src/config';
import {
  SITE_DEFAULTS,
  changeSettings,
  describeChosen,
  readChosen,
  readConfigured,
  settleSettings,
} from '../../../server/src/engine/site-settings';

const faultsOf = (changes: object, configured = {}, chosen = {}): string[] => {
  const outcome = changeSettings(chosen, changes, configured);
  return 'faults' in outcome ? outcome.faults.map(({ field, message }) => `${field}: ${message}`) : [];
};

test('code wins over what was chosen, which wins over the default', () => {
  const configured = readConfigured({ logs: { capture: 'errors', redact: [] }, budget_usd: undefined });
  expect(configured).toEqual({ 'logs.capture': 'errors' });
  expect(settleSettings({ 'logs.capture': 'all', budget_usd: 5 }, configured)).toEqual({
    logs: { capture: 'errors', retention_days: 90, max_body_bytes: 65_536 },
    budget_usd: 5,
    cache: { max_bytes: 67_108_864 },
  });
});

test('a site whose code says that it has no budget has none, whatever was chosen', () => {
  const configured = readConfigured({ budget_usd: null });
  expect(settleSettings({ budget_usd: 5 }, configured).budget_usd).toBeNull();
  expect(faultsOf({ budget_usd: 5 }, configured)).toEqual([
    'budget_usd: is set in config/plugins and cannot be changed here.',
  ]);
});

test('every fault is told at once, by the name that config/plugins has', () => {
  expect(
    faultsOf(
      {
        logs: { capture: 'some', retention_days: 0, max_body_bytes: 1, durability: 'database' },
        budget_usd: -1,
        cache: { max_bytes: 0.5 },
        limits: null,
      },
      { 'logs.capture': 'none' },
    ).sort(),
  ).toEqual([
    'budget_usd: must be an amount of US dollars, 0 or more.',
    'cache.max_bytes: must be a whole number of bytes from 0 to 1073741824.',
    'limits: is not a known setting.',
    'logs.capture: is set in config/plugins and cannot be changed here.',
    'logs.durability: is not a known setting.',
    'logs.max_body_bytes: must be a whole number from 256 to 16777216.',
    'logs.retention_days: must be a whole number from 1 to 100000.',
  ]);
});

test('no more is kept than the memory of a process takes, whoever says so', () => {
  const max_bytes = 1_000_000 * 1024 ** 2;
  const fault = 'cache.max_bytes: must be a whole number of bytes from 0 to 1073741824.';
  expect(faultsOf({ cache: { max_bytes } })).toEqual([fault]);
  expect(faultsOf({ cache: { max_bytes: 1024 ** 3 } })).toEqual([]);
  expect(() => parseConfig({ cache: { max_bytes } })).toThrow(fault.slice(0, -1));
});

test('what is left out stays, null takes it away, and what code has set may be said again', () => {
  const chosen = { 'logs.retention_days': 30, budget_usd: 5 } as const;
  const changes = { logs: { capture: 'errors' as const, retention_days: null }, cache: {} };
  expect(changeSettings(chosen, changes, { 'logs.capture': 'errors' })).toEqual({
    chosen: { budget_usd: 5 },
  });
  expect(describeChosen({ budget_usd: 5 })).toEqual({
    logs: { capture: null, retention_days: null, max_body_bytes: null },
    budget_usd: 5,
    cache: { max_bytes: null },
  });
});

test.each([
  [null, {}, []],
  [undefined, {}, []],
  [new Date(Number.NaN), {}, ['all of them']],
  ['all', {}, ['all of them']],
  [{ 'logs.capture': 'all', budget_usd: 'much' }, { 'logs.capture': 'all' }, ['budget_usd']],
  [{ 'logs.retention_days': 0, later: 1 }, {}, ['logs.retention_days']],
])('of what is stored as %j, the rest holds', (source, chosen, broken) => {
  expect(readChosen(source)).toEqual({ chosen, broken });
});

test('whatever is stored, the site has settings that it could have been given', () => {
  const stored = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...Object.keys(SITE_DEFAULTS), 'other'), fc.jsonValue()),
  );
  fc.assert(
    fc.property(stored, (source) => {
      const { chosen } = readChosen(source);
      expect(changeSettings({}, settleSettings(chosen, {}), {})).toHaveProperty('chosen');
    }),
  );
});
