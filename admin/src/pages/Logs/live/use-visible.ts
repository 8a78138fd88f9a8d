import * as React from 'react';

const subscribe = (onChange: () => void): (() => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** Whether the page is in sight: nobody reads in a tab that is behind another one. */
export const useVisible = (): boolean =>
  React.useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
