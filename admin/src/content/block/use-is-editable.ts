import * as React from 'react';

const EDITABLE = 'contenteditable';

/** Whether the editor around a card can be written into. The host tells blocks nothing of that: the page has it. */
export const useIsEditable = (card: HTMLElement): boolean => {
  const editor = React.useMemo(() => card.closest('[data-slate-editor]'), [card]);
  const subscribe = React.useCallback(
    (notify: () => void) => {
      const observer = new MutationObserver(notify);
      if (editor) observer.observe(editor, { attributes: true, attributeFilter: [EDITABLE] });
      return () => observer.disconnect();
    },
    [editor],
  );
  return React.useSyncExternalStore(subscribe, () => editor?.getAttribute(EDITABLE) === 'true');
};
