import type { BulkItemState, BulkRun } from '../../../../contracts/bulk-runs';
import {
  changesOf,
  endedRuns,
  firstStateOf,
  hasWritten,
  isGoing,
  progressOf,
  statesOf,
} from '../../../../admin/src/content/bulk/run-progress';

const run = (state: BulkRun['state'], counts: Partial<Record<BulkItemState, number>>, id = 1): BulkRun => ({
  id,
  content_type: 'api::article.article',
  locale: null,
  tool: 'content-summarizer',
  target: 'summary',
  state,
  started_by: 'Kai Doe',
  started_at: '2026-11-22T00:00:00.000Z',
  ended_at: null,
  counts: { waiting: 0, written: 0, changed: 0, failed: 0, undone: 0, kept: 0, ...counts },
  cost_usd: 0,
  waits_until: null,
  stopped_because: null,
});

test('a run has done what does not wait any more, well or badly', () => {
  expect(progressOf(run('running', { waiting: 5, written: 4, failed: 2, changed: 1 }))).toEqual({
    done: 7,
    total: 12,
    share: 7 / 12,
  });
});

test('a run over no entry at all is done', () => {
  expect(progressOf(run('finished', {}))).toEqual({ done: 0, total: 0, share: 1 });
});

test('an undo begins at nothing, and does not count what the run had not written', () => {
  expect(progressOf(run('undoing', { written: 10, failed: 2 }))).toEqual({ done: 0, total: 10, share: 0 });
  expect(progressOf(run('undoing', { written: 5, undone: 4, kept: 1, failed: 2 }))).toMatchObject({
    done: 5,
    total: 10,
  });
  expect(progressOf(run('undone', { undone: 9, kept: 1, waiting: 3 })).share).toBe(1);
});

test.each([
  ['running', { waiting: 1, written: 1 }, ['stop']],
  ['stopped', { waiting: 1, written: 1 }, ['resume', 'undo']],
  ['stopped', { waiting: 1 }, ['resume']],
  ['finished', { written: 1 }, ['undo']],
  ['finished', { written: 1, failed: 1 }, ['retry', 'undo']],
  ['finished', { failed: 1 }, ['retry']],
  ['undoing', { written: 1 }, []],
  ['undone', { undone: 1, failed: 1 }, []],
] as const)('what can be done with a run that is %s, with %j', (state, counts, expected) => {
  const can = changesOf(run(state, counts));
  expect(
    Object.entries(can)
      .filter(([, isPossible]) => isPossible)
      .map(([change]) => change),
  ).toEqual(expected);
});

test('entries that somebody may have to see to come first, and are listed unasked', () => {
  const mixed = run('finished', { written: 8, failed: 1, changed: 1, waiting: 2 });
  expect(statesOf(mixed)).toEqual(['failed', 'changed', 'written', 'waiting']);
  expect(firstStateOf(mixed)).toBe('failed');
  expect(firstStateOf(run('undone', { undone: 3, kept: 1 }))).toBe('kept');
  expect(firstStateOf(run('finished', { written: 12 }))).toBeNull();
});

describe('the list of entries is drawn anew', () => {
  const going = run('running', { waiting: 2 });

  test('when a run ends', () => {
    expect(endedRuns([going], [run('finished', { written: 2 })])).toHaveLength(1);
    expect(endedRuns([going], [run('stopped', { waiting: 1, written: 1 })])).toHaveLength(1);
  });

  test('when a run or an undo was so quick that nobody saw it going', () => {
    expect(endedRuns([], [run('finished', { written: 2 })])).toHaveLength(1);
    expect(endedRuns([run('finished', { written: 2 })], [run('undone', { undone: 2 })])).toHaveLength(1);
  });

  test('not while one is going, nor for one that was known', () => {
    const known = run('finished', { written: 2 }, 2);
    expect(endedRuns([going, known], [run('running', { waiting: 1, written: 1 }), known])).toEqual([]);
    expect(isGoing(going)).toBe(true);
  });
});

describe('what the host has read before may be old', () => {
  const AT = Date.parse('2026-11-22T10:00:00.000Z');
  const ended = (ended_at: string) => ({ ...run('finished', { written: 2 }), ended_at });

  test('when a list is opened while a run goes, or shortly after one', () => {
    expect(hasWritten(null, [run('running', { waiting: 2 })], AT)).toBe(true);
    expect(hasWritten(null, [ended('2026-11-22T09:58:30.000Z')], AT)).toBe(true);
    expect(hasWritten(null, [ended('2026-11-22T09:57:00.000Z')], AT)).toBe(false);
    expect(hasWritten(null, [], AT)).toBe(false);
  });

  test('whenever a run has got further, and not otherwise', () => {
    const before = [run('running', { waiting: 2 })];
    expect(hasWritten(before, [run('running', { waiting: 1, written: 1 })], AT)).toBe(true);
    expect(hasWritten(before, [run('running', { waiting: 2 })], AT)).toBe(false);
  });
});
