import * as React from 'react';

/** Whether an element has room for two things beside each other; the panel's width says little about it. */
export const useIsWide = (element: React.RefObject<HTMLElement>, width: number): boolean => {
  const [isWide, setIsWide] = React.useState(false);
  React.useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setIsWide(entry.contentRect.width >= width);
    });
    observer.observe(element.current);
    setIsWide(element.current.getBoundingClientRect().width >= width);
    return () => observer.disconnect();
  }, [element, width]);
  return isWide;
};
