import * as React from 'react';
import { Box, Button, Flex, Loader } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import { LogsScope } from '../../components/analytics/LogsLink';
import { PageMain } from '../../components/PageMain';
import { useText } from '../../components/Texts';
import { Budgets } from './budgets/Budgets';
import { Charts } from './Charts';
import { Headlines } from './figures/Headlines';
import { Notices } from './Notices';
import { NothingRan } from './NothingRan';
import { RangeText } from './RangeText';
import { ToolsTable } from './tools/ToolsTable';
import { useDashboard } from './use-dashboard';
import { RangePicker } from './view/RangePicker';
import { useAnalyticsView } from './view/use-analytics-view';
import { ViewFilters } from './view/ViewFilters';

/** What the tools do, cost and take, over a time that is chosen. All of it is kept in the address. */
export const Analytics = () => {
  const text = useText();
  const { view, query, zone, change, refresh } = useAnalyticsView();
  const { answer, costGroups, isBusy, error, retry } = useDashboard(view, query);
  const { filters, trials, costBy } = view;
  // drawing takes longer than reading: the figures do not wait for it
  const drawn = React.useDeferredValue(
    React.useMemo(() => answer && { answer, costGroups, costBy }, [answer, costGroups, costBy]),
  );

  const scope = React.useMemo(
    () => ({
      ...filters,
      ...(trials && ({ with_trials: 'true' } as const)),
      ...(answer && { from: answer.from, to: answer.to }),
    }),
    [filters, trials, answer],
  );
  const setCostBy = React.useCallback((split: string) => change({ cost: split }), [change]);

  return (
    <PageMain>
      <Page.Title>{text('analytics.title')}</Page.Title>
      <Layouts.Header
        title={text('analytics.title')}
        subtitle={text('analytics.subtitle', { zone })}
        primaryAction={
          <Button
            variant="tertiary"
            startIcon={<ArrowClockwise />}
            loading={isBusy && answer !== null}
            onClick={() => {
              refresh();
              retry();
            }}
          >
            {text('analytics.refresh')}
          </Button>
        }
      />
      <Layouts.Action
        startActions={
          <Flex direction="column" alignItems="stretch" gap={2}>
            <RangePicker view={view} onChange={change} />
            <ViewFilters view={view} query={query} isReady={answer !== null} onChange={change} />
          </Flex>
        }
      />
      <Layouts.Content>
        <LogsScope.Provider value={scope}>
          <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={10} aria-busy={isBusy}>
            <Notices error={error} isCounting={answer?.complete === false} onRetry={retry} />
            {answer === null && !error && (
              <Flex justifyContent="center" padding={10}>
                <Loader>{text('analytics.loading')}</Loader>
              </Flex>
            )}
            {answer && <RangeText answer={answer} />}
            {answer && answer.totals.runs === 0 && (
              <NothingRan isFiltered={Object.keys(filters).length > 0} onChange={change} />
            )}
            {answer && answer.totals.runs > 0 && (
              <>
                <Headlines answer={answer} />
                {drawn && <Charts {...drawn} onCostBy={setCostBy} />}
                {drawn && <ToolsTable tools={drawn.answer.groups} />}
              </>
            )}
            <Box>
              <Budgets />
            </Box>
          </Flex>
        </LogsScope.Provider>
      </Layouts.Content>
    </PageMain>
  );
};
