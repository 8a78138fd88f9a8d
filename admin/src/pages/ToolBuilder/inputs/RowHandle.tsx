import * as React from 'react';
import { IconButton } from '@strapi/design-system';
import { Drag } from '@strapi/icons';
import { useText } from '../../../components/Texts';

interface RowHandleProps {
  name: string;
  index: number;
  count: number;
  disabled: boolean;
  move(to: number): void;
  onPointerDown(event: React.PointerEvent<HTMLElement>): void;
  /** for a live region */
  announce(sentence: string): void;
}

/** Drags a row; by keyboard, the space bar lifts it, arrows move it, the space bar drops it, Escape puts it back. */
export const RowHandle = ({
  name,
  index,
  count,
  disabled,
  move,
  onPointerDown,
  announce,
}: RowHandleProps) => {
  const text = useText();
  const [liftedFrom, setLiftedFrom] = React.useState<number | null>(null);

  const tell = (key: 'lifted' | 'moved' | 'dropped' | 'put-back', place: number): void =>
    announce(text(`tool-inputs.move.${key}`, { name, place: place + 1, count }));

  const lift = (): void => {
    setLiftedFrom(index);
    tell('lifted', index);
  };
  const drop = (): void => {
    setLiftedFrom(null);
    tell('dropped', index);
  };

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (disabled) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (liftedFrom === null) lift();
      else drop();
      return;
    }
    if (liftedFrom === null) return;
    const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to = Math.max(0, Math.min(index + step, count - 1));
      if (to !== index) move(to);
      tell('moved', to);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setLiftedFrom(null);
      if (liftedFrom !== index) move(liftedFrom);
      tell('put-back', liftedFrom);
    }
  };

  return (
    <IconButton
      label={text('tool-inputs.move', { name })}
      variant={liftedFrom === null ? 'ghost' : 'secondary'}
      disabled={disabled}
      aria-pressed={liftedFrom !== null}
      style={{ cursor: disabled ? 'not-allowed' : 'grab', touchAction: 'none' }}
      onKeyDown={onKeyDown}
      onBlur={() => setLiftedFrom(null)}
      onPointerDown={onPointerDown}
    >
      <Drag />
    </IconButton>
  );
};
