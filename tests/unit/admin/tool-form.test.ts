import fc from 'fast-check';
import { compareConflict } from '../../../admin/src/pages/ToolBuilder/form/compare-conflict';
import { describeSlug } from '../../../admin/src/pages/ToolBuilder/form/describe-slug';
import { inputsOf } from '../../../admin/src/pages/ToolBuilder/form/inputs-of';
import { moveRow } from '../../../admin/src/pages/ToolBuilder/form/move-row';
import { newTool } from '../../../admin/src/pages/ToolBuilder/form/new-tool';
import { methodFor, providerOptions } from '../../../admin/src/pages/ToolBuilder/form/provider-choice';

const check = (value: string | null, changes = {}) => ({
  value,
  is_free: true,
  suggestion: value,
  ...changes,
});

describe('the slug', () => {
  test('follows the name until one is typed', () => {
    expect(describeSlug({ typed: null, saved: null, check: null })).toMatchObject({ shown: '' });
    expect(describeSlug({ typed: null, saved: null, check: check('my-tool') })).toEqual({
      shown: 'my-tool',
      state: 'follows',
      suggestion: null,
    });
  });

  test('that was typed stays as it was typed, empty as well', () => {
    expect(describeSlug({ typed: '', saved: null, check: check('my-tool') }).shown).toBe('');
    expect(describeSlug({ typed: 'mine', saved: null, check: check('my-tool') })).toMatchObject({
      shown: 'mine',
      state: 'typed',
    });
  });

  test('that is free, taken or the old one says so, once the answer is about it', () => {
    expect(describeSlug({ typed: 'mine', saved: 'old', check: check('mine') }).state).toBe('free');
    expect(describeSlug({ typed: '', saved: 'old', check: check('old') }).state).toBe('changed');
    expect(describeSlug({ typed: 'old', saved: 'old', check: check('old') }).state).toBe('kept');
    const taken = check('mine', { is_free: false, suggestion: 'mine-2' });
    expect(describeSlug({ typed: 'mine', saved: null, check: taken }).suggestion).toBe('mine-2');
    expect(describeSlug({ typed: 'mine-', saved: null, check: taken }).suggestion).toBeNull();
  });
});

test('a conflict names every field that differs, and who has changed it', () => {
  const before = { ...newTool(null, []), name: 'Old', description: 'Old', model: 'a', top_k: 1 };
  const differences = compareConflict({
    before,
    mine: { ...before, name: 'Mine', description: 'Same', model: 'b' },
    theirs: { ...before, name: 'Theirs', description: 'Same', top_k: 2 },
  });
  expect(differences).toEqual([
    { field: 'name', changedBy: 'both', mine: 'Mine', theirs: 'Theirs' },
    { field: 'model', changedBy: 'me', mine: 'b', theirs: 'a' },
    { field: 'top_k', changedBy: 'them', mine: 1, theirs: 2 },
  ]);
});

test('a row that moves leaves the others in their order', () => {
  expect(moveRow(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveRow(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  fc.assert(
    fc.property(fc.array(fc.string()), fc.nat(9), fc.nat(9), (rows, from, to) => {
      const moved = moveRow(rows, from, to);
      expect([...moved].sort()).toEqual([...rows].sort());
      if (from < rows.length && to < rows.length) {
        expect(moved[to]).toBe(rows[from]);
        expect(moveRow(moved, to, from)).toEqual(rows);
      }
    }),
  );
});

describe('another provider', () => {
  const choice = {
    id: 'a',
    label: 'A',
    kind: 'a',
    methods: ['chat', 'text'],
    raw_methods: [],
    model: '',
    is_set_up: true,
    problem: null,
  };

  test('keeps the method when it knows it', () => {
    expect(methodFor(choice, 'text')).toBe('text');
    expect(methodFor(choice, 'messages')).toBe('chat');
    expect(methodFor(undefined, 'messages')).toBe('messages');
  });

  test('that the site has no more can still be seen', () => {
    expect(providerOptions([choice], 'gone').map(({ value }) => value)).toEqual(['a', 'gone']);
    expect(providerOptions([choice], 'a').map(({ value }) => value)).toEqual(['a']);
    expect(providerOptions([choice], null)).toHaveLength(1);
  });
});

test('a prompt can use every input, whatever its schema looks like', () => {
  const properties = { text: { description: 'The text' }, length: { description: 3 }, odd: true };
  expect(inputsOf({ properties })).toEqual([
    { name: 'text', description: 'The text' },
    { name: 'length', description: null },
    { name: 'odd', description: null },
  ]);
  expect(inputsOf({ properties: 'none' })).toEqual([]);
});
