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
  // the block may also be changed elsewhere, as by undo
  React.useEffect(() => setTyped(value), [value]);

  const type = (next: number | null): void => {
    setTyped(next);
    if (isWithin(next, bounds) && next !== value) onChange(next);
  };
  return (
    <Field.Root
      error={isWithin(typed, bounds) ? undefined : text('summary-block.length-range', { ...bounds })}
    >
      <Field.Label>{text('summary-block.length')}</Field.Label>
      <NumberControl value={value} disabled={disabled} onChange={type} />
      <Field.Error />
    </Field.Root>
  );
};
