import { Toggle } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { FormField, useDisabled } from './FormField';
import type { FieldTexts } from './FormField';

interface SwitchFieldProps extends FieldTexts {
  onLabel: string;
  offLabel: string;
  /** what holds while nobody has chosen */
  fallback: boolean;
}

export const SwitchField = ({ onLabel, offLabel, fallback, ...texts }: SwitchFieldProps) => {
  const { value, onChange } = useField<boolean | null>(texts.name);
  return (
    <FormField {...texts}>
      <Toggle
        onLabel={onLabel}
        offLabel={offLabel}
        disabled={useDisabled(texts)}
        checked={value ?? fallback}
        onChange={(event) => onChange(texts.name, event.target.checked)}
      />
    </FormField>
  );
};
