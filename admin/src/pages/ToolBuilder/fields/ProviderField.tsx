import { SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { FormField, useDisabled } from '../../../components/form/FormField';
import { useText } from '../../../components/Texts';
import type { ProviderOption } from '../form/provider-choice';

interface ProviderFieldProps {
  /** the path of the field */
  name: string;
  label: string;
  options: readonly ProviderOption[];
  onChoose(id: string): void;
}

/** A provider of the site; one that cannot be called can be chosen, and says that it has to be seen to. */
export const ProviderField = ({ name, label, options, onChoose }: ProviderFieldProps) => {
  const text = useText();
  const { value } = useField<string | null>(name);
  return (
    <FormField name={name} label={label} required>
      <SingleSelect
        placeholder={text('tool-builder.provider-placeholder')}
        disabled={useDisabled({})}
        value={value ?? ''}
        onChange={(next) => onChoose(String(next))}
      >
        {options.map(({ value: id, label: option, problem }) => (
          <SingleSelectOption key={id} value={id}>
            {problem === null ? option : text('tool-builder.provider-not-ready', { provider: option })}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </FormField>
  );
};
