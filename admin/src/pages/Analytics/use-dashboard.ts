import type { AnalyticsAnswer, FiguresGroup, FindAnalytics } from '../../../../contracts/analytics';
import { useFindAnalyticsQuery } from '../../api/analytics';
import type { AnalyticsView } from './view/analytics-view';

/** An answer that is older than this is asked for again when the page is opened. */
const FRESH_SECONDS = 15;
/** While rows wait to be counted, to see how far that has come. */
const COUNTING_MS = 3000;

export interface Dashboard {
  /** of the view before, as long as the new one is on its way */
  answer: AnalyticsAnswer | null;
  /** what the cost is told apart by: the tools, or what was asked for besides; null while that is on its way */
  costGroups: readonly FiguresGroup[] | null;
  isBusy: boolean;
  error: ReturnType<typeof useFindAnalyticsQuery>['error'];
  retry(): void;
}

/** The groups of an answer that is of the same time as another: they are drawn over its axis. */
const groupsBeside = (
  answer: AnalyticsAnswer | null,
  beside: AnalyticsAnswer | undefined,
): readonly FiguresGroup[] | null =>
  answer &&
  beside &&
  beside.from === answer.from &&
  beside.to === answer.to &&
  beside.bucket === answer.bucket
    ? beside.groups
    : null;

/** Asks for what a view shows. */
export const useDashboard = (view: AnalyticsView, query: FindAnalytics.Query): Dashboard => {
  const main = useFindAnalyticsQuery(query, { refetchOnMountOrArgChange: FRESH_SECONDS });
  const answer = main.data?.data ?? null;
  const isCounting = answer?.complete === false;
  useFindAnalyticsQuery(query, { skip: !isCounting, pollingInterval: COUNTING_MS });

  const isByTool = view.costBy === 'tool';
  const byCost = useFindAnalyticsQuery(
    { ...query, split: view.costBy, compare: 'false' },
    { skip: isByTool, refetchOnMountOrArgChange: FRESH_SECONDS },
  );
  return {
    answer,
    costGroups: groupsBeside(answer, isByTool ? (answer ?? undefined) : byCost.currentData?.data),
    isBusy: main.isFetching || byCost.isFetching,
    error: main.error ?? (isByTool ? undefined : byCost.error),
    retry: () => {
      void main.refetch();
      if (!isByTool) void byCost.refetch();
    },
  };
};
