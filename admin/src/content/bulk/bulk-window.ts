import * as React from 'react';

/** The entries of a list that somebody has selected. */
export interface Selection {
  documentIds: string[];
  /** null for types that are not translated */
  locale: string | null;
  /** the list may let go of them: they are in a run now */
  onStarted(): void;
}

/** What the window shows; null while it is closed. */
export type BulkView =
  { kind: 'new'; selection: Selection } | { kind: 'run'; id: number } | { kind: 'runs' } | null;

let view: BulkView = null;
const listeners = new Set<() => void>();

/**
 * Opens the window, shows something else in it, or closes it with null. It stands beside the list, not in the action
 * that opens it: the host takes the action away as soon as no row is selected.
 */
export const showInWindow = (next: BulkView): void => {
  view = next;
  listeners.forEach((tell) => tell());
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useBulkView = (): BulkView => React.useSyncExternalStore(subscribe, () => view);
