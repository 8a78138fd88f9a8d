import * as React from 'react';
import { Field } from '@strapi/design-system';
import { NumberControl } from '../../components/form/NumberControl';
import { useText } from '../../components/Texts';
import type { Bounds } from './length-bounds';

interface LengthFieldProps {
  value: number;
  bounds: Bounds;
  disabled: boolean;
  /** only ever told what is within the bounds */
  onChange(value: number): void;
}

const isWithin = (value: number | null, { min, max }: Bounds): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= max;

/** How many words a summary may have. */
export const LengthField = ({ value, bounds, disabled, onChange }: LengthFieldProps) => {
  const text = useText();
  const [typed, setTyped] = React.useState<number | null>(value);
  const atFocus = React.useRef(value);
  const told = React.useRef(value);
  // the block may also be changed elsewhere, as by undo
  React.useEffect(() => {
    if (value !== told.current) setTyped(value);
    told.current = value;
  }, [value]);

  const type = (next: number | null): void => {
    setTyped(next);
    // on the way to a number that cannot be, others have been typed that nobody meant
    told.current = isWithin(next, bounds) ? next : atFocus.current;
    if (told.current !== value) onChange(told.current);
  };
  return (
    <Field.Root
      error={isWithin(typed, bounds) ? undefined : text('summary-block.length-range', { ...bounds })}
    >
      <Field.Label>{text('summary-block.length')}</Field.Label>
      <div
        onFocus={() => {
          atFocus.current = value;
        }}
      >
        <NumberControl value={typed} disabled={disabled} onChange={type} />
      </div>
      <Field.Error />
    </Field.Root>
  );
};
