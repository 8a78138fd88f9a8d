import fc from 'fast-check';
import { BULK_STATES } from '../../../contracts/bulk-runs';
import type { BulkItemState, BulkState } from '../../../contracts/bulk-runs';
import { readPath } from '../../../contracts/content-fields';
import { ERRORS } from '../../../contracts/errors';
import type { ErrorCode } from '../../../contracts/errors';
import {
  componentsAround,
  missingComponent,
  patchOf,
  populateOf,
  withoutIds,
} from '../../../server/src/engine/bulk-patch';
import { refusalOf } from '../../../server/src/engine/bulk-transitions';
import { canonicalJson, isSameValue } from '../../../server/src/engine/bulk-value';
import { NO_STREAK, isHopeless, lengthen, verdictOf } from '../../../server/src/engine/bulk-verdict';
import { createQueue } from '../../../server/src/services/bulk-lanes';

const counted = (counts: Partial<Record<BulkItemState, number>>) => ({
  waiting: 0,
  written: 0,
  changed: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  ...counts,
});

describe('what can be done to a run', () => {
  const allowed = (state: BulkState, counts: Partial<Record<BulkItemState, number>> = {}) =>
    (['stop', 'resume', 'undo'] as const).filter(
      (change) => refusalOf(change, { state, counts: counted(counts) }) === null,
    );

  test.each([
    ['running', { written: 3, waiting: 2 }, ['stop']],
    ['stopped', { written: 3, waiting: 2 }, ['resume', 'undo']],
    ['stopped', { waiting: 2 }, ['resume']],
    ['finished', { written: 3 }, ['undo']],
    ['finished', { written: 3, failed: 1 }, ['resume', 'undo']],
    ['finished', { failed: 1 }, ['resume']],
    ['undoing', { written: 3 }, ['stop']],
    ['undone', { undone: 3, failed: 1 }, []],
  ] as const)('that is %s with %j is %j', (state, counts, changes) => {
    expect(allowed(state, counts)).toEqual(changes);
  });

  test('is refused in a sentence', () => {
    for (const state of BULK_STATES) {
      for (const change of ['stop', 'resume', 'undo'] as const) {
        const refusal = refusalOf(change, { state, counts: counted({}) });
        if (refusal !== null) expect(refusal).toMatch(/^This run .+\.$/);
      }
    }
  });
});

describe('the error of one entry', () => {
  const judge = (code: ErrorCode, seconds?: number, circumstances = { hadCompany: false, waits: 0 }) =>
    verdictOf(
      { code, details: { request_id: 'x', ...(seconds !== undefined && { retry_after_seconds: seconds }) } },
      circumstances,
    );

  test('fails the entry, unless it is the site that is at fault', () => {
    const codes = Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS);
    const codesOf = (kind: string) => codes.filter((code) => judge(code).kind === kind);
    expect({
      fail: codesOf('fail'),
      stop: codesOf('stop'),
      wait: codesOf('wait'),
      drop: codesOf('drop'),
    }).toEqual({
      fail: [
        'invalid_input',
        'invalid_request',
        'context_window_exceeded',
        'content_refused',
        'internal_error',
        'provider_error',
        'invalid_provider_response',
        'empty_completion',
        'provider_timeout',
      ],
      stop: [
        'tool_not_found',
        'budget_exceeded',
        'provider_auth_failed',
        'model_not_found',
        'provider_not_configured',
      ],
      wait: ['rate_limit_exceeded', 'provider_unavailable'],
      drop: ['cancelled'],
    });
  });

  test('has the run wait for as long as it says', () => {
    expect(judge('rate_limit_exceeded', 1800)).toEqual({ kind: 'wait', seconds: 1800 });
    expect(judge('provider_unavailable', 15)).toEqual({ kind: 'wait', seconds: 15 });
    expect(judge('provider_unavailable', 0)).toEqual({ kind: 'wait', seconds: 1 });
  });

  test('of a provider that stays away, or for long, stops the run; a rate limit never does', () => {
    expect(judge('provider_unavailable', 15, { hadCompany: false, waits: 3 }).kind).toBe('stop');
    expect(judge('provider_unavailable', 3000).kind).toBe('stop');
    expect(judge('rate_limit_exceeded', 3000, { hadCompany: true, waits: 50 }).kind).toBe('wait');
  });

  test('of a budget counts only when no other call has some of it set aside', () => {
    expect(judge('budget_exceeded', undefined, { hadCompany: true, waits: 0 }).kind).toBe('alone');
    expect(judge('budget_exceeded').kind).toBe('stop');
  });
});

describe('failures in a row', () => {
  const after = (...codes: ErrorCode[]) => isHopeless(codes.reduce(lengthen, NO_STREAK));

  test('are hopeless when five are equal', () => {
    const four: ErrorCode[] = Array.from({ length: 4 }, () => 'provider_error');
    expect(after(...four)).toBe(false);
    expect(after(...four, 'provider_error')).toBe(true);
    expect(after(...four, 'provider_timeout', 'provider_error')).toBe(false);
    // what is an entry's own says nothing of the provider
    expect(after(...four, 'content_refused', 'provider_error')).toBe(true);
    expect(after(...Array.from({ length: 50 }, (): ErrorCode => 'invalid_input'))).toBe(false);
  });
});

describe('two values', () => {
  test('are the same however a database orders the keys of one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const reordered: unknown = JSON.parse(canonicalJson(value));
        return isSameValue(value, reordered);
      }),
    );
    expect(isSameValue([{ b: 1, a: [{ d: 1, c: 2 }] }], [{ a: [{ c: 2, d: 1 }], b: 1 }])).toBe(true);
  });

  test('differ with a space, an order or a kind', () => {
    for (const [left, right] of [
      ['a', 'a '],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['1', 1],
      ['', null],
      [{ a: 1 }, { a: 1, b: 2 }],
    ]) {
      expect(isSameValue(left, right)).toBe(false);
    }
    expect(isSameValue(undefined, null)).toBe(true);
  });
});

describe('a field in components', () => {
  const entry = {
    id: 1,
    title: 'T',
    seo: { id: 5, description: 'D', quote: { id: 7, words: 'W', body: [] } },
  };

  test('is written by the ids of its components, with nothing beside it', () => {
    expect(patchOf(entry, 'title', 'New')).toEqual({ title: 'New' });
    expect(patchOf(entry, 'seo.quote.words', 'New')).toEqual({
      seo: { id: 5, quote: { id: 7, words: 'New' } },
    });
    expect(patchOf({ id: 1, seo: null }, 'seo.quote.words', 'New')).toEqual({
      seo: { quote: { words: 'New' } },
    });
    expect(patchOf(entry, 'seo.quote', null)).toEqual({ seo: { id: 5, quote: null } });
  });

  test('is read with its components, two of one component together', () => {
    expect(populateOf(['title', 'seo.description', 'seo.quote.words', 'meta.text'])).toEqual({
      seo: { populate: { quote: { populate: {} } } },
      meta: { populate: {} },
    });
  });

  test('tells the outermost one that is missing', () => {
    expect(componentsAround('seo.quote.words')).toEqual(['seo', 'seo.quote']);
    expect(missingComponent(entry, 'seo.quote.words')).toBeNull();
    expect(missingComponent({ ...entry, seo: null }, 'seo.quote.words')).toBe('seo');
    expect(missingComponent({ ...entry, seo: { id: 5, quote: null } }, 'seo.quote.words')).toBe('seo.quote');
    expect(missingComponent(entry, 'title')).toBeNull();
  });

  test('compares without the ids of rows', () => {
    expect(withoutIds([entry.seo])).toEqual([{ description: 'D', quote: { words: 'W', body: [] } }]);
    expect(readPath(withoutIds(entry), 'seo.quote.words')).toBe('W');
  });
});

test('several who ask at once each get another item, and all of them', async () => {
  const items = Array.from({ length: 25 }, (_none, index) => index);
  let loads = 0;
  const next = createQueue<number>(async (last) => {
    loads += 1;
    await Promise.resolve();
    return items.filter((item) => item > (last ?? -1)).slice(0, 10);
  });
  const taken: number[] = [];
  const lane = async () => {
    for (let item = await next(); item !== null; item = await next()) {
      taken.push(item);
      await new Promise(setImmediate);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  expect(taken.sort((left, right) => left - right)).toEqual(items);
  expect(loads).toBeLessThanOrEqual(6);
});
