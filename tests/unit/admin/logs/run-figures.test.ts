import { providerShare, toRunSteps } from '../../../../admin/src/pages/Logs/drawer/run-timeline';
import {
  callerKey,
  filterChoices,
  toCallerFilter,
} from '../../../../admin/src/pages/Logs/filters/filter-choices';
import { countTokens } from '../../../../admin/src/pages/Logs/table/figures';
import { ERRORS } from '../../../../contracts/errors';
import { logRow } from '../../../support/log-rows';

const TRY = { provider: 'openai', model: 'gpt', started_ms: 100, ended_ms: 400, code: 'provider_timeout' };

test('a run with one try spent the rest of its time on the site', () => {
  const run = { ...logRow({ latency_ms: 1000, provider_ms: 750, attempts: 1 }), error_code: null };
  const steps = toRunSteps({ ...run, provider: 'openai', requested_model: 'gpt' });
  expect(steps.map(({ kind, startedMs, endedMs }) => [kind, startedMs, endedMs])).toEqual([
    ['site', 0, 250],
    ['try', 250, 1000],
  ]);
  expect(steps[1]?.attempt).toMatchObject({ provider: 'openai', model: 'gpt', code: null });
  expect(providerShare(steps, 1000)).toBe(0.75);
});

test('retries, waits and fallbacks are told one by one', () => {
  const steps = toRunSteps({
    ...logRow({ latency_ms: 2000, provider_ms: 1500, attempts: 3 }),
    timeline: [
      TRY,
      { ...TRY, started_ms: 700, ended_ms: 900 },
      { ...TRY, provider: 'ollama', started_ms: 900, ended_ms: 1950, code: null },
    ],
  });
  expect(steps.map(({ kind, startedMs, endedMs }) => [kind, startedMs, endedMs])).toEqual([
    ['site', 0, 100],
    ['try', 100, 400],
    ['wait', 400, 700],
    ['retry', 700, 900],
    ['fallback', 900, 1950],
    ['after', 1950, 2000],
  ]);
  expect(providerShare(steps, 2000)).toBeCloseTo(0.775);
});

test('a run that asked nobody has no steps', () => {
  const steps = toRunSteps({ ...logRow({ latency_ms: 3, provider_ms: null, attempts: 0 }), timeline: null });
  expect(steps).toEqual([]);
  expect(providerShare(steps, 0)).toBe(0);
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
