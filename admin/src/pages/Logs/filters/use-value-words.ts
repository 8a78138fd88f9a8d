import { STATUSES } from '../../../../../contracts/analytics';
import type { LogSummary } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import { useRunWords } from '../table/use-run-words';
import { callerKey } from './filter-choices';
import type { FilterField } from './filter-choices';

/** How a value of a filter is called; a caller by the name in a row of theirs, if one is on the page. */
export const useValueWords = (runs: readonly LogSummary[]) => {
  const text = useText();
  const words = useRunWords();
  return (field: FilterField, value: string): string => {
    switch (field) {
      case 'status': {
        const status = STATUSES.find((one) => one === value);
        return status ? text(`logs.status.${status}`) : value;
      }
      case 'cached':
        return text(value === 'true' ? 'logs.yes' : 'logs.no');
      case 'source':
        return words.source(value);
      case 'caller': {
        const run = runs.find((one) => callerKey(one) === value);
        return run ? words.caller(run) : words.callerType(value);
      }
      case 'tool':
      case 'provider':
      case 'model':
      case 'code':
        return value;
    }
  };
};
