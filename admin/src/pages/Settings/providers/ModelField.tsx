import * as React from 'react';
import { Combobox, ComboboxOption } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import type { ListModels } from '../../../../../contracts/connection';
import type { ProviderChanges } from '../../../../../contracts/providers';
import { useListModelsMutation } from '../../../api/providers';
import { FormField, useDisabled } from '../../../components/form/FormField';
import { useRefusal } from '../../../components/form/SaveForm';
import { useText } from '../../../components/Texts';

interface ModelFieldProps {
  providerId: string;
  /** what has been typed and not saved: another endpoint has other models */
  getChanges(): ProviderChanges;
  placeholder: string;
  locked: string | null;
}

type Listing = ListModels.Response['data'];

/** The model: any name may be typed, and those that the provider has right now can be chosen. */
export const ModelField = ({ providerId, getChanges, placeholder, locked }: ModelFieldProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { value, onChange } = useField<string | null>('model');
  const disabled = useDisabled({ locked });
  const readRefusal = useRefusal();
  const [listModels, { isLoading }] = useListModelsMutation();
  const [listing, setListing] = React.useState<Listing>({ models: [], problem: null });

  const lastQuestion = React.useRef(0);

  const load = async (): Promise<void> => {
    lastQuestion.current += 1;
    const question = lastQuestion.current;
    const answer = await listModels({ id: providerId, changes: getChanges() });
    // the models of an endpoint that was typed before
    if (question !== lastQuestion.current) return;
    setListing(
      'data' in answer ? answer.data.data : { models: [], problem: readRefusal(answer.error).sentence },
    );
  };

  return (
    <FormField
      name="model"
      label={text('provider.model')}
      hint={listing.problem ?? text('provider.model-hint')}
      locked={locked}
    >
      <Combobox
        allowCustomValue
        autocomplete="both"
        placeholder={placeholder}
        disabled={disabled}
        loading={isLoading}
        loadingMessage={text('provider.models-loading')}
        noOptionsMessage={() => text('provider.no-models')}
        clearLabel={text('provider.model-clear')}
        value={value ?? ''}
        textValue={value ?? ''}
        // with every letter: who types a name of their own leaves the field by saving
        onTextValueChange={(next) => onChange('model', next || null)}
        onClear={disabled ? undefined : () => onChange('model', null)}
        onOpenChange={(isOpen) => {
          if (isOpen) void load();
        }}
      >
        {listing.models.map(({ id, label, context_window: window }) => (
          <ComboboxOption key={id} value={id} textValue={id}>
            {[
              id,
              label !== id && label,
              window && text('provider.model-window', { tokens: formatNumber(window) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </ComboboxOption>
        ))}
      </Combobox>
    </FormField>
  );
};
