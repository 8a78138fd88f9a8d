/**
 * The one change that makes a text of another, as small as a common beginning and end leave it, so that a cursor
 * outside of it stays where it is. Null when the texts are the same.
 */
export const changeBetween = (
  before: string,
  after: string,
): { from: number; to: number; insert: string } | null => {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
};
