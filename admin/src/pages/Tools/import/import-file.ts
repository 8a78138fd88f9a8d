import type { ImportConflictChoice, ImportStep } from '../../../../../contracts/tool-files';

/** What somebody typed or chose, read as JSON; `reason` is the browser's word on why it is none. */
export const readJson = (text: string): { document: unknown } | { reason: string } => {
  try {
    return { document: JSON.parse(text) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
};

export type Choices = Record<string, ImportConflictChoice>;

/** One choice for every slug that is taken, except where it cannot be had: only a tool of the site can be replaced. */
export const chooseForAll = (
  steps: readonly ImportStep[],
  choice: ImportConflictChoice,
  before: Choices,
): Choices => {
  const chosen = steps.flatMap(({ slug, conflict }): [string, ImportConflictChoice][] =>
    slug === null || !conflict || (choice === 'replace' && conflict.with !== 'site') ? [] : [[slug, choice]],
  );
  return { ...before, ...Object.fromEntries(chosen) };
};

export type Tally = Record<ImportStep['outcome'], number>;

/** How many tools become what. */
export const tally = (steps: readonly ImportStep[]): Tally => {
  const counts: Tally = { create: 0, skip: 0, replace: 0, rename: 0, refuse: 0 };
  for (const { outcome } of steps) counts[outcome] += 1;
  return counts;
};

/** How many tools an import writes. */
export const writesOf = ({ create, replace, rename }: Tally): number => create + replace + rename;
