import { Checkbox, Flex } from '@strapi/design-system';
import type { FindAnalytics } from '../../../../../contracts/analytics';
import { useText } from '../../../components/Texts';
import { FILTERS } from './analytics-view';
import type { AnalyticsView, FilterName } from './analytics-view';
import { Choice } from './Choice';
import { useFilterChoices } from './use-filter-choices';

interface FilterProps {
  name: FilterName;
  value: string | undefined;
  query: FindAnalytics.Query;
  isReady: boolean;
  onChange(changes: Record<string, string | null>): void;
}

const Filter = ({ name, value, query, isReady, onChange }: FilterProps) => {
  const text = useText();
  const found = useFilterChoices(name, query, isReady);
  const label = text(`analytics.filter.${name}`);
  // an address may name what did not run in its time
  const values = value !== undefined && !found.includes(value) ? [value, ...found] : found;
  return (
    <Choice
      label={label}
      value={value ?? null}
      options={values.map((one) => ({ value: one, label: one }))}
      onChoose={(chosen) => onChange({ [name]: chosen })}
      clear={{
        label: text('analytics.filter.clear', { label }),
        onClear: () => onChange({ [name]: null }),
      }}
    />
  );
};

interface ViewFiltersProps {
  view: AnalyticsView;
  query: FindAnalytics.Query;
  /** what to choose from is asked for when the page has what it shows */
  isReady: boolean;
  onChange(changes: Record<string, string | null>): void;
}

/** Of which runs the figures are. */
export const ViewFilters = ({ view, query, isReady, onChange }: ViewFiltersProps) => {
  const text = useText();
  return (
    <Flex gap={2} wrap="wrap" alignItems="center">
      {FILTERS.map((name) => (
        <Filter
          key={name}
          name={name}
          value={view.filters[name]}
          query={query}
          isReady={isReady}
          onChange={onChange}
        />
      ))}
      <Checkbox
        checked={view.trials}
        onCheckedChange={(checked) => onChange({ with_trials: checked === true ? 'true' : null })}
      >
        {text('analytics.with-trials')}
      </Checkbox>
    </Flex>
  );
};
