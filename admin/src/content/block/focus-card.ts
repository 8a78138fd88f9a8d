const EDITOR = '[data-slate-editor]';
const CONTROLS = '[role="combobox"]:not([aria-disabled="true"]), input:enabled, button:enabled';

/** The card that has the editor's caret; the attribute is the card's own. */
const SELECTED_CARD = '[data-summary-card="selected"]';

/** Leads from the editor into the form of the selected card. */
export const focusCard = (): void => {
  const card = document.activeElement?.closest(EDITOR)?.querySelector(SELECTED_CARD);
  card?.querySelector<HTMLElement>(CONTROLS)?.focus();
};

/**
 * Leads from the form back into the editor, with the caret on the block. The editor reads from the page where its caret
 * is, and the text that stands for the block is the only place within it.
 */
export const focusEditor = (card: HTMLElement): void => {
  const text = card.parentElement?.querySelector('[data-slate-spacer] [data-slate-node="text"]');
  if (text) getSelection()?.collapse(text.querySelector('[data-slate-zero-width]') ?? text, 0);
  card.closest<HTMLElement>(EDITOR)?.focus({ preventScroll: true });
};
