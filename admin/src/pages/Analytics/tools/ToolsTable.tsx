import * as React from 'react';
import { Box, Flex, Table, Tbody, Td, Thead, Tr, Typography } from '@strapi/design-system';
import { Table as HostTable } from '@strapi/strapi/admin';
import { useSearchParams } from 'react-router-dom';
import { OTHER } from '../../../../../contracts/analytics';
import type { FiguresGroup } from '../../../../../contracts/analytics';
import { shareOf } from '../../../components/analytics/change';
import { LogsLink } from '../../../components/analytics/LogsLink';
import type { LogsQuery } from '../../../components/analytics/logs-address';
import { Sparkline } from '../../../components/analytics/Sparkline';
import { useFigureText } from '../../../components/analytics/use-figure-text';
import { useText } from '../../../components/Texts';
import { orderTools } from './order-tools';
import { TOOL_COLUMNS } from './tool-columns';

const ToolLine = ({ tool }: { tool: FiguresGroup }) => {
  const text = useText();
  const paint = useFigureText();
  const name = tool.key === OTHER ? text('analytics.others') : tool.key || text('analytics.none.tool');
  // what has no tool, or is put together, the log cannot be asked for
  const scope = (query: LogsQuery): LogsQuery | null =>
    tool.key && tool.key !== OTHER ? { ...query, tool: tool.key } : null;
  return (
    <Tr>
      <Td>
        <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          <LogsLink query={scope({})} label={text('analytics.tool-logs', { tool: name })}>
            {name}
          </LogsLink>
        </Typography>
      </Td>
      {TOOL_COLUMNS.map(({ name: column, format, value, logs }) => {
        const figure = paint(format, value(tool));
        return (
          <Td key={column}>
            <Typography>
              {logs && value(tool) !== null ? <LogsLink query={scope(logs)}>{figure}</LogsLink> : figure}
            </Typography>
          </Td>
        );
      })}
      <Td>
        <Sparkline
          values={tool.series.runs}
          label={text('analytics.sparkline', {
            tool: name,
            most: paint('count', Math.max(...tool.series.runs, 0)),
            errors: paint('share', shareOf(tool.by_status.error, tool.runs)),
          })}
        />
      </Td>
    </Tr>
  );
};

/** What each tool does, costs and takes, and the way to its rows in the log. */
export const ToolsTable = React.memo(({ tools }: { tools: readonly FiguresGroup[] }) => {
  const text = useText();
  const [address] = useSearchParams();
  const sort = address.get('sort');
  const ordered = React.useMemo(() => orderTools(tools, sort), [tools, sort]);
  const headings = ['tool' as const, ...TOOL_COLUMNS.map(({ name }) => name), 'course' as const];
  return (
    <Flex tag="section" aria-label={text('analytics.tools')} direction="column" alignItems="stretch" gap={3}>
      <Typography variant="delta" tag="h2">
        {text('analytics.tools')}
      </Typography>
      <Box minWidth={0}>
        <Table colCount={headings.length} rowCount={tools.length + 1} aria-label={text('analytics.tools')}>
          <Thead>
            <Tr>
              {headings.map((name) => (
                <HostTable.HeaderCell
                  key={name}
                  name={name}
                  label={text(`analytics.column.${name}`)}
                  sortable={name !== 'tool' && name !== 'course'}
                />
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {ordered.map((tool) => (
              <ToolLine key={tool.key ?? 'none'} tool={tool} />
            ))}
          </Tbody>
        </Table>
      </Box>
    </Flex>
  );
});
ToolsTable.displayName = 'ToolsTable';
