import * as React from 'react';
import { Box, Th, VisuallyHidden } from '@strapi/design-system';
import { Pagination, Table } from '@strapi/strapi/admin';
import type { ListTools, ToolListEntry } from '../../../../../contracts/tool-admin';
import { HeadCell, SelectAllCell } from '../../../components/HeadCells';
import { useText } from '../../../components/Texts';
import { BulkActions } from './BulkActions';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './list-query';
import type { ToolActions } from './ToolMenu';
import { ToolRow } from './ToolRow';

const COLUMNS = [
  { name: 'name', sortable: true },
  { name: 'provider', sortable: true },
  { name: 'runs', sortable: false },
  { name: 'cost', sortable: false },
  { name: 'state', sortable: false },
  // a column as any other: the table's arrow keys go as far as these
  { name: 'actions', sortable: false },
] as const;

/** The column of the ticks, which counts as well. */
const SELECT = { name: 'select', label: '', sortable: false };

interface ToolTableProps {
  tools: ToolListEntry[];
  pagination: ListTools.Response['pagination'];
  isBusy: boolean;
  actions: ToolActions;
}

/** What was found, a page at a time, and what can be done with those that are ticked. */
export const ToolTable = ({ tools, pagination, isBusy, actions }: ToolTableProps) => {
  const text = useText();
  const [ticked, setTicked] = React.useState<ReadonlySet<string>>(new Set());
  // what is done with the ticked is done with those that are seen
  const selected = tools.filter(({ id }) => ticked.has(id));
  const select = (rows: ToolListEntry[]): void => setTicked(new Set(rows.map(({ id }) => id)));
  const headers = COLUMNS.map(({ name, sortable }) => ({
    name,
    label: text(`tools.column.${name}`),
    sortable,
  }));

  return (
    <Box aria-busy={isBusy}>
      <Table.Root
        rows={tools}
        headers={[SELECT, ...headers]}
        selectedRows={selected}
        onSelectedRowsChange={select}
      >
        <Box paddingBottom={selected.length > 0 ? 3 : 0}>
          <Table.ActionBar>
            <BulkActions tools={selected} actions={actions} />
          </Table.ActionBar>
        </Box>
        <Table.Content>
          <Table.Head>
            <SelectAllCell
              count={tools.length}
              selected={selected.length}
              onSelectAll={(all) => select(all ? tools : [])}
            />
            {headers.map((header) =>
              header.name === 'actions' ? (
                <Th key={header.name}>
                  <VisuallyHidden>{header.label}</VisuallyHidden>
                </Th>
              ) : (
                <HeadCell key={header.name} {...header} />
              ),
            )}
          </Table.Head>
          <Table.Body>
            {tools.map((tool) => (
              <ToolRow
                key={tool.id}
                tool={tool}
                isSelected={ticked.has(tool.id)}
                onSelect={() =>
                  select(
                    ticked.has(tool.id) ? selected.filter(({ id }) => id !== tool.id) : [...selected, tool],
                  )
                }
                actions={actions}
              />
            ))}
          </Table.Body>
        </Table.Content>
      </Table.Root>
      <Pagination.Root {...pagination} defaultPageSize={DEFAULT_PAGE_SIZE}>
        <Pagination.PageSize options={[...PAGE_SIZES]} />
        <Pagination.Links />
      </Pagination.Root>
    </Box>
  );
};
