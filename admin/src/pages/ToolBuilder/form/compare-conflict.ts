import type { ToolDraft, ToolFieldValues } from '../../../../../contracts/tool-fields';

export type ToolField = keyof ToolFieldValues;

export interface Difference {
  field: ToolField;
  changedBy: 'me' | 'them' | 'both';
  mine: unknown;
  theirs: unknown;
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

interface Versions {
  /** as both found it */
  before: ToolFieldValues;
  mine: ToolDraft;
  theirs: ToolFieldValues;
}

/** The fields in which two people's versions of a tool differ, and who of them changed each. */
export const compareConflict = ({ before, mine, theirs }: Versions): Difference[] => {
  const fields = Object.keys(before).filter((field): field is ToolField => field in before);
  return fields
    .filter((field) => !isSame(mine[field], theirs[field]))
    .map((field) => {
      const byMe = !isSame(mine[field], before[field]);
      const byThem = !isSame(theirs[field], before[field]);
      const changedBy = byMe && byThem ? 'both' : byMe ? 'me' : 'them';
      return { field, changedBy, mine: mine[field], theirs: theirs[field] };
    });
};
