import type { BulkItemState, BulkState } from '../../../contracts/bulk-runs';

export type BulkChange = 'stop' | 'resume' | 'undo';

/** A run as far as its changes go. */
export interface ChangeableRun {
  state: BulkState;
  counts: Record<BulkItemState, number>;
}

/** In which states something works on a run. */
export const ACTIVE_STATES = ['running', 'undoing'] as const satisfies readonly BulkState[];

const NOT_NOW: Record<BulkState, string> = {
  running: 'This run is still under way. Stop it first.',
  stopped: 'This run is stopped already.',
  finished: 'This run has finished.',
  undoing: 'This run is being undone.',
  undone: 'This run was undone.',
};

const canResume = ({ state, counts }: ChangeableRun): boolean =>
  state === 'stopped' || (state === 'finished' && counts.failed > 0);

/** Why a run cannot be changed like this as it is; null when it can. */
export const refusalOf = (change: BulkChange, run: ChangeableRun): string | null => {
  const { state, counts } = run;
  const isActive = ACTIVE_STATES.some((active) => active === state);
  if (change === 'stop') return isActive ? null : NOT_NOW[state];
  if (change === 'resume') {
    if (canResume(run)) return null;
    return state === 'running' ? 'This run is under way.' : NOT_NOW[state];
  }
  if (state !== 'stopped' && state !== 'finished') return NOT_NOW[state];
  return counts.written > 0 ? null : 'This run has written nothing that could be undone.';
};
