import { NumberInput } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { FormField, useDisabled } from './FormField';
import type { FieldTexts } from './FormField';

interface NumberFieldProps extends FieldTexts {
  /** what holds while nothing is typed */
  placeholder?: number | string;
  step?: number;
}

/** A number, or null when the field is empty. What is out of range is for the server to say. */
export const NumberField = ({ placeholder, step = 1, ...texts }: NumberFieldProps) => {
  const { value, onChange } = useField<number | null>(texts.name);
  const { locale, formatNumber } = useIntl();
  const disabled = useDisabled(texts);
  return (
    <FormField {...texts}>
      <NumberInput
        placeholder={typeof placeholder === 'number' ? formatNumber(placeholder) : placeholder}
        locale={locale}
        step={step}
        disabled={disabled}
        value={value ?? undefined}
        onValueChange={(next) => onChange(texts.name, next ?? null)}
      />
    </FormField>
  );
};
