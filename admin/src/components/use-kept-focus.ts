import * as React from 'react';

/** The host's own name for the part of a page that its link to skip the menus leads to. */
const MAIN = 'main-content';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Gives the focus to this, or to the page where it is disabled or gone. */
export const focusOrPage = (element: Element | null): void => {
  if (element instanceof HTMLElement) element.focus();
  if (isLost()) document.getElementById(MAIN)?.focus({ preventScroll: true });
};

/**
 * Gives the focus back when something is no longer busy. What is disabled meanwhile loses it, and whoever has no mouse
 * would begin at the top again. Where it cannot go back, because the button is done or gone, the page gets it.
 */
export const useKeptFocus = (isBusy: boolean): void => {
  const latest = React.useRef<Element | null>(null);

  React.useEffect(() => {
    const remember = (): void => {
      if (!isLost()) latest.current = document.activeElement;
    };
    remember();
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  React.useEffect(() => {
    if (!isBusy) return undefined;
    return () => {
      // a control that was disabled cannot take the focus before it is drawn anew
      setTimeout(() => {
        if (isLost()) focusOrPage(latest.current);
      });
    };
  }, [isBusy]);
};
