import * as React from 'react';

/** The host's JSON editor has no way to name the element that takes the focus. This does. */
export const useEditorLabel = (
  container: React.RefObject<HTMLElement>,
  { label, isInvalid }: { label: string; isInvalid: boolean },
): void => {
  React.useEffect(() => {
    const root = container.current;
    if (!root) return;
    const name = (): boolean => {
      const editor = root.querySelector('[role=textbox]');
      editor?.setAttribute('aria-label', label);
      editor?.setAttribute('aria-invalid', String(isInvalid));
      // whoever could not save is brought here
      editor?.toggleAttribute('data-tool-fault', isInvalid);
      // the host describes the box around it, which nobody can go to
      const description = root.querySelector('[aria-describedby]:not([role=textbox])');
      editor?.setAttribute('aria-describedby', description?.getAttribute('aria-describedby') ?? '');
      // editable text takes the focus anyway; only who checks a page by its attributes cannot see it
      editor?.setAttribute('tabindex', '0');
      return editor !== null;
    };
    if (name()) return;
    // it is drawn a moment after its container
    const observer = new MutationObserver(() => name() && observer.disconnect());
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [container, label, isInvalid]);
};
