import fc from 'fast-check';
import { changeBetween } from '../../../../admin/src/pages/ToolBuilder/prompt/change-between';

test('the change is no larger than what differs', () => {
  expect(changeBetween('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' });
  expect(changeBetween('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
  expect(changeBetween('', 'new')).toEqual({ from: 0, to: 0, insert: 'new' });
  expect(changeBetween('same', 'same')).toBeNull();
});

test('applied, it makes the other text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = changeBetween(before, after);
      const made = change ? before.slice(0, change.from) + change.insert + before.slice(change.to) : before;
      expect(made).toBe(after);
    }),
  );
});
