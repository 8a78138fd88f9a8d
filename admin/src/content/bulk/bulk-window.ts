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

/** The type whose list the window stands beside. */
let place: string | null = null;
let view: BulkView = null;
const listeners = new Set<() => void>();

/**
 * Opens the window, shows something else in it, or closes it with null. It stands beside the list, not in the action
 * that opens it: the host takes the action away as soon as no row is selected.
 */
export const showInWindow = (next: BulkView, model: string | null = place): void => {
  view = next;
  place = model;
  listeners.forEach((tell) => tell());
};

/** Shows a run where it was made; not when somebody has closed that, or gone elsewhere, while it was being started. */
export const showStarted = (id: number, selection: Selection): void => {
  if (view?.kind === 'new' && view.selection === selection) showInWindow({ kind: 'run', id });
};

/** What the window shows beside the list of a type; one that was opened beside another list is none of its business. */
export const viewBeside = (model: string): BulkView => (place === model ? view : null);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useBulkView = (model: string): BulkView =>
  React.useSyncExternalStore(subscribe, () => viewBeside(model));
