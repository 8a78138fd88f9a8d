import * as React from 'react';

/** Takes the focus when the tool that had it is gone. */
export const LIST_ID = 'ai-tools-list';

export const linkIdOf = (id: string): string => `ai-tools-link-${id}`;
export const menuIdOf = (id: string): string => `ai-tools-menu-${id}`;

/** What is left beside tools that go: the link of the one below, or of the one above, or the list. */
export const nextTo = (going: readonly { id: string }[], shown: readonly { id: string }[]): string => {
  const goes = ({ id }: { id: string }): boolean => going.some((tool) => tool.id === id);
  const first = shown.findIndex(goes);
  const next = shown.slice(first).find((tool) => !goes(tool)) ?? shown.slice(0, first).at(-1);
  return next ? linkIdOf(next.id) : LIST_ID;
};

const focusOn = (elementId: string): boolean => {
  const element = document.getElementById(elementId);
  element?.focus();
  return element !== null;
};

/** Moves the focus to the first of these that is there, or else to the list. */
export const focusFirst = (...elementIds: string[]): void => {
  [...elementIds, LIST_ID].some(focusOn);
};

/** Moves the focus to what the next answer brings: `focusLater(linkIdOf(copy.id))`; `answer` is another with each. */
export const useFocusLater = (answer: unknown): ((elementId: string) => void) => {
  const [wanted, setWanted] = React.useState<string | null>(null);
  const [seen, setSeen] = React.useState(answer);
  React.useEffect(() => {
    if (wanted === null || answer === seen) return;
    focusFirst(wanted);
    setWanted(null);
  }, [wanted, answer, seen]);
  return (elementId) => {
    setSeen(answer);
    setWanted(elementId);
  };
};
