import { Box, Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { ToolCallerSummary } from '../../../../../contracts/tool-admin';
import type { TextKey } from '../../../components/Texts';
import { useText } from '../../../components/Texts';

const SOURCES: Partial<Record<string, TextKey>> = {
  rest: 'tools.source.rest',
  service: 'tools.source.service',
  shortcode: 'tools.source.shortcode',
  block: 'tools.source.block',
};

const CALLERS: Partial<Record<string, TextKey>> = {
  public: 'tools.caller.public',
  internal: 'tools.caller.internal',
  user: 'tools.caller.user',
  admin: 'tools.caller.admin',
  'api-token': 'tools.caller.api-token',
};

const COLUMNS = ['source', 'caller', 'runs', 'last'] as const;

/** Who ran a tool in the last thirty days, and will fail without it. */
export const Callers = ({ callers }: { callers: ToolCallerSummary[] }) => {
  const text = useText();
  const { formatNumber, formatDate } = useIntl();
  return (
    <Box>
      <Box paddingBottom={3}>
        <Typography>{text('tools.breaks.callers')}</Typography>
      </Box>
      <Table colCount={COLUMNS.length} rowCount={callers.length + 1}>
        <Thead>
          <Tr>
            {COLUMNS.map((column) => (
              <Th key={column}>
                <Typography variant="sigma" textColor="neutral600">
                  {text(`tools.callers.${column}`)}
                </Typography>
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {callers.map(({ source, caller_type: type, caller_label: label, runs, last_run_at: lastRunAt }) => {
            // a site's own code may name its sources and callers as it likes
            const knownSource = SOURCES[source];
            const knownType = CALLERS[type];
            return (
              <Tr key={`${source} ${type} ${label}`}>
                <Td>
                  <Typography>{knownSource ? text(knownSource) : source}</Typography>
                </Td>
                <Td>
                  <Typography>
                    {[knownType ? text(knownType) : type, label].filter(Boolean).join(' ')}
                  </Typography>
                </Td>
                <Td>
                  <Typography>{formatNumber(runs)}</Typography>
                </Td>
                <Td>
                  <Typography>
                    {formatDate(lastRunAt, { dateStyle: 'medium', timeStyle: 'short' })}
                  </Typography>
                </Td>
              </Tr>
            );
          })}
        </Tbody>
      </Table>
    </Box>
  );
};
