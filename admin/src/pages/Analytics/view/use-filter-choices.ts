import { OTHER } from '../../../../../contracts/analytics';
import type { FindAnalytics } from '../../../../../contracts/analytics';
import { useFindAnalyticsQuery } from '../../../api/analytics';
import type { FilterName } from './analytics-view';

/** As many as anybody looks through. */
const MOST = 100;

/** The values that runs of the range have, most used first: what a filter can be set to. */
export const useFilterChoices = (
  split: FilterName,
  { from, to, zone }: FindAnalytics.Query,
  isWanted: boolean,
): string[] => {
  const { data } = useFindAnalyticsQuery(
    // with what was tried out, so that a filter can ask for it
    { from, to, zone, bucket: 'month', split, limit: MOST, with_trials: 'true' },
    { skip: !isWanted },
  );
  return (data?.data.groups ?? []).flatMap(({ key }) => (key && key !== OTHER ? [key] : []));
};
