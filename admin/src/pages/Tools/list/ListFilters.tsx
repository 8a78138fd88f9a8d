import { SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { SearchInput } from '@strapi/strapi/admin';
import { useSearchParams } from 'react-router-dom';
import type { ListTools } from '../../../../../contracts/tool-admin';
import { useText } from '../../../components/Texts';

type FilterName = 'provider' | 'enabled' | 'defined_in';

interface FilterProps {
  name: FilterName;
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
  onChoose(name: FilterName, value: string | undefined): void;
}

const Filter = ({ name, label, value, options, onChoose }: FilterProps) => {
  const text = useText();
  return (
    <SingleSelect
      size="S"
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={(chosen) => onChoose(name, String(chosen))}
      onClear={() => onChoose(name, undefined)}
      clearLabel={text('tools.filter.clear', { label })}
    >
      {options.map((option) => (
        <SingleSelectOption key={option.value} value={option.value}>
          {option.label}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
};

interface ListFiltersProps {
  query: ListTools.Query;
  providers: ListTools.Response['providers'];
}

/** Search, and a choice for each thing that a tool can be found by. All of it is kept in the address. */
export const ListFilters = ({ query, providers }: ListFiltersProps) => {
  const text = useText();
  const [, setAddress] = useSearchParams();
  const choose = (name: FilterName, value: string | undefined): void =>
    setAddress((address) => {
      if (value === undefined) address.delete(name);
      else address.set(name, value);
      address.delete('page');
      return address;
    });
  return (
    <>
      <SearchInput label={text('tools.search')} placeholder={text('tools.search-placeholder')} />
      <Filter
        name="provider"
        label={text('tools.provider')}
        value={query.provider}
        options={providers.map(({ id, label, tools }) => ({
          value: id,
          label: text('tools.filter.provider', { label: label ?? id, tools }),
        }))}
        onChoose={choose}
      />
      <Filter
        name="enabled"
        label={text('tools.state')}
        value={query.enabled}
        options={[
          { value: 'true', label: text('tools.filter.on') },
          { value: 'false', label: text('tools.filter.off') },
        ]}
        onChoose={choose}
      />
      <Filter
        name="defined_in"
        label={text('tools.origin')}
        value={query.defined_in}
        options={[
          { value: 'site', label: text('tools.filter.site') },
          { value: 'code', label: text('tools.filter.code') },
        ]}
        onChoose={choose}
      />
    </>
  );
};
