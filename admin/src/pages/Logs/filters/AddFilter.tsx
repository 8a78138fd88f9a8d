import * as React from 'react';
import {
  Box,
  Button,
  Combobox,
  ComboboxOption,
  Field,
  Flex,
  Popover,
  SingleSelect,
  SingleSelectOption,
} from '@strapi/design-system';
import { Filter, Plus } from '@strapi/icons';
import type { LogSummary } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import type { ChangeAddress } from '../address/use-log-address';
import { FILTER_FIELDS, filterChoices, toCallerFilter } from './filter-choices';
import type { FilterField } from './filter-choices';
import { useSiteChoices } from './use-site-choices';
import { useValueWords } from './use-value-words';

interface AddFilterProps {
  runs: readonly LogSummary[];
  onChange: ChangeAddress;
}

interface FilterFormProps extends AddFilterProps {
  onDone(): void;
}

const FilterForm = ({ runs, onChange, onDone }: FilterFormProps) => {
  const text = useText();
  const toWords = useValueWords(runs);
  const [field, setField] = React.useState<FilterField>('tool');
  const [value, setValue] = React.useState('');
  const ofSite = useSiteChoices(field);

  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    const wanted = value.trim();
    if (wanted === '') return;
    onChange(field === 'caller' ? toCallerFilter(wanted) : { [field]: wanted });
    onDone();
  };

  return (
    <Box tag="form" onSubmit={submit} padding={3} minWidth="28rem">
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Field.Root name="logs.filter-field">
          <Field.Label>{text('logs.filter-by')}</Field.Label>
          <SingleSelect
            value={field}
            onChange={(next) => {
              setField(FILTER_FIELDS.find((one) => one === next) ?? field);
              setValue('');
            }}
          >
            {FILTER_FIELDS.map((one) => (
              <SingleSelectOption key={one} value={one}>
                {text(`logs.field.${one}`)}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </Field.Root>
        <Field.Root name="logs.filter-value" hint={field === 'caller' ? text('logs.caller-hint') : undefined}>
          <Field.Label>{text('logs.filter-value')}</Field.Label>
          <Combobox
            // what is offered for one field is nothing for another
            key={field}
            allowCustomValue
            autocomplete="both"
            placeholder={text('logs.filter-choose')}
            noOptionsMessage={() => text('logs.filter-custom')}
            clearLabel={text('logs.filter-clear')}
            value={value}
            textValue={value}
            onTextValueChange={setValue}
            onClear={() => setValue('')}
          >
            {filterChoices(field, { ofSite, runs }).map((choice) => (
              <ComboboxOption key={choice} value={choice} textValue={choice}>
                {toWords(field, choice)}
              </ComboboxOption>
            ))}
          </Combobox>
          <Field.Hint />
        </Field.Root>
        <Button type="submit" variant="secondary" startIcon={<Plus />} disabled={value.trim() === ''}>
          {text('logs.filter-add')}
        </Button>
      </Flex>
    </Box>
  );
};

/** Chooses what the rows have to have. What is offered is known; what else is typed is looked for as it stands. */
export const AddFilter = (props: AddFilterProps) => {
  const text = useText();
  const [isOpen, setOpen] = React.useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger>
        <Button variant="tertiary" size="S" startIcon={<Filter />}>
          {text('logs.filter')}
        </Button>
      </Popover.Trigger>
      <Popover.Content>
        <FilterForm {...props} onDone={() => setOpen(false)} />
      </Popover.Content>
    </Popover.Root>
  );
};
