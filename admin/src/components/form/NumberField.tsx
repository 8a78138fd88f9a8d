import { useField } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { FormField, useDisabled } from './FormField';
import type { FieldTexts } from './FormField';
import { NumberControl } from './NumberControl';

interface NumberFieldProps extends FieldTexts {
  /** what holds while nothing is typed */
  placeholder?: number | string;
  step?: number;
}

/** A number, or null when the field is empty. What is out of range is for the server to say. */
export const NumberField = ({ placeholder, step = 1, ...texts }: NumberFieldProps) => {
  const { value, onChange } = useField<number | null>(texts.name);
  const { formatNumber } = useIntl();
  const disabled = useDisabled(texts);
  return (
    <FormField {...texts}>
      <NumberControl
        placeholder={typeof placeholder === 'number' ? formatNumber(placeholder) : placeholder}
        step={step}
        disabled={disabled}
        value={value ?? null}
        onChange={(next) => onChange(texts.name, next)}
      />
    </FormField>
  );
};
