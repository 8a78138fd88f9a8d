import { toRunTimes } from '../../../../admin/src/pages/Logs/drawer/run-timeline';
import {
  callerKey,
  filterChoices,
  toCallerFilter,
} from '../../../../admin/src/pages/Logs/filters/filter-choices';
import { countTokens } from '../../../../admin/src/pages/Logs/table/figures';
import { ERRORS } from '../../../../contracts/errors';
import { logRow } from '../../../support/log-rows';

test('the time of a run is that of the provider and the rest', () => {
  const row = { created_at: '2026-11-21T12:00:01.000Z', latency_ms: 1000, provider_ms: 750 };
  expect(toRunTimes(row)).toEqual({
    startedAt: new Date('2026-11-21T12:00:00.000Z'),
    endedAt: new Date('2026-11-21T12:00:01.000Z'),
    providerMs: 750,
    siteMs: 250,
    providerShare: 0.75,
  });
  expect(toRunTimes({ ...row, provider_ms: null })).toMatchObject({ providerMs: null, siteMs: 1000 });
  expect(toRunTimes({ ...row, provider_ms: 1001 })).toMatchObject({ siteMs: 0, providerShare: 1 });
  expect(toRunTimes({ ...row, latency_ms: 0, provider_ms: 0 })).toMatchObject({ providerShare: 0 });
});

test('tokens are counted where any are known', () => {
  expect(countTokens({ prompt_tokens: null, completion_tokens: null })).toBeNull();
  expect(countTokens({ prompt_tokens: 3, completion_tokens: null })).toBe(3);
  expect(countTokens({ prompt_tokens: 3, completion_tokens: 4 })).toBe(7);
});

test('a caller is one word, and two parts of a filter', () => {
  expect(callerKey({ caller_type: 'user', caller_id: '5' })).toBe('user:5');
  expect(callerKey({ caller_type: 'public', caller_id: null })).toBe('public');
  expect(toCallerFilter('api-token:2')).toEqual({ caller_type: 'api-token', caller_id: '2' });
  expect(toCallerFilter('public')).toEqual({ caller_type: 'public', caller_id: null });
  expect(toCallerFilter('user:a:b')).toEqual({ caller_type: 'user', caller_id: 'a:b' });
});

test('what is offered is what there can be, what the site has and what the rows say, each once', () => {
  const run = {
    ...logRow({ tool_slug: 'old', error_code: 'provider_error', caller_type: 'user', caller_id: '5' }),
    created_at: '',
  };
  expect(filterChoices('tool', { ofSite: ['new', 'old'], runs: [run] })).toEqual(['new', 'old']);
  expect(filterChoices('code', { ofSite: [], runs: [run] })).toEqual([
    ...Object.keys(ERRORS),
    'unauthorized',
    'forbidden',
    'payload_too_large',
  ]);
  expect(filterChoices('caller', { ofSite: [], runs: [run] })).toContain('user:5');
});
