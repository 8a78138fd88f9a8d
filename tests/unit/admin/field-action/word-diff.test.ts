import fc from 'fast-check';
import { diffWords } from '../../../../admin/src/content/field-action/word-diff';
import type { DiffPart } from '../../../../admin/src/content/field-action/word-diff';

const written = (parts: readonly DiffPart[]) =>
  parts.map(({ text, isShared }) => (isShared ? text : `[${text}]`)).join('');

const compare = (before: string, after: string) => {
  const diff = diffWords(before, after);
  return [written(diff.before), written(diff.after)];
};

test.each([
  ['Otters swim well.', 'Otters swim fast.', 'Otters swim [well.]', 'Otters swim [fast.]'],
  ['Otters swim.', 'Sea otters swim.', '[Otters] swim.', '[Sea otters] swim.'],
  ['the same', 'the same', 'the same', 'the same'],
  ['', 'new', '', '[new]'],
  ['old', '', '[old]', ''],
  ['a b c d', 'a x c y d', 'a [b] c d', 'a [x] c[ y] d'],
])('%j and %j differ where they do', (before, after, old, fresh) => {
  expect(compare(before, after)).toEqual([old, fresh]);
});

test('both texts are there to the last character, and what they share is the same in both', () => {
  const text = fc
    .array(fc.constantFrom('otter', 'sea', 'swims', ' ', '\n', '<b>'), { maxLength: 40 })
    .map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = diffWords(before, after);
      const all = (parts: readonly DiffPart[]) => parts.map((part) => part.text).join('');
      const shared = (parts: readonly DiffPart[]) => all(parts.filter(({ isShared }) => isShared));
      expect([all(diff.before), all(diff.after)]).toEqual([before, after]);
      expect(shared(diff.before)).toBe(shared(diff.after));
    }),
  );
});

test('texts of a book are told apart as a whole, without end of waiting', () => {
  const words = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word}${index}`).join(' ');
  expect(diffWords(words('a'), words('b')).before).toEqual([{ text: words('a'), isShared: false }]);
});
