import { TextInput, Textarea } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { FormField, useDisabled } from './FormField';
import type { FieldTexts } from './FormField';

interface TextFieldProps extends FieldTexts {
  /** what holds while nothing is typed */
  placeholder?: string;
}

export const TextField = ({ placeholder, ...texts }: TextFieldProps) => {
  const { value, onChange } = useField<string | null>(texts.name);
  return (
    <FormField {...texts}>
      <TextInput
        placeholder={placeholder}
        disabled={useDisabled(texts)}
        value={value ?? ''}
        onChange={(event) => onChange(texts.name, event.target.value || null)}
      />
    </FormField>
  );
};

/** For text of several lines. */
export const LongTextField = ({ placeholder, ...texts }: TextFieldProps) => {
  const { value, onChange } = useField<string | null>(texts.name);
  return (
    <FormField {...texts}>
      <Textarea
        placeholder={placeholder}
        disabled={useDisabled(texts)}
        value={value ?? ''}
        onChange={(event) => onChange(texts.name, event.target.value || null)}
      />
    </FormField>
  );
};
