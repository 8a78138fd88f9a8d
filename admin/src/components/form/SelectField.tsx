import { SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { FormField, useDisabled } from './FormField';
import type { FieldTexts } from './FormField';

interface SelectFieldProps extends FieldTexts {
  options: readonly { value: string; label: string }[];
  placeholder?: string;
}

export const SelectField = ({ options, placeholder, ...texts }: SelectFieldProps) => {
  const { value, onChange } = useField<string | null>(texts.name);
  return (
    <FormField {...texts}>
      <SingleSelect
        placeholder={placeholder}
        disabled={useDisabled(texts)}
        value={value ?? undefined}
        onChange={(next) => onChange(texts.name, String(next))}
      >
        {options.map(({ value: option, label }) => (
          <SingleSelectOption key={option} value={option}>
            {label}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </FormField>
  );
};
