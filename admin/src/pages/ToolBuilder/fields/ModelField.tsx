import { useField } from '@strapi/strapi/admin';
import { FormField, useDisabled } from '../../../components/form/FormField';
import { ModelBox } from './ModelBox';
import { useModels } from './use-models';

interface ModelFieldProps {
  /** the path of the field */
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  provider: string | null;
  /** what is asked while nothing is typed */
  placeholder: string;
}

/** The model of a provider, which is its key where it stands: another provider has other models and other troubles. */
export const ModelField = ({ name, label, hint, required, provider, placeholder }: ModelFieldProps) => {
  const { value, onChange } = useField<string | null>(name);
  const listing = useModels(provider);
  return (
    <FormField name={name} label={label} hint={listing.problem ?? hint} required={required}>
      <ModelBox
        listing={listing}
        value={value ?? null}
        placeholder={placeholder}
        disabled={useDisabled({})}
        onChange={(model) => onChange(name, model)}
      />
    </FormField>
  );
};
