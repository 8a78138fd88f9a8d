import * as React from 'react';
import { Box, Button, EmptyStateLayout, Flex } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useFindLogStatusQuery, useFindLogsQuery } from '../../api/logs';
import { useRefusal } from '../../components/form/SaveForm';
import { PageMain } from '../../components/PageMain';
import { useText } from '../../components/Texts';
import { LogNotices } from './LogNotices';
import { QuickViews } from './QuickViews';
import { filterAt, isFollowable } from './address/log-address';
import { useLogAddress } from './address/use-log-address';
import { RunDrawer } from './drawer/RunDrawer';
import { ExportRuns } from './export/ExportRuns';
import { FilterChips } from './filters/FilterChips';
import { LogFilters } from './filters/LogFilters';
import { LiveSwitch } from './live/LiveSwitch';
import { NewRuns } from './live/NewRuns';
import { isBeingRead } from './live/is-being-read';
import { withoutTwins } from './live/live-rows';
import { useLiveRows } from './live/use-live-rows';
import { CursorPages } from './table/CursorPages';
import { NoRuns } from './table/NoRuns';
import { runLinkId } from './table/RunRow';
import { RunTable } from './table/RunTable';
import { SearchedSoFar } from './table/SearchedSoFar';

const STATUS_EVERY_MS = 15_000;

/** Every run of the site's tools: what was asked, by whom, what came of it, what it took and cost. */
export const Logs = () => {
  const text = useText();
  const readRefusal = useRefusal();
  const table = React.useRef<HTMLDivElement>(null);
  const { search, address, query, change, open, refresh, showAll } = useLogAddress();
  const { data, error, isFetching, refetch } = useFindLogsQuery(query, { refetchOnMountOrArgChange: true });
  const status = useFindLogStatusQuery(undefined, { pollingInterval: STATUS_EVERY_MS }).data?.data;

  // a range has to end now, which is another question; the same question is only asked again
  const readAgain = (): void => (address.range === null ? void refetch() : refresh());

  const [wantsLive, setWantsLive] = React.useState(false);
  const isLive = wantsLive && isFollowable(address);
  const live = useLiveRows({
    isOn: isLive && !isFetching,
    filter: filterAt(address, new Date()),
    page: data,
    isBeingRead: () => address.run !== null || (table.current !== null && isBeingRead(table.current)),
    onTooMany: () => readAgain(),
  });
  const switchLive = (isOn: boolean): void => {
    setWantsLive(isOn);
    if (!isOn) return;
    // new rows come at the top of the newest: nowhere else is anything to follow
    if (isFollowable(address)) readAgain();
    else change({ sort: null, order: null });
  };
  const letIn = (): void => {
    live.showWaiting();
    table.current?.focus();
    table.current?.scrollIntoView({ block: 'start' });
  };

  const runs = React.useMemo(
    () => (data ? [...withoutTwins(live.rows.shown, data.data), ...data.data] : []),
    [data, live.rows.shown],
  );
  const isBackwards = query.before !== undefined || query.page === 'last';

  return (
    <PageMain aria-busy={isFetching}>
      <Page.Title>{text('logs.title')}</Page.Title>
      <Layouts.Header
        title={text('logs.title')}
        subtitle={status ? text('logs.waiting', { rows: status.waiting_rows }) : ' '}
        primaryAction={
          <Flex gap={3}>
            <ExportRuns address={address} />
            <LiveSwitch isOn={isLive} isCutOff={live.isCutOff} onChange={switchLive} />
          </Flex>
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={4}>
          {status && <LogNotices status={status} />}
          <QuickViews />
          <LogFilters address={address} runs={runs} onChange={change} />
          <FilterChips address={address} runs={runs} onChange={change} />
          {error && !isFetching && (
            <EmptyStateLayout
              icon={<EmptyDocuments width="16rem" />}
              shadow="tableShadow"
              content={text('logs.failed', { reason: readRefusal(error).sentence })}
              action={
                <Flex gap={2}>
                  <Button variant="secondary" onClick={() => void refetch()}>
                    {text('logs.try-again')}
                  </Button>
                  <Button variant="tertiary" onClick={showAll}>
                    {text('logs.show-all')}
                  </Button>
                </Flex>
              }
            />
          )}
          {!data && isFetching && <Page.Loading />}
          {data && !error && (
            <>
              <Box
                tag="section"
                aria-label={text('logs.list')}
                ref={table}
                tabIndex={-1}
                style={{ scrollMarginTop: '10rem' }}
              >
                {isLive && <NewRuns runs={live.rows.waiting.length} onShow={letIn} />}
                {runs.length > 0 ? (
                  <RunTable runs={runs} search={search} address={address} onChange={change} onOpen={open} />
                ) : (
                  <NoRuns
                    address={address}
                    isComplete={data.searched.complete}
                    onChange={change}
                    onShowAll={showAll}
                  />
                )}
              </Box>
              <SearchedSoFar answer={data} isBackwards={isBackwards} onChange={change} />
              <CursorPages
                page={data.page}
                isByTime={address.sort === 'time' && address.order === 'desc'}
                onChange={change}
              />
            </>
          )}
        </Flex>
      </Layouts.Content>
      {address.run !== null && (
        <RunDrawer
          requestId={address.run}
          capture={status?.capture ?? null}
          retentionDays={status?.retention_days ?? null}
          onFilter={change}
          onClose={() => open(null)}
          returnFocus={(requestId) =>
            (document.getElementById(runLinkId(requestId)) ?? table.current)?.focus()
          }
        />
      )}
    </PageMain>
  );
};
