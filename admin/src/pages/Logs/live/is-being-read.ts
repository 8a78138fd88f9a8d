/** The host's header stays at the top and covers this much of what is scrolled beneath it, in pixels. */
const COVERED_PX = 60;

const hasSelection = (element: Element): boolean => {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && element.contains(selection.anchorNode);
};

/** Whether somebody would lose their place if rows were added at the top: scrolled, pointing, focused or selecting. */
export const isBeingRead = (table: HTMLElement): boolean => {
  const focused = document.activeElement;
  return (
    table.getBoundingClientRect().top < COVERED_PX ||
    table.querySelector('tbody:hover') !== null ||
    (focused !== table && table.contains(focused)) ||
    hasSelection(table)
  );
};
