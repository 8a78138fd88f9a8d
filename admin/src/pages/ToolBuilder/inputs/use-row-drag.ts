import * as React from 'react';
import { dropPlace, scrollStep } from './drop-place';

/** A click with an unsteady hand is no drag. */
const TOLERANCE = 5;

const findScroller = (element: Element | null): Element => {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (/auto|scroll/.test(overflowY) && parent.scrollHeight > parent.clientHeight) return parent;
  }
  return document.documentElement;
};

/**
 * Rows of a list that are dragged by a handle, with mouse, pen or finger. Nothing moves before the row is dropped;
 * Escape leaves all as it was.
 */
export const useRowDrag = (
  list: React.RefObject<HTMLElement>,
  onDrop: (from: number, to: number) => void,
) => {
  const [drag, setDrag] = React.useState<{ from: number; to: number } | null>(null);
  const drop = React.useRef(onDrop);
  drop.current = onDrop;

  const start = React.useCallback(
    (event: React.PointerEvent<HTMLElement>, from: number): void => {
      if (event.button !== 0 || !list.current) return;
      const handle = event.currentTarget;
      const { pointerId } = event;
      const rows = [...list.current.children];
      const scroller = findScroller(list.current);
      const startY = event.clientY;
      let y = startY;
      let to: number | null = null;
      let frame = 0;
      handle.setPointerCapture(pointerId);

      const place = (): void => {
        const next = dropPlace(
          rows.map((row) => row.getBoundingClientRect()),
          from,
          y,
        );
        if (next !== to) setDrag({ from, to: next });
        to = next;
      };
      const scroll = (): void => {
        const step = scrollStep(scroller.getBoundingClientRect(), y);
        if (step !== 0 && to !== null) {
          scroller.scrollTop += step;
          place();
        }
        frame = requestAnimationFrame(scroll);
      };
      const onMove = (moved: PointerEvent): void => {
        y = moved.clientY;
        if (to !== null || Math.abs(y - startY) > TOLERANCE) place();
      };
      const end = (): void => {
        cancelAnimationFrame(frame);
        handle.removeEventListener('pointermove', onMove);
        handle.removeEventListener('pointerup', onUp);
        handle.removeEventListener('pointercancel', end);
        window.removeEventListener('keydown', onKey, true);
        setDrag(null);
      };
      const onUp = (): void => {
        end();
        if (to !== null && to !== from) drop.current(from, to);
      };
      const onKey = (pressed: KeyboardEvent): void => {
        if (pressed.key !== 'Escape') return;
        pressed.stopPropagation();
        end();
      };
      handle.addEventListener('pointermove', onMove);
      handle.addEventListener('pointerup', onUp);
      handle.addEventListener('pointercancel', end);
      window.addEventListener('keydown', onKey, true);
      frame = requestAnimationFrame(scroll);
    },
    [list],
  );

  return { drag, start };
};
