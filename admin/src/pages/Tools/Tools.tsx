import * as React from 'react';
import { Box, Button, Flex } from '@strapi/design-system';
import { Download, Plus, Upload } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useSearchParams } from 'react-router-dom';
import type { ToolListEntry } from '../../../../contracts/tool-admin';
import { useListToolsQuery } from '../../api/tools';
import { ButtonLink } from '../../components/ButtonLink';
import { PageMain } from '../../components/PageMain';
import { StaleNotice } from '../../components/StaleNotice';
import { useText } from '../../components/Texts';
import { usePermission } from '../../components/use-permission';
import { pathTo } from '../../sections';
import { ImportDialog } from './import/ImportDialog';
import { DeleteDialog } from './delete/DeleteDialog';
import { EmptyList } from './list/EmptyList';
import { LIST_ID, focusFirst, linkIdOf, menuIdOf, nextTo, useFocusLater } from './list/list-focus';
import { toListQuery } from './list/list-query';
import { NothingFound } from './list/NothingFound';
import { ListFilters } from './list/ListFilters';
import { ToolTable } from './list/ToolTable';
import { useLastPage } from './list/use-last-page';
import { useToolActions } from './list/use-tool-actions';

const IMPORT_ID = 'ai-tools-import';

/** The tools of the site: what each works with, how much it is used, and whether it can be run. */
export const Tools = () => {
  const text = useText();
  const mayCreate = usePermission('createTools');
  const [address, setAddress] = useSearchParams();
  // another search field, which would keep what was typed
  const [searches, setSearches] = React.useState(0);
  const query = React.useMemo(() => toListQuery(address), [address]);
  const { data, isLoading, isFetching, error, refetch, fulfilledTimeStamp } = useListToolsQuery(query, {
    // tools run while nobody looks: what is remembered is shown at once, and then what is so now
    refetchOnMountOrArgChange: true,
  });
  useLastPage(data?.pagination);
  const focusLater = useFocusLater(fulfilledTimeStamp);
  const actions = useToolActions((copy) => focusLater(linkIdOf(copy)));
  const [isImporting, setImporting] = React.useState(false);
  const [doomed, setDoomed] = React.useState<ToolListEntry[]>([]);

  if (isLoading) return <Page.Loading />;
  if (!data) return <Page.Error />;

  const { data: tools, pagination, providers } = data;
  const showAll = (): void => {
    setAddress({});
    setSearches(searches + 1);
    focusFirst();
  };
  const importButton = (
    <Button id={IMPORT_ID} variant="tertiary" startIcon={<Upload />} onClick={() => setImporting(true)}>
      {text('tools.import')}
    </Button>
  );
  const isEmpty = providers.length === 0;
  return (
    <PageMain>
      <Page.Title>{text('tools.title')}</Page.Title>
      <Layouts.Header
        title={text('tools.title')}
        subtitle={text('tools.count', { tools: pagination.total })}
        primaryAction={
          <Flex gap={2}>
            {!isEmpty && (
              <Button variant="tertiary" startIcon={<Download />} onClick={() => void actions.export(null)}>
                {text('tools.export-all')}
              </Button>
            )}
            {mayCreate && importButton}
            {mayCreate && (
              <ButtonLink to={pathTo('tools/new')} variant="default" startIcon={<Plus />}>
                {text('tools.add')}
              </ButtonLink>
            )}
          </Flex>
        }
      />
      {!isEmpty && (
        <Layouts.Action startActions={<ListFilters key={searches} query={query} providers={providers} />} />
      )}
      <Layouts.Content>
        <StaleNotice
          isStale={error !== undefined}
          isReading={isFetching}
          onReadAgain={() => void refetch()}
        />
        <Box tag="section" aria-label={text('tools.list')} id={LIST_ID} tabIndex={-1}>
          {isEmpty && <EmptyList />}
          {!isEmpty && pagination.total === 0 && <NothingFound onShowAll={showAll} />}
          {pagination.total > 0 && (
            <ToolTable
              tools={tools}
              pagination={pagination}
              isBusy={isFetching}
              actions={{ ...actions, delete: setDoomed }}
            />
          )}
        </Box>
      </Layouts.Content>
      {isImporting && (
        <ImportDialog
          onClose={() => setImporting(false)}
          onImported={() => {
            focusLater(LIST_ID);
            setImporting(false);
          }}
          returnFocus={() => focusFirst(IMPORT_ID)}
        />
      )}
      {doomed.length > 0 && (
        <DeleteDialog
          tools={doomed}
          onExport={() => void actions.export(doomed)}
          onClose={() => setDoomed([])}
          onDeleted={() => {
            focusLater(nextTo(doomed, tools));
            setDoomed([]);
          }}
          returnFocus={() => focusFirst(...doomed.map(({ id }) => menuIdOf(id)))}
        />
      )}
    </PageMain>
  );
};
