/** How a figure compares with what it was. */
export type Change =
  | { kind: 'more' | 'less'; by: number }
  /** also where it has changed by less than can be read */
  | { kind: 'same' }
  /** there is something now, and there was nothing */
  | { kind: 'new' }
  /** one of them is not known */
  | { kind: 'unknown' };

/** A tenth of a percent is the least that is shown. */
const LEAST = 0.0005;

const toChange = (by: number): Change =>
  Math.abs(by) < LEAST ? { kind: 'same' } : { kind: by > 0 ? 'more' : 'less', by: Math.abs(by) };

/** In parts of what it was: 0.5 is half as much again. */
export const changeOf = (now: number | null, before: number | null): Change => {
  if (now === null || before === null) return { kind: 'unknown' };
  if (before === 0) return now === 0 ? { kind: 'same' } : { kind: 'new' };
  return toChange((now - before) / before);
};

/** Of a share, in parts of the whole: a percent of a percentage says little. */
export const changeOfShare = (now: number | null, before: number | null): Change =>
  now === null || before === null ? { kind: 'unknown' } : toChange(now - before);

/** A part of a whole; null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
