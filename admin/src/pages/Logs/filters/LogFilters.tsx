import { Checkbox, Flex } from '@strapi/design-system';
import type { LogSummary } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import type { LogAddress } from '../address/log-address';
import type { ChangeAddress } from '../address/use-log-address';
import { AddFilter } from './AddFilter';
import { SearchRuns } from './SearchRuns';
import { TimeFilter } from './TimeFilter';

interface LogFiltersProps {
  address: LogAddress;
  /** what is on the page: values that stand there are offered */
  runs: readonly LogSummary[];
  onChange: ChangeAddress;
}

/** Search, time, and whatever else a row can be found by. All of it is kept in the address. */
export const LogFilters = ({ address, runs, onChange }: LogFiltersProps) => {
  const text = useText();
  const { text: searched, with_trials: trials, source } = address.filter;
  return (
    <Flex gap={2} wrap="wrap">
      <SearchRuns value={searched ?? ''} onSearch={(typed) => onChange({ text: typed })} />
      <TimeFilter address={address} onChange={onChange} />
      <AddFilter runs={runs} onChange={onChange} />
      {source === undefined && (
        <Checkbox
          checked={trials === 'true'}
          onCheckedChange={(isWanted) => onChange({ with_trials: isWanted === true ? 'true' : null })}
        >
          {text('logs.with-trials')}
        </Checkbox>
      )}
    </Flex>
  );
};
