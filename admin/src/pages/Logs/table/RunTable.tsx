import { Box, Table, Tbody, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { LogSummary } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import { openRunAddress } from '../address/log-address';
import type { LogAddress } from '../address/log-address';
import type { ChangeAddress } from '../address/use-log-address';
import { RunRow } from './RunRow';
import { SortableHead } from './SortableHead';

const COLUMNS = 7;

/** The host's cells are generous; seven columns of two lines have to fit beside two menus at 1024 px. */
const Compact = styled.div`
  td,
  th {
    padding-inline: 1.2rem;
  }
  td {
    height: 5.2rem;
    vertical-align: middle;
  }
  td:first-child,
  th:first-child {
    padding-left: 2rem;
  }
  @media (max-width: 1279px) {
    td,
    th {
      padding-inline: 0.7rem;
    }
    td:first-child,
    th:first-child {
      padding-left: 1.4rem;
    }
  }
`;

interface RunTableProps {
  runs: readonly LogSummary[];
  search: URLSearchParams;
  address: LogAddress;
  onChange: ChangeAddress;
  onOpen(requestId: string): void;
}

/** Runs, in the order that the address asks for. */
export const RunTable = ({ runs, search, address, onChange, onOpen }: RunTableProps) => {
  const text = useText();
  const { timeZone } = useIntl();
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const sortable = (name: LogAddress['sort']) => (
    <SortableHead name={name} label={text(`logs.column.${name}`)} address={address} onChange={onChange} />
  );
  const plain = (name: 'tool' | 'caller' | 'status' | 'tokens') => (
    <Th role="columnheader">
      <Typography textColor="neutral600" variant="sigma">
        {text(`logs.column.${name}`)}
      </Typography>
    </Th>
  );
  return (
    <Compact>
      <Table colCount={COLUMNS} rowCount={runs.length + 1} aria-label={text('logs.list')}>
        <Thead>
          <Tr>
            {sortable('time')}
            {plain('tool')}
            {plain('caller')}
            {plain('status')}
            {sortable('latency')}
            {plain('tokens')}
            {sortable('cost')}
          </Tr>
        </Thead>
        <Tbody>
          {runs.map((run) => (
            <RunRow
              key={run.request_id}
              run={run}
              search={openRunAddress(search, run.request_id).toString()}
              isOpen={address.run === run.request_id}
              onOpen={onOpen}
            />
          ))}
        </Tbody>
      </Table>
      <Box paddingTop={2}>
        <Typography variant="pi" textColor="neutral600">
          {text('logs.time-zone', { zone })}
        </Typography>
      </Box>
    </Compact>
  );
};
