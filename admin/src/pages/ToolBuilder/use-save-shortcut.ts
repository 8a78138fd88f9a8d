import * as React from 'react';

interface SaveShortcutOptions {
  /** whether the key is the form's; otherwise it is the browser's, as everywhere */
  isOn: boolean;
  /** whether there is anything to save, and nothing on its way already */
  canSave: boolean;
}

/** Saves the form with Ctrl+S or Cmd+S, wherever on the page somebody types. */
export const useSaveShortcut = (
  form: React.RefObject<HTMLFormElement>,
  { isOn, canSave }: SaveShortcutOptions,
): void => {
  React.useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (canSave && !event.repeat) form.current?.requestSubmit();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [form, isOn, canSave]);
};
