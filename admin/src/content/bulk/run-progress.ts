import { BULK_ITEM_STATES } from '../../../../contracts/bulk-runs';
import type { BulkItemState, BulkRun } from '../../../../contracts/bulk-runs';

export interface RunProgress {
  done: number;
  total: number;
  /** between 0 and 1 */
  share: number;
}

type Counted = Pick<BulkRun, 'state' | 'counts'>;

const sumOf = (counts: BulkRun['counts'], states: readonly BulkItemState[]): number =>
  states.reduce((sum, state) => sum + counts[state], 0);

const isUndo = (state: BulkRun['state']): boolean => state === 'undoing' || state === 'undone';

/** How far a run has come; an undo counts the entries that the run had written, and begins anew. */
export const progressOf = ({ state, counts }: Counted): RunProgress => {
  const total = sumOf(counts, isUndo(state) ? ['written', 'undone', 'kept'] : BULK_ITEM_STATES);
  const done = total - counts[isUndo(state) ? 'written' : 'waiting'];
  return { done, total, share: total === 0 ? 1 : done / total };
};

/** Whether it changes by itself. */
export const isGoing = ({ state }: Pick<BulkRun, 'state'>): boolean =>
  state === 'running' || state === 'undoing';

/** What can be done with a run in its state. */
export const changesOf = ({ state, counts }: Counted) => ({
  stop: state === 'running',
  resume: state === 'stopped',
  /** what has failed is tried again */
  retry: state === 'finished' && counts.failed > 0,
  undo: (state === 'stopped' || state === 'finished') && counts.written > 0,
});

/** In the order in which somebody who looks after a run wants to know of them; those without entries are left out. */
const OF_RUN: readonly BulkItemState[] = ['failed', 'changed', 'written', 'waiting', 'undone', 'kept'];
const OF_UNDO: readonly BulkItemState[] = ['kept', 'undone', 'written', 'failed', 'changed', 'waiting'];

export const statesOf = ({ state, counts }: Counted): BulkItemState[] =>
  (isUndo(state) ? OF_UNDO : OF_RUN).filter((itemState) => counts[itemState] > 0);

/** Which entries are listed before anybody has chosen: those that somebody may have to see to. */
export const firstStateOf = (run: Counted): BulkItemState | null =>
  statesOf(run).find((state) => state === 'failed' || state === 'changed' || state === 'kept') ?? null;

/** How long after a run has ended a page may still show what was read before. */
const RECENT_MS = 2 * 60_000;

/** Whether a run has written, or taken back, what a page may not have seen: before it was opened, or since. */
export const hasWritten = (
  before: readonly BulkRun[] | null,
  now: readonly BulkRun[],
  at: number,
): boolean =>
  before === null
    ? now.some((run) => isGoing(run) || (run.ended_at !== null && at - Date.parse(run.ended_at) < RECENT_MS))
    : now.some((run) => {
        const known = before.find(({ id }) => id === run.id);
        return JSON.stringify(known?.counts) !== JSON.stringify(run.counts);
      });

/**
 * The runs that have come to an end since they were last seen, or were done with in between: their entries are not as a
 * page shows them that was drawn before.
 */
export const endedRuns = (before: readonly BulkRun[], now: readonly BulkRun[]): BulkRun[] => {
  const seen = new Map(before.map((run) => [run.id, JSON.stringify([run.state, run.counts])]));
  return now.filter((run) => !isGoing(run) && seen.get(run.id) !== JSON.stringify([run.state, run.counts]));
};
