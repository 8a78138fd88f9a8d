import {
  chooseForAll,
  readJson,
  tally,
  writesOf,
} from '../../../../admin/src/pages/Tools/import/import-file';
import type { ImportStep } from '../../../../contracts/tool-files';

const step = (changes: Partial<ImportStep>): ImportStep => ({
  index: 0,
  name: 'A',
  slug: 'a',
  conflict: null,
  outcome: 'create',
  result_slug: 'a',
  faults: [],
  ...changes,
});

test('what is no JSON is told with the reason', () => {
  expect(readJson('{"a": 1}')).toEqual({ document: { a: 1 } });
  expect(readJson('')).toEqual({ reason: expect.stringMatching(/JSON/) });
  expect(readJson('{"a": 1,}')).toEqual({ reason: expect.stringMatching(/JSON/) });
});

describe('one choice for all', () => {
  const steps = [
    step({ slug: 'free' }),
    step({ slug: 'mine', conflict: { with: 'site', name: 'Mine' } }),
    step({ slug: 'coded', conflict: { with: 'code', name: 'Coded' } }),
    step({ slug: 'twice', conflict: { with: 'file', name: 'Twice' } }),
    step({ slug: null }),
  ];

  test('is that of every slug that is taken', () => {
    expect(chooseForAll(steps, 'rename', {})).toEqual({ mine: 'rename', coded: 'rename', twice: 'rename' });
  });

  test('replaces only what can be replaced, and leaves the rest as it was chosen', () => {
    expect(chooseForAll(steps, 'replace', { coded: 'rename' })).toEqual({ mine: 'replace', coded: 'rename' });
  });
});

test('tools are counted by what becomes of them, and those that are written', () => {
  const counts = tally([
    step({}),
    step({ outcome: 'skip' }),
    step({ outcome: 'rename' }),
    step({ outcome: 'replace' }),
    step({ outcome: 'refuse' }),
  ]);
  expect(counts).toEqual({ create: 1, skip: 1, replace: 1, rename: 1, refuse: 1 });
  expect(writesOf(counts)).toBe(3);
});
