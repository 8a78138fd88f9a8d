/** A piece of a text, and whether the other text has it, too. */
export interface DiffPart {
  text: string;
  isShared: boolean;
}

export interface WordDiff {
  before: DiffPart[];
  after: DiffPart[];
}

/** Beyond this many pairs of words a comparison takes longer than a person waits, and helps nobody to read. */
const MAX_PAIRS = 4_000_000;

const toWords = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

const addWord = (parts: DiffPart[], text: string, isShared: boolean): void => {
  const last = parts.at(-1);
  if (last?.isShared === isShared) last.text += text;
  else if (text !== '') parts.push({ text, isShared });
};

const countShared = (one: readonly string[], other: readonly string[]): number => {
  const limit = Math.min(one.length, other.length);
  let count = 0;
  while (count < limit && one[count] === other[count]) count += 1;
  return count;
};

/** For each pair of places, how long the longest common sequence of words from there on is. */
const commonLengths = (before: readonly string[], after: readonly string[]): Uint32Array => {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      lengths[at] =
        before[row] === after[column]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
};

const compareMiddles = (before: readonly string[], after: readonly string[], diff: WordDiff): void => {
  if (before.length * after.length > MAX_PAIRS) {
    addWord(diff.before, before.join(''), false);
    addWord(diff.after, after.join(''), false);
    return;
  }
  const lengths = commonLengths(before, after);
  const width = after.length + 1;
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]];
    if (old !== undefined && old === fresh) {
      addWord(diff.before, old, true);
      addWord(diff.after, old, true);
      row += 1;
      column += 1;
    } else if (
      old !== undefined &&
      (fresh === undefined ||
        (lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
    ) {
      addWord(diff.before, old, false);
      row += 1;
    } else {
      addWord(diff.after, fresh ?? '', false);
      column += 1;
    }
  }
};

/** Two texts, each in pieces that the other has or has not, word by word. */
export const diffWords = (before: string, after: string): WordDiff => {
  const [old, fresh] = [toWords(before), toWords(after)];
  const start = countShared(old, fresh);
  const end = countShared(old.slice(start).reverse(), fresh.slice(start).reverse());
  const diff: WordDiff = { before: [], after: [] };
  const addShared = (words: readonly string[]): void => {
    addWord(diff.before, words.join(''), true);
    addWord(diff.after, words.join(''), true);
  };
  addShared(old.slice(0, start));
  compareMiddles(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end), diff);
  addShared(old.slice(old.length - end));
  return diff;
};
