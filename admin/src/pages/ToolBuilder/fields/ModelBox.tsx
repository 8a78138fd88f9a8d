import { Combobox, ComboboxOption } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useText } from '../../../components/Texts';
import type { useModels } from './use-models';

interface ModelBoxProps {
  listing: ReturnType<typeof useModels>;
  value: string | null;
  /** what is asked while nothing is typed */
  placeholder: string | undefined;
  disabled?: boolean;
  onChange(model: string | null): void;
}

/** A model: any name may be typed, and those that the provider has can be chosen. Stands in a field. */
export const ModelBox = ({ listing, value, placeholder, disabled = false, onChange }: ModelBoxProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  return (
    <Combobox
      allowCustomValue
      // only narrows the list: completing in the field would make another model of a name that is the beginning of its own
      autocomplete={{ type: 'list', filter: 'contains' }}
      placeholder={placeholder}
      disabled={disabled}
      loading={listing.isFetching}
      loadingMessage={text('provider.models-loading')}
      noOptionsMessage={() => text('provider.no-models')}
      clearLabel={text('provider.model-clear')}
      value={value ?? ''}
      textValue={value ?? ''}
      // with every letter: who types a name of their own leaves the field by saving
      onTextValueChange={(next) => onChange(next || null)}
      onClear={disabled ? undefined : () => onChange(null)}
      onOpenChange={(isOpen) => {
        if (isOpen) listing.ask();
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
  );
};
